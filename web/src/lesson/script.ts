import { OFFICIAL } from "../components/OptionsForm.tsx";
import { DEALS, LESSON_OPPONENT } from "../generated/facts.ts";
import type { Hand, Happened, LastAction, Round, Sheet, Table } from "../generated/protocol.ts";

/** What the person does to go on: a pile to draw from, a slot to discard, or going out. */
export type Wanted =
  | { readonly type: "draw"; readonly source: "pile" | "discard" }
  | { readonly type: "discard"; readonly slot: number }
  | { readonly type: "go_out"; readonly slot: number }
  | null;

export type Coach =
  | "lesson.draw"
  | "lesson.discard"
  | "lesson.take"
  | "lesson.goOut"
  | "lesson.end";

/** A scene: what the table shows, what is said, what is done to go on. */
export interface Scene {
  readonly coach: Coach;
  readonly wanted: Wanted;
  readonly round: Round | null;
  readonly hand: Hand | null;
  readonly events: readonly Happened[];
}

const ME = 0;
const SHE = 1;

export function lessonTable(name: string, stage: "round" | "between"): Table {
  const person = {
    name,
    called: name,
    opponent: null,
    away: false,
    waits: false,
    ready: false,
    tie: false,
  };
  const opponent = {
    ...person,
    name: null,
    called: LESSON_OPPONENT,
    opponent: "medium" as const,
    ready: true,
  };
  return {
    stage,
    seats: [person, opponent],
    host: ME,
    options: { ...OFFICIAL, hints: "off" },
    schedule: DEALS.official,
    paused: false,
    locked: true,
    game: 0,
  };
}

const ROUND: Round = {
  index: 0,
  deal: { cards: 3, wild: "3" },
  tie_break: false,
  seats: [ME, SHE],
  dealer: SHE,
  turn: ME,
  phase: "draw",
  deadline: null,
  out: null,
  to_come: [],
  last_turns: [],
  hand_sizes: [3, 3],
  draw_pile: 109,
  must_draw_pile: false,
  discard_pile: 1,
  upcard: "10D",
  melds: [[], []],
  picked_up: [[], []],
  last: [null, null],
  commits: [],
};

const did = (some: Partial<LastAction>): LastAction => ({
  source: "pile",
  took: null,
  discard: null,
  laid_off: [],
  out: false,
  laid_down: false,
  by_opponent: false,
  ...some,
});

const NOTHING = { draw: [], discard: [], go_out: [], lay_down: [], lay_off: [] };
const cards = (...held: string[]) =>
  held.flatMap((card, slot) => (card ? [{ slot, card, wild: card.startsWith("3") }] : []));

const FIRST = cards("8H", "QC", "5D");
const DRAWN = cards("8H", "QC", "5D", "3S");
const KEPT = cards("8H", "", "5D", "3S");
const FULL = cards("8H", "", "5D", "3S", "8C");
const LAID = {
  groups: [{ kind: "book" as const, slots: [0, 4, 3], reads: ["8H", "8C", "8S"] }],
  left: [2],
  points: 5,
};

/** One round of three cards: draw, discard, take a discard, go out. */
export const SCENES: readonly Scene[] = [
  {
    coach: "lesson.draw",
    wanted: { type: "draw", source: "pile" },
    round: ROUND,
    hand: {
      cards: FIRST,
      drawn: null,
      arranged: { groups: [], left: [0, 1, 2], points: 25 },
      actions: { ...NOTHING, draw: ["pile"] },
    },
    events: [],
  },
  {
    coach: "lesson.discard",
    wanted: { type: "discard", slot: 1 },
    round: { ...ROUND, phase: "discard", draw_pile: 108, last: [did({}), null] },
    hand: {
      cards: DRAWN,
      drawn: 3,
      arranged: { groups: [], left: [0, 1, 2, 3], points: 45 },
      actions: { ...NOTHING, discard: [1] },
    },
    events: [{ type: "drew", seat: ME, source: "pile", card: "3S", slot: 3, by_opponent: false }],
  },
  {
    coach: "lesson.take",
    wanted: { type: "draw", source: "discard" },
    round: {
      ...ROUND,
      draw_pile: 107,
      discard_pile: 3,
      upcard: "8C",
      last: [did({ discard: "QC" }), did({ discard: "8C", by_opponent: true })],
    },
    hand: {
      cards: KEPT,
      drawn: null,
      arranged: { groups: [], left: [0, 2, 3], points: 33 },
      actions: { ...NOTHING, draw: ["discard"] },
    },
    events: [{ type: "discarded", seat: SHE, card: "8C", slot: null, by_opponent: true }],
  },
  {
    coach: "lesson.goOut",
    wanted: { type: "go_out", slot: 2 },
    round: {
      ...ROUND,
      phase: "discard",
      draw_pile: 107,
      discard_pile: 2,
      upcard: "QC",
      last: [did({ source: "discard", took: "8C" }), did({ discard: "8C", by_opponent: true })],
    },
    hand: {
      cards: FULL,
      drawn: 4,
      arranged: LAID,
      actions: { ...NOTHING, discard: [], go_out: [{ slot: 2, arranged: LAID }] },
    },
    events: [
      { type: "drew", seat: ME, source: "discard", card: "8C", slot: 4, by_opponent: false },
    ],
  },
  { coach: "lesson.end", wanted: null, round: null, hand: null, events: [] },
];

/** The score sheet of the lesson, before and after its round. */
export const sheet = (over: boolean): Sheet => ({
  rows: over
    ? [
        {
          index: 0,
          deal: ROUND.deal,
          tie_break: false,
          dealer: SHE,
          out: ME,
          scores: [0, 21],
          totals: [0, 21],
        },
      ]
    : [],
  totals: over ? [0, 21] : [0, 0],
  ranks: over ? [1, 2] : [1, 1],
  tied: [],
  winners: [],
  hints: null,
});

/** How the round ended: nothing left over here, a jack, a six and a four there. */
export const END = {
  index: 0,
  melds: [[{ kind: "book" as const, cards: ["8H", "8C", "3S"], reads: ["8H", "8C", "8S"] }], []],
  left: [[], ["4C", "6H", "JS"]],
  scores: [0, 21],
  shuffles: [],
};
