/** A hint: what the next turn would best be, and why. This is `fivecrowns.solitaire.hint`. */
import { arrange, bestDiscard, fewestPoints, pointsOf } from "../search/index.ts";
import { cardOf, type Kind, kindOf } from "../search/kinds.ts";
import {
  type Game,
  isWildIn,
  openPiles,
  type Pile,
  type Play,
  pointsLeft,
  turnsLeft,
  wildOf,
} from "./game.ts";
import { canBeWon, completes, makePlan, type Piles, type Plan, pileFor, without } from "./plan.ts";
import { DECK } from "./shuffle.ts";

export type Reason = "closes" | "planned" | "lowers" | "throws_away";

export interface Hint {
  readonly play: Play;
  readonly card: string;
  readonly reason: Reason;
  /** Points left over in that pile now, and after the play. */
  readonly before: number;
  readonly after: number;
  /** The cards that the pile is to get later, sorted. */
  readonly waitsFor: readonly string[];
  readonly plan: Plan;
}

/** The piles that are open, as the plan takes them. */
const kindsOf = (game: Game): Piles =>
  new Map(openPiles(game).map(({ size, cards }) => [size, cards.map(kindOf)]));

/** How many cards of each kind are still to be played, as the open cards tell. */
function toPlay(game: Game): number[] {
  const counts = new Array<number>(56).fill(0);
  const count = (cards: readonly string[], by: number) => {
    for (const kind of cards.map(kindOf)) counts[kind] = (counts[kind] as number) + by;
  };
  count(DECK, 1);
  for (const pile of game.piles) count(pile.cards, -1);
  count(
    game.plays.map(({ discard }) => discard),
    -1,
  );
  return counts;
}

/** Whether the cards to come could close every open pile; `false` is certain (Sol11, Sol12). */
export const winnable = (game: Game): boolean =>
  canBeWon(kindsOf(game), toPlay(game), turnsLeft(game));

/** The best play for the card turned over, `null` where none is. */
export function hint(game: Game, earlier: Plan | null = null): Hint | null {
  const card = game.drawn;
  if (card === null || turnsLeft(game) === 0) return null;
  const plan = makePlan(kindsOf(game), toPlay(game), turnsLeft(game), earlier);
  const size = pileFor(plan, kindOf(card));
  const pile = openPiles(game).find((one) => one.size === size);
  return pile ? planned(pile, card, plan) : unplanned(game, card, plan);
}

/** Gives a pile its card, and throws away the dearest that it can do without. */
function planned(pile: Pile, card: string, plan: Plan): Hint {
  const wild = wildOf(pile.size);
  const held = [...pile.cards, card];
  const waitsFor = without((plan.cards.get(pile.size) as Kind[]).map(cardOf), card);
  const isWild = (one: string) => isWildIn(one, pile.size);
  const discard = [...new Set(held)]
    .sort(
      (a, b) =>
        Number(isWild(a)) - Number(isWild(b)) ||
        pointsOf(b, wild) - pointsOf(a, wild) ||
        kindOf(a) - kindOf(b),
    )
    .find((one) => completes(pile.size, [...without(held, one), ...waitsFor].map(kindOf)));
  if (discard === undefined) throw new Error("a plan leaves a card to throw away");
  const after = fewestPoints(without(held, discard), wild);
  const reason = after ? "planned" : "closes";
  const play = { pile: pile.size, discard };
  return { play, card, reason, before: pointsLeft(pile), after, waitsFor, plan };
}

/** Helps a pile for which there is no plan, or throws the card away. */
function unplanned(game: Game, card: string, plan: Plan): Hint {
  const open = openPiles(game);
  const hints = open.flatMap((pile): Hint[] => {
    if (plan.cards.has(pile.size)) return [];
    const before = pointsLeft(pile);
    const best = bestDiscard([...pile.cards, card], wildOf(pile.size));
    if (!best || best.points >= before) return [];
    const play = { pile: pile.size, discard: best.discard };
    const reason = best.points ? "lowers" : "closes";
    return [{ play, card, reason, before, after: best.points, waitsFor: [], plan }];
  });
  const worth = ({ before, after }: Hint) => (after === 0 ? 10_000 : 0) + before - after;
  const [first, ...others] = hints;
  if (first) return others.reduce((best, one) => (worth(one) > worth(best) ? one : best), first);
  const last = open[open.length - 1] as Pile;
  const points = pointsLeft(last);
  const play = { pile: last.size, discard: card };
  return { play, card, reason: "throws_away", before: points, after: points, waitsFor: [], plan };
}

/** What each discard would leave if a card were added to a pile, the best first. */
export function ways(pile: Pile, card: string) {
  const held = [...pile.cards, card];
  return [...new Set(held)]
    .map((discard) => ({
      discard,
      arrangement: arrange(without(held, discard), wildOf(pile.size)),
    }))
    .sort(
      (a, b) =>
        a.arrangement.points - b.arrangement.points ||
        Number(b.discard === card) - Number(a.discard === card) ||
        kindOf(a.discard) - kindOf(b.discard),
    );
}
