import type { MeldShown } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import { MiniCard } from "./Card.tsx";

export const KIND = { book: "meld.book", run: "meld.run", wild: "meld.wild" } as const;

/** A meld as a row of small cards, wilds with what they stand for. */
export function Meld({ meld }: { meld: MeldShown }) {
  return (
    <span class="meld">
      <span class="sr">{t(KIND[meld.kind]) + t("colon")}</span>
      {meld.cards.map((card, at) => (
        <MiniCard
          key={at}
          card={card}
          reads={meld.reads[at] ?? null}
          wild={meld.reads[at] !== card}
        />
      ))}
    </span>
  );
}

export function Melds({ melds }: { melds: readonly MeldShown[] }) {
  return (
    <span class="melds">
      {melds.map((meld, at) => (
        <Meld key={at} meld={meld} />
      ))}
    </span>
  );
}

/** Small cards side by side. */
export function MiniCards({ cards }: { cards: readonly string[] }) {
  return (
    <span class="meld loose">
      {cards.map((card, at) => (
        <MiniCard key={at} card={card} />
      ))}
    </span>
  );
}
