import { face, type Rank, type Suit } from "../state/cards.ts";
import { listed, t } from "./index.ts";
import type { Key } from "./types.ts";

const SUIT_WORDS = {
  S: "suit.spades",
  H: "suit.hearts",
  D: "suit.diamonds",
  C: "suit.clubs",
  "*": "suit.stars",
} as const satisfies Record<Suit, Key>;

const RANK_WORDS: Partial<Record<Rank, "rank.J" | "rank.Q" | "rank.K">> = {
  J: "rank.J",
  Q: "rank.Q",
  K: "rank.K",
};

const WILD_WORDS = {
  "3": "wilds.3",
  "4": "wilds.4",
  "5": "wilds.5",
  "6": "wilds.6",
  "7": "wilds.7",
  "8": "wilds.8",
  "9": "wilds.9",
  "10": "wilds.10",
  J: "wilds.J",
  Q: "wilds.Q",
  K: "wilds.K",
} as const satisfies Record<Rank, Key>;

export const suitName = (suit: Suit) => t(SUIT_WORDS[suit]);

/** A card as it is spoken: "7 of clubs". */
export function cardName(card: string): string {
  const { suit, rank } = face(card);
  if (suit === null || rank === null) return t("card.joker");
  const word = RANK_WORDS[rank];
  // French elides before the star: "dame d’étoile".
  return t(suit === "*" ? "card.name.stars" : "card.name", {
    rank: word ? t(word) : rank,
    suit: suitName(suit),
  });
}

export const cardNames = (cards: readonly string[]) => listed(cards.map(cardName));

/** Which cards are wild: "Fives and jokers". */
export function wilds(wild: string | null): string {
  return wild === null ? t("wilds.jokers") : t(WILD_WORDS[wild as Rank]);
}
