import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../components/Icon.tsx";
import { RANKS } from "../../generated/facts.ts";
import { t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import { totalBefore } from "../../score/edits.ts";
import {
  canBe,
  card,
  chooseMode,
  costs,
  digit,
  erase,
  goneOut,
  next,
  pointsOf,
} from "../../score/entry.ts";
import { MAX_POINTS } from "../../score/log.ts";
import { mostPoints, nameOf, type Sheet } from "../../score/sheet.ts";
import type { Draft } from "../../score/store.ts";
import type { SheetDialog } from "./SheetMenu.tsx";

const MODES = ["points", "cards", "total"] as const;

/** The keys for the points of one player: digits, cards left over, or the running total. */
export function Keypad({
  sheet,
  draft,
  open,
}: {
  readonly sheet: Sheet;
  readonly draft: Draft;
  open(dialog: SheetDialog): void;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that led here is gone; the next key shall find this place.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  const deal = sheet.rounds[draft.round - 1]?.deal;
  if (!deal) return null;
  const points = pointsOf(sheet, draft);
  const wrong = points !== null && !canBe(points);
  return (
    <section
      class="keypad"
      ref={box}
      tabIndex={-1}
      aria-label={s("entry", { name: nameOf(sheet, draft.player) })}
    >
      <div class="modes">
        {MODES.map((mode) => (
          <button
            type="button"
            key={mode}
            aria-pressed={draft.mode === mode}
            onClick={() => chooseMode(mode)}
          >
            {s(`mode.${mode}`)}
          </button>
        ))}
        <button type="button" onClick={() => open("hand")}>
          {s("mode.hand")}
        </button>
      </div>
      <p class="entered" role="status">
        <Entered sheet={sheet} draft={draft} points={points} />
      </p>
      <div class={`keys-grid ${draft.mode === "cards" ? "of-cards" : "of-digits"}`}>
        {draft.mode === "cards"
          ? [...RANKS, "JK"].map((rank) => (
              <button
                type="button"
                key={rank}
                class={rank === deal.wild || rank === "JK" ? "wild" : ""}
                aria-label={s("card.points", {
                  card: rank === "JK" ? t("card.joker") : rank,
                  n: costs(rank, deal.wild),
                })}
                onClick={() => card(rank)}
              >
                {rank}
                {(rank === deal.wild || rank === "JK") && <small>{costs(rank, deal.wild)}</small>}
              </button>
            ))
          : ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((key) => (
              <button type="button" key={key} class={`digit-${key}`} onClick={() => digit(key)}>
                {key}
              </button>
            ))}
        <button type="button" class="erase" aria-label={s("back")} onClick={erase}>
          <Icon name="erase" />
        </button>
        <button type="button" class="out" onClick={goneOut}>
          {s("out.zero")}
        </button>
        <button type="button" class="ok primary" aria-disabled={wrong} onClick={next}>
          {s("ok")}
        </button>
      </div>
    </section>
  );
}

/** What the keys come to so far, and whether that can be. */
function Entered({
  sheet,
  draft,
  points,
}: {
  readonly sheet: Sheet;
  readonly draft: Draft;
  readonly points: number | null;
}) {
  const name = nameOf(sheet, draft.player);
  const deal = sheet.rounds[draft.round - 1]?.deal;
  const most = deal ? mostPoints(deal) : null;
  if (points === null) return <>{name}</>;
  if (points < 0) {
    const before = totalBefore(sheet, draft.round, draft.player);
    return <span class="warn">{s("total.falls", { n: before })}</span>;
  }
  if (!canBe(points)) return <span class="warn">{s("beyond", { n: MAX_POINTS })}</span>;
  return (
    <>
      {draft.mode === "cards" ? (
        <>
          {draft.cards.join(" ")} = <b>{points}</b>
        </>
      ) : draft.mode === "total" ? (
        s("total.gives", { n: points })
      ) : (
        name
      )}
      {most !== null && points > most && <span class="warn">{s("warn.most", { n: most })}</span>}
    </>
  );
}
