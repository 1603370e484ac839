import { useState } from "preact/hooks";
import { CardFace } from "../../components/Card.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { cardName, wilds } from "../../i18n/cards.ts";
import { t } from "../../i18n/index.ts";
import { w } from "../../i18n/solitaire/index.ts";
import { isWildIn, type Pile, pointsLeft, wildOf } from "../../solitaire/game.ts";
import { ways } from "../../solitaire/hint.ts";
import * as store from "../../solitaire/store.ts";
import { byRank, symbols } from "../../state/cards.ts";
import { Arranged } from "./Arranged.tsx";
import { close } from "./dialogs.ts";
import { play } from "./moves.ts";

/** A pile with the card turned over in it: which card is to go? The best is chosen already. */
export function Into({ pile, drawn }: { pile: Pile; drawn: string }) {
  const outcomes = ways(pile, drawn);
  const hinted = store.hint.value?.play;
  const [discard, choose] = useState(
    hinted?.pile === pile.size ? hinted.discard : (outcomes[0]?.discard ?? drawn),
  );
  const arrangement = outcomes.find((way) => way.discard === discard)?.arrangement;
  if (!arrangement) return null;
  const cards = [...pile.cards, drawn].sort(byRank);
  return (
    <Dialog
      title={w("into.title", { card: symbols(drawn), size: pile.size })}
      close={close}
      foot={
        <button
          type="button"
          class={`large ${arrangement.points ? "primary" : "good"}`}
          onClick={() => play({ pile: pile.size, discard })}
        >
          {w("into.do", { card: symbols(discard) })}
        </button>
      }
    >
      <p class="note">
        {t("wild.title", { wilds: wilds(wildOf(pile.size)) })}. {w("into.how")}
      </p>
      <ul class="into-cards">
        {cards.map((card, at) => {
          const isNew = at === cards.lastIndexOf(drawn);
          const going = discard === drawn ? isNew : at === cards.indexOf(discard);
          return (
            <li key={at}>
              <button
                type="button"
                class={`held${isNew ? " drawn" : ""}`}
                aria-pressed={going}
                aria-label={isNew ? `${cardName(card)}, ${t("card.drawn")}` : cardName(card)}
                onClick={() => choose(card)}
              >
                <CardFace card={card} wild={isWildIn(card, pile.size)} />
              </button>
            </li>
          );
        })}
      </ul>
      <p role="status">
        <b>
          {arrangement.points
            ? w("into.leaves", { n: arrangement.points, before: pointsLeft(pile) })
            : w("into.closes")}
        </b>
        {isWildIn(discard, pile.size) && ` ${w("into.wild", { card: symbols(discard) })}`}
      </p>
      <Arranged arrangement={arrangement} size={pile.size} />
    </Dialog>
  );
}
