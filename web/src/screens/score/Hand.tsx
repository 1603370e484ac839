import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../../components/Dialog.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Melds, MiniCards } from "../../components/Melds.tsx";
import { Shape, suitClass } from "../../components/Shape.tsx";
import { RANKS, SUITS } from "../../generated/facts.ts";
import { cardName, suitName } from "../../i18n/cards.ts";
import { t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import { takePoints } from "../../score/entry.ts";
import { nameOf, type Sheet } from "../../score/sheet.ts";
import type { Draft } from "../../score/store.ts";
import type { Arrangement } from "../../search/index.ts";
import type { Suit } from "../../state/cards.ts";

type Search = typeof import("../../search/index.ts");

/** The cards somebody is left with: the best melds in them, and what stays over (R8.2). */
export function Hand({
  sheet,
  draft,
  close,
}: {
  readonly sheet: Sheet;
  readonly draft: Draft;
  close(): void;
}) {
  const [search, setSearch] = useState<Search | null>(null);
  const [cards, setCards] = useState<readonly string[]>([]);
  const [suit, setSuit] = useState<Suit>(SUITS[0]);
  useEffect(() => {
    void import("../../search/index.ts").then(setSearch);
  }, []);
  const deal = sheet.rounds[draft.round - 1]?.deal;
  if (!deal) return null;
  const full = cards.length >= deal.cards;
  const best = search && cards.length > 0 ? arranged(search, cards, deal.wild) : null;
  const add = (card: string) => {
    // More copies of a card than there are would not be a hand.
    if (!full && (!search || arranged(search, [...cards, card], deal.wild))) {
      setCards([...cards, card]);
    }
  };
  return (
    <Dialog
      title={s("hand.of", { name: nameOf(sheet, draft.player) })}
      close={close}
      foot={
        <button
          type="button"
          class="primary"
          aria-disabled={!best}
          onClick={() => {
            if (!best) return;
            takePoints(best.points);
            close();
          }}
        >
          {s("hand.take", { n: best?.points ?? 0 })}
        </button>
      }
    >
      <div class="hand-found" aria-live="polite">
        {best ? (
          <>
            <Melds melds={best.melds} />
            {best.left.length > 0 && (
              <p class="left">
                <small>{t("end.left")}</small>
                <MiniCards cards={best.left} />
              </p>
            )}
          </>
        ) : (
          <p class="note">{s("hand.how", { n: deal.cards })}</p>
        )}
      </div>
      <fieldset class="hand-suits">
        <legend class="sr">{s("hand.suit")}</legend>
        {SUITS.map((one) => (
          <button
            type="button"
            key={one}
            class={suitClass[one]}
            aria-pressed={suit === one}
            aria-label={suitName(one)}
            onClick={() => setSuit(one)}
          >
            <Shape suit={one} />
          </button>
        ))}
      </fieldset>
      <div class="keys-grid">
        {RANKS.map((rank) => (
          <button
            type="button"
            key={rank}
            class={rank === deal.wild ? "wild" : ""}
            aria-disabled={full}
            aria-label={cardName(`${rank}${suit}`)}
            onClick={() => add(`${rank}${suit}`)}
          >
            {rank}
          </button>
        ))}
        <button type="button" class="wild" aria-disabled={full} onClick={() => add("JK")}>
          JK<span class="sr"> {t("card.joker")}</span>
        </button>
        <button
          type="button"
          class="erase"
          aria-label={s("back")}
          aria-disabled={cards.length === 0}
          onClick={() => setCards(cards.slice(0, -1))}
        >
          <Icon name="erase" />
        </button>
      </div>
      <p class="note" role="status">
        {s("hand.count", { n: cards.length, of: deal.cards })}
      </p>
    </Dialog>
  );
}

function arranged(
  search: Search,
  cards: readonly string[],
  wild: string | null,
): Arrangement | null {
  try {
    return search.arrange(cards, wild);
  } catch {
    return null;
  }
}
