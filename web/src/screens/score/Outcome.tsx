import { DEALS } from "../../generated/facts.ts";
import { listed, t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import { decideTie, newSheet } from "../../score/edits.ts";
import { showRound } from "../../score/entry.ts";
import { shuffled } from "../../score/people.ts";
import { type Deal, nameOf, type Sheet } from "../../score/sheet.ts";
import { change, make, sheet as shownSheet } from "../../score/store.ts";
import { go } from "../../state/route.ts";
import { Warnings } from "./RoundView.tsx";
import type { SheetDialog } from "./SheetMenu.tsx";

/** The end: who has won, or how a tie shall be decided. */
export function Outcome({
  sheet,
  open,
}: {
  readonly sheet: Sheet;
  open(dialog: SheetDialog): void;
}) {
  const named = (ids: readonly string[]) => listed(ids.map((id) => nameOf(sheet, id)));
  const order = [...sheet.ranks].sort(([, a], [, b]) => a - b);
  const last = sheet.rounds.at(-1);
  const tieBreaks = sheet.rounds.length - sheet.deals.length;

  function playTie(): void {
    change(decideTie("tiebreak"));
    const round = shownSheet.peek()?.current;
    if (round) showRound(round);
  }

  /** The same people again; the deal goes on to the next seat. */
  function again(): void {
    const players = sheet.staying.map(({ name }, at) => [`p${at + 1}`, name] as const);
    const next = sheet.staying.findIndex(({ id }) => id === last?.starter);
    const dealer = Math.max(0, next);
    const named = Object.values(DEALS).some((deals) => sameDeals(deals, sheet.deals));
    const deals = named ? sheet.deals : shuffled(sheet.deals);
    go(`score=${make(newSheet({ players, deals, dealer, reveal: sheet.reveal }))}`);
  }

  return (
    <div class="keeper-body first">
      {last && <Warnings round={last} sheet={sheet} />}
      {sheet.tied.length > 0 ? (
        <section class="stack">
          <p class="winner">{t("end.tie", { names: named(sheet.tied) })}</p>
          <button type="button" class="primary large" onClick={playTie}>
            {t("ready.tie")}
          </button>
          <button type="button" class="large" onClick={() => change(decideTie("shared"))}>
            {t("tie.accept")}
          </button>
        </section>
      ) : (
        <p class="winner" role="status">
          {t(sheet.winners.length > 1 ? "result.share" : "result.won", {
            names: named(sheet.winners),
          })}
        </p>
      )}
      {tieBreaks > 0 && <p class="note">{t("result.tieBreak", { n: tieBreaks })}</p>}
      <ol class="standing">
        {order.map(([id, rank]) => (
          <li key={id} class={sheet.winners.includes(id) ? "won" : ""}>
            <span class="rank">{rank}</span>
            <b class="who">{nameOf(sheet, id)}</b>
            <span class="points">{t("points", { n: sheet.totals.get(id) ?? 0 })}</span>
          </li>
        ))}
      </ol>
      {sheet.finished && (
        <div class="stack">
          <button type="button" class="primary large" onClick={again}>
            {s("again")}
          </button>
          <button type="button" class="large" onClick={() => open("send")}>
            {s("send")}
          </button>
        </div>
      )}
    </div>
  );
}

const sameDeals = (a: readonly Deal[], b: readonly Deal[]) =>
  a.length === b.length && a.every((deal, at) => deal.cards === b[at]?.cards);
