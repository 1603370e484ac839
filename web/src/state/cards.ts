import { RANKS, SUITS, SYMBOLS } from "../generated/facts.ts";

export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];

/** What is printed on a card; the joker has neither suit nor rank. */
export interface Face {
  readonly suit: Suit | null;
  readonly rank: Rank | null;
}

export function face(card: string): Face {
  if (card === "JK") return { suit: null, rank: null };
  return { suit: card.slice(-1) as Suit, rank: card.slice(0, -1) as Rank };
}

/** A card as it stands in a sentence on the screen: `7♥`. */
export function symbols(card: string): string {
  const { suit, rank } = face(card);
  return suit === null ? "JK" : `${rank}${SYMBOLS[suit]}`;
}

const rankOrder = (card: string) => {
  const { rank } = face(card);
  return rank === null ? RANKS.length : RANKS.indexOf(rank);
};
const suitOrder = (card: string) => {
  const { suit } = face(card);
  return suit === null ? SUITS.length : SUITS.indexOf(suit);
};

export const byRank = (a: string, b: string) =>
  rankOrder(a) - rankOrder(b) || suitOrder(a) - suitOrder(b);
export const bySuit = (a: string, b: string) =>
  suitOrder(a) - suitOrder(b) || rankOrder(a) - rankOrder(b);
