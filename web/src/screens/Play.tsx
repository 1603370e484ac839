import { useEffect } from "preact/hooks";
import { ActionBar } from "../components/ActionBar.tsx";
import { Chart, courseOf } from "../components/Chart.tsx";
import { Hand } from "../components/Hand.tsx";
import { HeaderButtons, RoundTitle } from "../components/Header.tsx";
import { LastTurns } from "../components/LastTurns.tsx";
import { MiniCards } from "../components/Melds.tsx";
import { MessagePlace } from "../components/MessagePlace.tsx";
import { Piles } from "../components/Piles.tsx";
import { ScoreTable } from "../components/ScoreTable.tsx";
import { Seats } from "../components/Seats.tsx";
import { t } from "../i18n/index.ts";
import { moveCard, places, selected } from "../state/arrange.ts";
import { draw, hint, moving } from "../state/commands.ts";
import { tryDiscard } from "../state/intents.ts";
import { onKey } from "../state/keys.ts";
import { flyCards } from "../state/motion.ts";
import { forEye, lastActionText } from "../state/say.ts";
import { sortMode } from "../state/settings.ts";
import { hand, hands, mySeat, myTurn, online, round, sheet, table, waits } from "../state/store.ts";
import { calledOf, lastSeen, names } from "../state/turn.ts";

const DRAG = {
  move: moveCard,
  discard: (slot: number) => {
    selected.value = slot;
    tryDiscard();
  },
};

/** The table while a round is played. */
export function Play() {
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    const stop = flyCards();
    return () => {
      document.removeEventListener("keydown", onKey);
      stop();
    };
  }, []);
  const shown = round.value;
  const at = table.value;
  if (!shown || !at) return null;
  const seen = lastSeen(shown);
  const held = hand.value;
  const isWild = (card: string) => card === "JK" || card.slice(0, -1) === shown.deal.wild;
  const totals = sheet.value?.totals ?? [];

  return (
    <div class="play">
      <div class="table-main">
        <header class="table-head">
          <RoundTitle round={shown} table={at} />
          <HeaderButtons />
        </header>
        <Seats
          seats={at.seats}
          names={names.value}
          totals={totals}
          round={shown}
          mine={mySeat.value}
          online={online.value}
        />
        <p class="last-action">
          {seen ? lastActionText(seen, forEye) : t("did.dealt", { name: calledOf(shown.dealer) })}
        </p>
        <LastTurns round={shown} />
        <Piles
          round={shown}
          wild={isWild}
          sources={myTurn.value ? (held?.actions.draw ?? []) : []}
          draw={draw}
          proposed={hint.value?.move?.source ?? null}
        />
        <MessagePlace />
        {held ? (
          <section class="hand-place" aria-label={t("hand")}>
            <Hand
              places={places.value}
              cards={shown.deal.cards}
              selected={selected.value}
              drawn={held.drawn}
              proposed={hint.value?.move?.slot ?? null}
              label={t("hand.sorted", { order: t(`sort.${sortMode.value}`) })}
              select={(slot) => {
                selected.value = selected.value === slot ? null : slot;
              }}
              drag={DRAG}
            />
          </section>
        ) : (
          <OpenHands />
        )}
        {held && <ActionBar busy={moving.value} />}
      </div>
      <aside class="table-side" aria-label={t("sheet")}>
        <ScoreTable />
        {sheet.value && <Chart course={courseOf(sheet.value)} names={names.value} />}
      </aside>
    </div>
  );
}

/** What who has no hand sees in its place. */
function OpenHands() {
  const all = hands.value;
  if (!all) return <p class="watching">{t(waits.value ? "watching.next" : "watching")}</p>;
  return (
    <ul class="open-hands">
      {all.map((cards, seat) => (
        <li key={seat}>
          <b>{names.value[seat]}</b>
          <MiniCards cards={cards} />
        </li>
      ))}
    </ul>
  );
}
