/**
 * Answers for the tests in Python, which compare the page's rules with the engine's: one JSON value a
 * line comes in, one goes out.
 */
import { createInterface } from "node:readline";
import { arrange, bestDiscard, fewestPoints, goingOutDiscards } from "../src/search/index.ts";
import {
  type Action,
  apply,
  closedPiles,
  type Event,
  type Game,
  IllegalAction,
  replay,
  totalLeft,
  turnsLeft,
  won,
} from "../src/solitaire/game.ts";
import { hint, winnable } from "../src/solitaire/hint.ts";
import type { Plan } from "../src/solitaire/plan.ts";
import { seededDeal } from "../src/solitaire/shuffle.ts";

type Question = readonly [hand: readonly string[], wild: string | null, naturals: 0 | 1];

const answers: Record<string, (question: never) => unknown> = {
  arrange: ([hand, wild, naturals]: Question) => {
    const { melds, left, points } = arrange(hand, wild, naturals);
    return [points, left, melds.map(({ kind, cards, reads }) => [kind, cards, reads])];
  },
  points: (question: Question) => fewestPoints(...question),
  discards: (question: Question) => {
    const best = bestDiscard(...question);
    return [best && [best.discard, best.points], goingOutDiscards(...question)];
  },
  deal: (seed: string) => seededDeal(seed),
  solitaire: follow,
  hints: followHints,
};

/** Plays the actions of a record, illegal ones too; tells what each does. */
function follow(actions: readonly Action[]): unknown[] {
  let game: Game | null = null;
  return actions.map((action) => {
    try {
      const step = apply(game, action);
      game = step.game;
      return [step.events.map(told), ...state(step.game)];
    } catch (error) {
      if (error instanceof IllegalAction) return error.code;
      throw error;
    }
  });
}

const told = (event: Event): unknown[] => {
  if (event.type !== "closed") return Object.values(event);
  return [event.type, event.pile, event.melds.map(({ cards, reads }) => [cards, reads])];
};

const state = (game: Game) => [
  closedPiles(game).map(({ size }) => size),
  totalLeft(game),
  game.drawn,
  game.drawPile,
  game.plays.length,
  [game.undone, game.undoneSeen],
  won(game),
  turnsLeft(game),
];

/** Goes on by the hint to the end of the game; tells each hint. */
function followHints(actions: readonly Action[]): unknown[] {
  let game = replay(actions) as Game;
  let plan: Plan | null = null;
  const hints: unknown[] = [winnable(game)];
  while (won(game) === null) {
    if (game.drawn === null) game = apply(game, { draw: "pile" }).game;
    const hinted = hint(game, plan);
    if (!hinted) break;
    const { play, reason, before, after, waitsFor } = hinted;
    plan = hinted.plan;
    hints.push([play.pile, play.discard, reason, before, after, waitsFor, plan.complete]);
    game = apply(game, play).game;
  }
  return hints;
}

const answer = answers[process.argv[2] ?? ""];
if (!answer) throw new Error(`expected one of ${Object.keys(answers)}, got ${process.argv[2]}`);
const answered: string[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  answered.push(JSON.stringify(answer(JSON.parse(line) as never)));
}
process.stdout.write(answered.map((line) => `${line}\n`).join(""));
