/**
 * Answers for the tests in Python, which compare the page's rules with the engine's: one JSON value a
 * line comes in, one goes out.
 */
import { createInterface } from "node:readline";
import { arrange, bestDiscard, fewestPoints, goingOutDiscards } from "../src/search/index.ts";

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
};

const answer = answers[process.argv[2] ?? ""];
if (!answer) throw new Error(`expected one of ${Object.keys(answers)}, got ${process.argv[2]}`);
const told: string[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  told.push(JSON.stringify(answer(JSON.parse(line) as never)));
}
process.stdout.write(told.map((line) => `${line}\n`).join(""));
