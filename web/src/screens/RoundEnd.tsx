import { Commitments } from "../components/Commitments.tsx";
import { HeaderButtons } from "../components/Header.tsx";
import { RevealedHands } from "../components/RevealedHands.tsx";
import { wilds } from "../i18n/cards.ts";
import { listed, t } from "../i18n/index.ts";
import { refusal, send, setReady } from "../state/commands.ts";
import { refusalText } from "../state/message.ts";
import { link, mySeat, reveal, saving, sheet, table } from "../state/store.ts";
import { nameOf, names } from "../state/turn.ts";

/** After a round: all hands side by side, the points, and who is ready for the next deal. */
export function RoundEnd({ lesson = false }: { lesson?: boolean }) {
  const shown = table.value;
  const open = reveal.value;
  const score = sheet.value;
  if (!shown || !open || !score) return null;
  const row = score.rows.find((r) => r.index === open.index);
  const mine = mySeat.value === null ? null : shown.seats[mySeat.value];
  const late = shown.seats.flatMap((seat, at) =>
    seat.name !== null && !seat.away && !seat.ready ? [names.value[at] ?? ""] : [],
  );
  const tie = shown.stage === "tie";
  const tied = mySeat.value !== null && score.tied.includes(mySeat.value);
  const done = score.rows.filter((r) => !r.tie_break).length;
  const next = tie ? null : shown.schedule[done];
  return (
    <div class="round-end">
      <header class="table-head">
        <h1 class="round-title">
          <small>
            {row?.tie_break
              ? t("round.tieBreak")
              : t("round.of", { at: open.index + 1, of: shown.schedule.length })}
          </small>
          <b>
            {row?.out === null || row?.out === undefined
              ? t("end.stalled")
              : t("end.out", { name: nameOf(row.out) })}
          </b>
        </h1>
        <HeaderButtons />
      </header>
      <RevealedHands reveal={open} out={row?.out ?? null} totals={score.totals} />
      <Commitments shuffles={open.shuffles} />
      <div class="end-foot">
        <p
          class={`message ${link.value !== "live" || !saving.value || refusal.value ? "trouble" : "plain"}`}
          role="status"
        >
          {link.value !== "live"
            ? t("msg.lost")
            : !saving.value
              ? t("msg.saving")
              : refusal.value
                ? refusalText(refusal.value.code)
                : shown.paused
                  ? t("msg.paused")
                  : tie
                    ? t("end.tie", { names: listed(score.tied.map(nameOf)) })
                    : mine && !mine.ready
                      ? next
                        ? t("end.next", { n: next.cards, wilds: wilds(next.wild) })
                        : ""
                      : t("lobby.waits", { names: listed(late) })}
        </p>
        <div class="row">
          {tie && tied && (
            <button
              type="button"
              data-action="share"
              aria-disabled={mine?.tie}
              onClick={() => void send({ type: "accept_tie" })}
            >
              {t(mine?.tie ? "tie.accepted" : "tie.accept")}
            </button>
          )}
          {mine && (
            <button
              type="button"
              class={`large ${mine.ready ? "" : "primary"}`}
              data-action="ready"
              aria-pressed={mine.ready}
              onClick={() => void setReady(!mine.ready)}
            >
              {t(
                lesson ? "start.now" : mine.ready ? "ready.undo" : tie ? "ready.tie" : "ready.next",
              )}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
