/** The game of solitaire on this device: kept at every tap, and how the games before it ended. */
import { batch, computed, signal } from "@preact/signals";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { newId } from "../net/ids.ts";
import {
  type Action,
  apply,
  closedPiles,
  type Event,
  type Game,
  isOver,
  replay,
  totalLeft,
  won,
} from "./game.ts";
import { hint as bestPlay, type Hint } from "./hint.ts";
import type { Plan } from "./plan.ts";
import { seededDeal } from "./shuffle.ts";

/** A game as it is kept: its name, what decided the deal, and the lines of its record. */
interface Kept {
  readonly id: string;
  readonly seed: string;
  readonly actions: readonly Action[];
}

/** How a game ended. */
export interface Result {
  readonly id: string;
  readonly seed: string;
  /** When it ended. */
  readonly at: number;
  readonly won: boolean;
  readonly closed: number;
  readonly turns: number;
  readonly points: number;
  readonly undoneSeen: number;
}

interface Database extends DBSchema {
  games: { key: "current"; value: Kept };
  results: { key: string; value: Result };
}

let opened: Promise<IDBPDatabase<Database> | null> | null = null;

function database(): Promise<IDBPDatabase<Database> | null> {
  opened ??= openDB<Database>("fivecrowns-solitaire", 1, {
    upgrade(made) {
      made.createObjectStore("games");
      made.createObjectStore("results", { keyPath: "id" });
    },
  }).catch(() => {
    keeps.value = false;
    return null;
  });
  return opened;
}

const current = signal<Kept | null>(null);
/** The finished games, in the order they ended. */
export const results = signal<readonly Result[]>([]);
/** Whether this browser keeps what is played. */
export const keeps = signal(true);

/** The last of what is being written. */
let written: Promise<void> = Promise.resolve();

/** Reads what this device keeps; again when somebody comes back to the page, for other tabs. */
export async function load(): Promise<void> {
  const before = written;
  await before;
  try {
    const kept = await database();
    const found = await kept?.get("games", "current");
    const ended = (await kept?.getAll("results")) ?? [];
    // What was played meanwhile is newer.
    if (!found || written !== before) return;
    const known = current.peek();
    if (found.id === known?.id && found.actions.length === known.actions.length) return;
    plan = null;
    batch(() => {
      results.value = ended.sort((a, b) => a.at - b.at);
      current.value = found;
      game.value = read(found);
      hint.value = null;
    });
  } catch {
    keeps.value = false;
  }
}

/** The state that kept actions lead to; nothing where they cannot be read. */
function read({ actions }: Kept): Game | null {
  try {
    return replay(actions);
  } catch {
    return null;
  }
}

/** Keeps a game and, where it is over, its result: both or neither. */
function store(kept: Kept, result: Result | null): void {
  written = written.then(async () => {
    try {
      const transaction = (await database())?.transaction(["games", "results"], "readwrite", {
        durability: "strict", // a phone's battery may end any time
      });
      if (!transaction) return;
      await transaction.objectStore("games").put(kept, "current");
      if (result) await transaction.objectStore("results").put(result);
      await transaction.done;
    } catch {
      keeps.value = false;
    }
  });
}

export const game = signal<Game | null>(null);
/** What decided the deal: a number, or a day such as 2026-12-24. */
export const seed = computed(() => current.value?.seed ?? "");
export const hint = signal<Hint | null>(null);
let plan: Plan | null = null;

/** Deals a game; the one that is going on must have ended. */
export function deal(from: string): Event[] {
  const start = seededDeal(from);
  plan = null;
  current.value = { id: newId(), seed: from, actions: [] };
  game.value = null;
  return act(start);
}

/** Does something and turns the next card over; whoever has seen a card cannot say otherwise. */
export function act(action: Action): Event[] {
  let step = apply(game.value, action);
  const events = [...step.events];
  const actions = [action];
  if (step.game.drawn === null && !isOver(step.game)) {
    const turn = { draw: "pile" } as const;
    step = apply(step.game, turn);
    events.push(...step.events);
    actions.push(turn);
  }
  const before = current.value;
  if (!before) return events;
  const now = { ...before, actions: [...before.actions, ...actions] };
  const result = isOver(step.game) ? resultOf(now, step.game) : null;
  batch(() => {
    game.value = step.game;
    hint.value = null;
    current.value = now;
    if (result) results.value = [...results.value, result];
  });
  store(now, result);
  return events;
}

const resultOf = ({ id, seed }: Kept, over: Game): Result => ({
  id,
  seed,
  at: Date.now(),
  won: won(over) === true,
  closed: closedPiles(over).length,
  turns: over.plays.length,
  points: totalLeft(over),
  undoneSeen: over.undoneSeen,
});

/** Looks for the best play, following the plan of an earlier hint while it holds. */
export function askHint(): void {
  if (!game.value) return;
  hint.value = bestPlay(game.value, plan);
  plan = hint.value?.plan ?? null;
}

/** The record of the game, as a file. */
export function record(): string {
  const lines: readonly object[] = [
    { fivecrowns: 1, game: "solitaire" },
    ...(current.value?.actions ?? []),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The seed of a deal that nobody knows yet. */
export const anyNumber = () =>
  String(((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 999_999) + 1);

/** The seed of the deal of the day, by this device's calendar. */
export function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** A number as it was typed, `null` where it is none. */
export function numberFrom(text: string): string | null {
  const digits = text.trim();
  return /^\d{1,18}$/.test(digits) ? digits.replace(/^0+(?=\d)/, "") : null;
}

/** The results by how they count, each deal once; the others apart. */
export function sorted(all: readonly Result[]) {
  const dealt = new Set<string>();
  const fair: Result[] = [];
  const undone: Result[] = [];
  const again: Result[] = [];
  for (const result of all) {
    (result.undoneSeen ? undone : dealt.has(result.seed) ? again : fair).push(result);
    dealt.add(result.seed);
  }
  return { fair, undone, again };
}
