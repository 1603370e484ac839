import { JOKER_POINTS, RANK_POINTS, RANKS, WILD_POINTS } from "../generated/facts.ts";
import { Hand } from "./hand.ts";
import { cardOf, isWild, JOKER, type Kind, kindOf, rankOf, SUITS } from "./kinds.ts";
import { dealOut, ownPlace } from "./wilds.ts";

/** Three or more cards that form a book, a run or a group of wilds only. */
export interface Meld {
  readonly kind: "book" | "run" | "wild";
  /** The cards, a run from low to high, a book by suit with its wilds last. */
  readonly cards: readonly string[];
  /** What each card stands for; a natural stands for itself. */
  readonly reads: readonly string[];
}

/** A hand split into melds and cards left over, which cost `points`. */
export interface Arrangement {
  readonly melds: readonly Meld[];
  readonly left: readonly string[];
  readonly points: number;
}

/** The most cards that a hand may hold. */
export const MAX_HAND = 16;
const MOST_COPIES = 4;
const MOST_JOKERS = 12;

/** What a card costs that is left over (R8.1); `wild` is a rank such as `7` or `K`. */
export function pointsOf(card: string, wild: string | null): number {
  if (card === "JK") return JOKER_POINTS;
  const rank = card.slice(0, -1) as keyof typeof RANK_POINTS;
  return rank === wild ? WILD_POINTS : RANK_POINTS[rank];
}

/**
 * The fewest points that a hand can leave over (R8.2), exactly.
 *
 * `wild` is the round's wild rank, `null` for only jokers; with `naturals` 1 every meld needs a
 * natural card (H1). Throws a RangeError for more than 16 cards, or more copies of one than two
 * game sets hold.
 */
export function fewestPoints(
  cards: readonly string[],
  wild: string | null,
  naturals: 0 | 1 = 0,
): number {
  const hand = handOf(cards, wild);
  const cover = hand.cover();
  if (cover === 0 && (naturals || hand.wilds < 3)) return sum(cards, wild);
  return hand.total - cover;
}

/** The canonical best arrangement of a hand, as `fivecrowns.melds.arrange` gives it. */
export function arrange(
  cards: readonly string[],
  wild: string | null,
  naturals: 0 | 1 = 0,
): Arrangement {
  const groups = handOf(cards, wild).groups();
  const kinds = sortedKinds(cards);
  const rank = numberOf(wild);
  const wilds = kinds.filter((kind) => isWild(kind, rank));
  let melds: Meld[] = [];
  if (groups.length) melds = dealOut(groups, wilds).map(([plain, given]) => read(plain, given));
  else if (wilds.length >= 3 && !naturals) melds = [readWilds(wilds, rank)];
  const left = kinds.map(cardOf);
  for (const card of melds.flatMap((meld) => meld.cards)) left.splice(left.indexOf(card), 1);
  return { melds, left, points: sum(left, wild) };
}

/** A discard, and the points of what it leaves. */
export interface Outcome {
  readonly discard: string;
  readonly points: number;
}

/** What each discard would leave, every kind of card once, in sorting order. */
export function outcomes(
  cards: readonly string[],
  wild: string | null,
  naturals: 0 | 1 = 0,
): Outcome[] {
  return [...new Set(sortedKinds(cards))].map(cardOf).map((discard) => {
    const kept = [...cards];
    kept.splice(kept.indexOf(discard), 1);
    return { discard, points: fewestPoints(kept, wild, naturals) };
  });
}

/** Every kind of card whose discard lets all the others go down as melds (R6.1 to R6.3). */
export function goingOutDiscards(
  cards: readonly string[],
  wild: string | null,
  naturals: 0 | 1 = 0,
): string[] {
  if (cards.length < 4) return [];
  return outcomes(cards, wild, naturals).flatMap(({ discard, points }) => (points ? [] : discard));
}

/**
 * The discard that leaves the fewest points, from a hand that has drawn (R7.2).
 *
 * Of several, a natural card before a wild, a joker last; of natural cards the highest, and of
 * these the first in sorting order. `null` for no cards.
 */
