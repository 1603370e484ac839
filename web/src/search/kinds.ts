import { CARDS } from "../generated/facts.ts";

/** A kind of card as a number: 11 · suit + rank, where rank 0 is the three; 55 is the joker. */
export type Kind = number;

export const RANKS = 11;
export const SUITS = 5;
export const JOKER: Kind = RANKS * SUITS;

const KINDS = new Map<string, Kind>(CARDS.map((card, kind) => [card, kind]));

/** The number of a card such as `10*`. */
export function kindOf(card: string): Kind {
  const kind = KINDS.get(card);
  if (kind === undefined) throw new RangeError(`expected a card such as 7H, 10* or JK: ${card}`);
  return kind;
}

export const cardOf = (kind: Kind): string => CARDS[kind] ?? "JK";

export const suitOf = (kind: Kind): number => Math.floor(kind / RANKS);
export const rankOf = (kind: Kind): number => kind % RANKS;

/** Whether a card is wild where a rank is, `null` for only jokers. */
export const isWild = (kind: Kind, wild: number | null): boolean =>
  kind === JOKER || rankOf(kind) === wild;
