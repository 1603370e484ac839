/**
 * Planning a solitaire: which of the cards still to come go to which open pile.
 *
 * This is `fivecrowns.solitaire.plan`, choice for choice, where it is explained; a test compares
 * them. Piles are named by their size; cards are kinds.
 */
import { Hand, IN_CARDS } from "../search/hand.ts";
import { JOKER, type Kind } from "../search/kinds.ts";

/** Cards that one try may give to piles. */
const STEPS = 30;
/** Tries with the same piles, each looking at the cards in another order. */
const ORDERS = 4;
/** Searches after which no further try begins. */
const WORK = 6_000;

/** The open piles by size, the smallest first. */
export type Piles = ReadonlyMap<number, readonly Kind[]>;

export interface Plan {
  /** For each pile of the plan the cards that it is to get, sorted. */
  readonly cards: ReadonlyMap<number, readonly Kind[]>;
  /** Every open pile is in it, so that the game is won by following it. */
  readonly complete: boolean;
}

/** The smallest pile that is to get a card. */
export function pileFor(plan: Plan, card: Kind): number | null {
  const sizes = [...plan.cards.keys()].sort((a, b) => a - b);
  return sizes.find((size) => plan.cards.get(size)?.includes(card)) ?? null;
}

/** The cards without one copy of a card. */
export function without<T>(cards: readonly T[], card: T): T[] {
  const at = cards.indexOf(card);
  return cards.filter((_, place) => place !== at);
}

/** A hand for each size of pile, used again and again: a plan takes thousands of searches. */
const hands = new Map<number, Hand>();

/** The fewest cards that are in no meld if there were more wilds, these not counted. */
function fewestLeft(cards: readonly Kind[], size: number, moreWilds: number): number {
  const hand = hands.get(size) ?? new Hand(size - 3, IN_CARDS);
  hands.set(size, hand);
  hand.counts.fill(0);
  for (const kind of cards) hand.counts[kind] = (hand.counts[kind] as number) + 1;
  hand.counts[JOKER] = (hand.counts[JOKER] as number) + moreWilds;
  const cover = hand.cover();
  if (cover === 0 && hand.wilds < 3) return hand.naturals + Math.max(0, hand.wilds - moreWilds);
  return hand.naturals - cover;
}

/** Whether cards hold a complete pile of a size, with so many more wilds (Sol7). */
export function completes(size: number, cards: readonly Kind[], moreWilds = 0, first = 0): boolean {
  const spare = cards.length + moreWilds - size;
  const left = fewestLeft(cards, size, moreWilds);
  if (left >= spare) return left === spare;
  // More cards fit than the pile may keep. A meld can lose one down to three; where the number of
  // melds makes that impossible, see what can be done without some card.
  if (size % 3 === 0 || (size % 3 === 1 && spare - left === 1)) return true;
  return distinct(cards).some(
    (card) => card >= first && completes(size, without(cards, card), moreWilds, card),
  );
}

/** The fewest turns in which a pile could be completed, if any card may come. */
function turnsNeeded(size: number, cards: readonly Kind[]): number {
  let more = 0;
  while (!completes(size, cards, more)) more++;
  return more;
}

/** Whether the turns left could complete all open piles. `false` is certain (Sol11, Sol12). */
export function canBeWon(piles: Piles, unseen: readonly number[], turns: number): boolean {
  const search = new Search(unseen);
  let needed = 0;
  for (const [size, cards] of piles) {
    const need = turnsNeeded(size, cards);
    needed += need + (search.offered(search.goal(size, cards, need)) < need ? 1 : 0);
  }
  return needed <= turns;
}

/**
 * Plans for all open piles if a plan is found, otherwise for as many as it goes.
 *
 * `unseen` says how many cards of each kind are still to be played, as many as `turns` are left. An
 * earlier plan stands if it still closes every open pile.
 */
export function makePlan(
  piles: Piles,
  unseen: readonly number[],
  turns: number,
  earlier: Plan | null = null,
): Plan {
  const kept = still(earlier, piles, unseen);
  if (kept) return kept;
  const search = new Search(unseen);
  const needs = new Map([...piles].map(([size, cards]) => [size, turnsNeeded(size, cards)]));
  const needOf = (size: number) => needs.get(size) as number;
  let wanted = [...piles.keys()];
  const more = new Set<number>();
  while (wanted.length) {
    const complete = wanted.length === piles.size;
    const goals = wanted.map((size) => [size, needOf(size) + (more.has(size) ? 1 : 0)] as const);
    const needed = sum(goals.map(([, need]) => need));
    // Not every card fits somewhere, so a plan for some piles begins with turns to spare.
    if (needed <= turns - (complete ? 0 : Math.floor(turns / 8))) {
      const found = search.run(
        goals.map(([size, need]) => search.goal(size, piles.get(size) as Kind[], need)),
        turns,
        complete ? ORDERS : ORDERS / 2,
      );
      if (found) {
        const cards = found.map((goal) => [goal.size, [...goal.added].sort(ascending)] as const);
        return { cards: new Map(cards), complete };
      }
    }
    if (search.work > WORK) break;
    const blame = (size: number) => search.blame.get(size) ?? 0;
    const hardest = firstMost(wanted, blame);
    if (complete && needed < turns && blame(hardest) && !more.has(hardest)) {
      more.add(hardest); // it may take a card more than it would need with the best of luck
    } else {
      const dearest = firstMost(wanted, needOf);
      wanted = wanted.filter((size) => size !== dearest);
      more.clear();
    }
  }
  return { cards: new Map(), complete: piles.size === 0 };
}

