import type { Round, SeatShown } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import { symbols } from "../state/cards.ts";
import { seatDialog } from "../state/dialogs.ts";
import { shortNames } from "../state/names.ts";
import { lastTurnMark } from "../state/turn.ts";
import { Icon } from "./Icon.tsx";

/** The card a seat discarded last, as far as one may know. */
const lastDiscard = (round: Round, seat: number) => {
  const card = round.last[seat]?.discard;
  return card ? symbols(card) : "";
};

interface Shown {
  readonly seats: readonly SeatShown[];
  readonly names: readonly string[];
  readonly totals: readonly number[];
  readonly round: Round | null;
  readonly mine: number | null;
  readonly online: readonly number[];
  /** Seats that cannot be tapped. */
  readonly still?: boolean;
}

/** Letters of a name that fit into a seat when so many share a row. */
const roomFor = (across: number) => (across <= 3 ? 11 : across === 4 ? 8 : across === 5 ? 6 : 4);

/** All seats with their totals: always in the same place and order. */
export function Seats({ seats, names, totals, round, mine, online, still = false }: Shown) {
  const across = seats.length <= 7 ? seats.length : Math.ceil(seats.length / 2);
  const short = shortNames(names, roomFor(across));
  return (
    <ol class={`seats across-${across}`} aria-label={t("seats")}>
      {seats.map((seat, at) => {
        const turn = round?.turn === at;
        const mark = round && lastTurnMark(round, at);
        const here = seat.name === null || online.includes(at);
        const facts = [
          t("seat.total", { name: names[at] ?? "", n: totals[at] ?? 0 }),
          at === mine && t("seat.you"),
          turn && t("seat.turn"),
          round?.dealer === at && t("seat.dealer"),
          seat.opponent !== null && t("seat.opponent"),
          seat.away && t("seat.away"),
          seat.waits && t("seat.waits"),
          !here && t("seat.offline"),
          mark && t(`mark.${mark}`),
        ];
        const classes = ["seat", turn && "turn", at === mine && "mine", mark, !here && "absent"];
        return (
          <li key={at}>
            <button
              type="button"
              class={classes.filter(Boolean).join(" ")}
              aria-label={facts.filter(Boolean).join(", ")}
              aria-disabled={still}
              onClick={() => {
                if (!still) seatDialog.value = at;
              }}
            >
              <span class="seat-name">{short[at]}</span>
              <span class="seat-total">{totals[at] ?? 0}</span>
              <span class="seat-last">{round && lastDiscard(round, at)}</span>
              <span class="seat-marks">
                {round?.dealer === at && <b class="dealer">{t("dealer.letter")}</b>}
                {seat.opponent !== null && mark !== "out" && <Icon name="bot" />}
                {!here && <Icon name="away" />}
                {mark === "out" && <b class="outmark">{t("mark.out.short")}</b>}
                {mark === "played" && <Icon name="check" />}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