export function bestDiscard(
  cards: readonly string[],
  wild: string | null,
  naturals: 0 | 1 = 0,
): Outcome | null {
  const rank = numberOf(wild);
  const worth = ({ discard }: Outcome) => {
    const cost = pointsOf(discard, wild);
    return isWild(kindOf(discard), rank) ? -cost : cost;
  };
  return outcomes(cards, wild, naturals).reduce<Outcome | null>((best, other) => {
    if (best === null || other.points < best.points) return other;
    return other.points === best.points && worth(other) > worth(best) ? other : best;
  }, null);
}

function handOf(cards: readonly string[], wild: string | null): Hand {
  if (cards.length > MAX_HAND) {
    throw new RangeError(`expected at most ${MAX_HAND} cards in a hand, got ${cards.length}`);
  }
  const hand = new Hand(numberOf(wild));
  for (const card of cards) {
    const kind = kindOf(card);
    const count = (hand.counts[kind] as number) + 1;
    hand.counts[kind] = count;
    if (count > (kind === JOKER ? MOST_JOKERS : MOST_COPIES)) {
      throw new RangeError(`expected no more of ${card} than two game sets hold, got ${count}`);
    }
  }
  return hand;
}

/** A wild rank as a number from 0 for the three. */
function numberOf(wild: string | null): number | null {
  const rank = (RANKS as readonly (string | null)[]).indexOf(wild);
  if (rank < 0 && wild !== null) throw new RangeError(`expected a rank from 3 to K, got ${wild}`);
  return wild === null ? null : rank;
}

const sortedKinds = (cards: readonly string[]): Kind[] => cards.map(kindOf).sort((a, b) => a - b);

const sum = (cards: readonly string[], wild: string | null) =>
  cards.reduce((total, card) => total + pointsOf(card, wild), 0);

/** Labels the wilds of what is known to be a book or a run; both lists are sorted. */
function read(plain: readonly Kind[], wilds: readonly Kind[]): Meld {
  const first = plain[0] as Kind;
  const last = plain[plain.length - 1] as Kind;
  if (rankOf(first) === rankOf(last)) {
    return meld("book", [...plain, ...wilds], bookReads(plain, wilds.length, rankOf(first)));
  }
  // The places of the run are the numbers of its cards, up to that of the king.
  const size = plain.length + wilds.length;
  let low = Math.min(first, first - rankOf(first) + RANKS.length - size);
  const placed = new Map(plain.map((kind) => [kind, kind]));
  const others = [...wilds];
  const own = ownPlace(plain, wilds, size);
  if (own !== undefined) {
    low = Math.min(low, own);
    placed.set(own, own);
    others.splice(others.indexOf(own), 1);
  }
  const reads = Array.from({ length: size }, (_, place) => low + place);
  const run = reads.map((place) => placed.get(place) ?? (others.shift() as Kind));
  return meld("run", run, reads);
}

/** Labels wilds only: a book of the wild rank, or of kings where no rank is wild. */
function readWilds(wilds: readonly Kind[], rank: number | null): Meld {
  const suited = wilds.filter((kind) => kind !== JOKER);
  const jokers = wilds.length - suited.length;
  return meld("wild", wilds, bookReads(suited, jokers, rank ?? RANKS.length - 1));
}

/** Cards of a rank, and for each wild one more of it, of the suit that is rarest so far. */
function bookReads(cards: readonly Kind[], wilds: number, rank: number): Kind[] {
  const copies = new Array<number>(SUITS).fill(0);
  const suits = cards.map((kind) => (kind - rankOf(kind)) / RANKS.length);
  for (const suit of suits) copies[suit] = (copies[suit] as number) + 1;
  const reads = [...cards];
  for (let at = 0; at < wilds; at++) {
    const suit = copies.indexOf(Math.min(...copies));
    copies[suit] = (copies[suit] as number) + 1;
    reads.push(suit * RANKS.length + rank);
  }
  return reads;
}

const meld = (kind: Meld["kind"], cards: readonly Kind[], reads: readonly Kind[]): Meld => ({
  kind,
  cards: cards.map(cardOf),
  reads: reads.map(cardOf),
});