/** The plan without the cards that have been played, if it still closes every open pile. */
function still(plan: Plan | null, piles: Piles, unseen: readonly number[]): Plan | null {
  if (!plan?.complete) return null;
  const pool = [...unseen];
  const cards = new Map<number, Kind[]>();
  for (const [size, held] of piles) {
    const coming: Kind[] = [];
    for (const card of plan.cards.get(size) ?? []) {
      if (pool[card]) {
        pool[card]--;
        coming.push(card);
      }
    }
    if (!plan.cards.has(size) || !completes(size, [...held, ...coming])) return null;
    cards.set(size, coming);
  }
  return { cards, complete: true };
}

/** A pile that is to be completed. */
interface Goal {
  readonly size: number;
  /** Its cards, with those it was given. */
  readonly cards: readonly Kind[];
  /** How many more cards it may be given. */
  readonly need: number;
  /** The kinds of card that bring it nearer. */
  readonly accepted: readonly Kind[];
  readonly added: readonly Kind[];
  /** The kinds with which it was tried in vain. */
  readonly banned: readonly Kind[];
}

/** Gives cards to piles, one by one, going back where a pile cannot be completed any more. */
class Search {
  /** Searches made so far. */
  work = 0;
  /** How often each pile was the one that could not be completed, in the last run. */
  readonly blame = new Map<number, number>();
  private readonly pool: number[];
  private order = 0;
  private steps = 0;
  private cut = false;

  constructor(unseen: readonly number[]) {
    this.pool = [...unseen];
  }

  /** A pile that may be given so many cards. */
  goal(size: number, cards: readonly Kind[], need: number): Goal {
    const accepted = this.accepted(size, cards, need, []);
    return { size, cards, need, accepted, added: [], banned: [] };
  }

  /** How many cards to come bring a pile nearer. */
  offered(goal: Goal): number {
    return sum(goal.accepted.map((kind) => this.pool[kind] as number));
  }

  /** Completes all these piles, trying the cards in several orders. */
  run(goals: readonly Goal[], turns: number, orders: number): readonly Goal[] | null {
    this.blame.clear();
    for (this.order = 0; this.order < orders; this.order++) {
      this.steps = STEPS;
      this.cut = false;
      const found = this.give(goals, turns);
      // A try that was not cut off has looked everywhere.
      if (found || !this.cut || this.work > WORK) return found;
    }
    return null;
  }

  /** Gives the next card, to the pile that has the least choice. */
  private give(goals: readonly Goal[], turns: number): readonly Goal[] | null {
    const needed = sum(goals.map((goal) => goal.need));
    if (needed === 0) return goals;
    if (needed > turns) return null;
    if (this.steps === 0) {
      this.cut = true;
      return null;
    }
    this.steps--;
    const goal = firstMost(
      goals.filter(({ need }) => need),
      (one) => -this.room(one),
    );
    if (this.offered(goal) >= goal.need) {
      let banned = goal.banned;
      for (const kind of this.ordered(goal, goals)) {
        this.take(kind, 1);
        const given = this.given(goal, kind, banned);
        const found = this.give(
          goals.map((other) => (other === goal ? given : other)),
          turns - 1,
        );
        this.take(kind, -1);
        if (found || this.cut) return found;
        banned = [...banned, kind];
      }
    }
    this.blame.set(goal.size, (this.blame.get(goal.size) ?? 0) + 1);
    return null;
  }

  private take(kind: Kind, count: number): void {
    this.pool[kind] = (this.pool[kind] as number) - count;
  }

  /** How much choice a pile has; negative where it cannot be completed. */
  private room(goal: Goal): number {
    const offered = this.offered(goal);
    return this.order % 2 ? Math.floor((4 * offered) / goal.need) - 4 : offered - goal.need;
  }

  /** The kinds that a pile accepts: those first that few others want and many are left of. */
  private ordered(goal: Goal, goals: readonly Goal[]): Kind[] {
    const { order } = this;
    const weight = order < 2 ? 4 : 2;
    const others = goals.filter(({ need }) => need);
    const rank = (kind: Kind) => {
      const demand = others.filter(({ accepted }) => accepted.includes(kind)).length;
      // The second number only makes each order another one.
      const other = (kind * (7 + 6 * order) + 13 * order) % 59;
      return (weight * demand - (this.pool[kind] as number)) * 59 + other;
    };
    const ranks = new Map(goal.accepted.map((kind) => [kind, rank(kind)]));
    return goal.accepted
      .filter((kind) => this.pool[kind])
      .sort((a, b) => (ranks.get(a) as number) - (ranks.get(b) as number));
  }

  private given(goal: Goal, kind: Kind, banned: readonly Kind[]): Goal {
    const cards = [...goal.cards, kind];
    const need = goal.need - 1;
    const accepted = this.accepted(goal.size, cards, need, banned);
    return { ...goal, cards, need, accepted, added: [...goal.added, kind], banned };
  }

  /** The kinds after which a pile can do with a card less. */
  private accepted(
    size: number,
    cards: readonly Kind[],
    need: number,
    banned: readonly Kind[],
  ): Kind[] {
    if (need === 0) return [];
    const kinds = [...this.pool.keys()].filter((kind) => this.pool[kind] && !banned.includes(kind));
    this.work += kinds.length;
    return kinds.filter((kind) => completes(size, [...cards, kind], need - 1));
  }
}

const ascending = (a: number, b: number) => a - b;
const distinct = (cards: readonly Kind[]) => [...new Set(cards)].sort(ascending);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The first of those for which a number is the largest; there is at least one. */
function firstMost<T>(values: readonly T[], measure: (value: T) => number): T {
  return values.reduce((best, value) => (measure(value) > measure(best) ? value : best));
}
