/**
 * A sheet's log: who wrote what into which cell, and when. The same as `fivecrowns.score.log` in
 * Python, where it is explained; cases that both have to agree on are in tests/data/score.
 */
export const VERSION = 1;
export const MAX_NAME = 24;
export const MAX_POINTS = 999;
export const MAX_START = 99_999;
export const MAX_ROUND = 99;
export const MAX_SEATS = 99;
const MAX_TIME = 253_402_214_400_000;

export type Value = unknown;

/** One entry into one cell. Facts of the same time and device are one action of a person. */
export interface Fact {
  /** Milliseconds since 1970; later than every fact its writer knew. */
  readonly at: number;
  /** The device. */
  readonly by: string;
  readonly cell: string;
  /** `null` empties the cell. */
  readonly value: Value;
  /** The time of the device's action that this fact takes back. */
  readonly undo?: number;
  /** The time of the device's action that this fact does again. */
  readonly redo?: number;
}

/** Facts in their order, each once. */
export type Log = readonly Fact[];

export type Change = readonly [cell: string, value: Value];

/** A sheet, or a change of one, that cannot be. The page shows its own words. */
export class ScoreError extends Error {}

const before = (a: Fact, b: Fact) =>
  a.at - b.at ||
  (a.by < b.by ? -1 : a.by > b.by ? 1 : a.cell < b.cell ? -1 : a.cell > b.cell ? 1 : 0);

/** One log of several; the order in which they are given does not matter. */
export function merge(...logs: readonly Iterable<Fact>[]): Log {
  const facts = new Map<string, Fact>();
  for (const log of logs) {
    for (const fact of log) {
      const place = `${fact.at} ${fact.by} ${fact.cell}`;
      const known = facts.get(place);
      if (!known || isAfter(rank(fact), rank(known))) facts.set(place, fact);
    }
  }
  return [...facts.values()].sort(before);
}

/** Which of two facts that claim the same place holds: a copied device, or a forged file. */
const rank = ({ value, undo, redo }: Fact) =>
  JSON.stringify([sorted(value), undo ?? null, redo ?? null]);

/** Whether a text comes after another by its characters, as in Python; `>` goes by halves of them. */
function isAfter(one: string, other: string): boolean {
  if (one === other) return false;
  const [a, b] = [[...one], [...other]];
  const at = a.findIndex((char, i) => char !== b[i]);
  return at >= 0 && (a[at]?.codePointAt(0) ?? 0) > (b[at]?.codePointAt(0) ?? -1);
}

const sorted = (value: Value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value;

const same = (a: Value, b: Value) =>
  JSON.stringify(sorted(a ?? null)) === JSON.stringify(sorted(b ?? null));

/** What every cell holds now. */
export const cells = (log: Log): Map<string, Value> =>
  new Map(log.map(({ cell, value }) => [cell, value]));

/** All that was ever written into a cell, the latest last. */
export const history = (log: Log, cell: string): Log => log.filter((fact) => fact.cell === cell);

/** The facts of a person who changes some cells at once; changes that change nothing are left out. */
export function act(log: Log, by: string, changes: readonly Change[], now: number): Fact[] {
  const held = cells(log);
  const at = nextTime(log, now);
  return [...new Map(changes)]
    .filter(([cell, value]) => !same(held.get(cell), value))
    .map(([cell, value]) => checked({ at, by, cell, value }));
}

/** The facts that take the device's last action back: none if there is none. */
export function undo(log: Log, by: string, now: number): Fact[] {
  const taken = stacks(log, by).done.at(-1);
  if (taken === undefined) return [];
  const at = nextTime(log, now);
  const earlier = new Map<string, Value>();
  const last = new Map<string, Fact>();
  for (const fact of log) {
    if (fact.at < taken || (fact.at === taken && fact.by < by)) earlier.set(fact.cell, fact.value);
    last.set(fact.cell, fact);
  }
  const action = ofAction(log, by, taken);
  const facts = action
    .filter(({ cell, value }) => {
      const latest = last.get(cell);
      return latest?.by === by && same(latest.value, value);
    })
    .map(({ cell }) => ({ at, by, cell, value: earlier.get(cell) ?? null, undo: taken }));
  if (facts.length > 0) return facts;
  // Where others wrote over all of it, the action is still taken back: by writing what is there.
  return action
    .slice(0, 1)
    .map(({ cell }) => ({ at, by, cell, value: last.get(cell)?.value ?? null, undo: taken }));
}

/** The facts that do the action last taken back again: none if there is none. */
export function redo(log: Log, by: string, now: number): Fact[] {
  const again = stacks(log, by).undone.at(-1);
  if (again === undefined) return [];
  const at = nextTime(log, now);
  return ofAction(log, by, again).map(({ cell, value }) => ({ at, by, cell, value, redo: again }));
}

export const canUndo = (log: Log, by: string) => stacks(log, by).done.length > 0;
export const canRedo = (log: Log, by: string) => stacks(log, by).undone.length > 0;

/**
 * The times of the device's actions that hold, and of those taken back, the next one last.
 * The first action of a log makes the sheet, and is never taken back.
 */
function stacks(log: Log, by: string): { done: number[]; undone: number[] } {
  const done: number[] = [];
  let undone: number[] = [];
  let seen = log[0]?.at;
  for (const fact of log) {
    if (fact.by !== by || fact.at === seen) continue;
    seen = fact.at;
    if (fact.undo !== undefined) {
      if (done.at(-1) === fact.undo) {
        done.pop();
        undone.push(fact.undo);
      }
    } else if (fact.redo !== undefined) {
      if (undone.at(-1) === fact.redo) {
        undone.pop();
        done.push(fact.redo);
      }
    } else {
      done.push(fact.at);
      undone = [];
    }
  }
  return { done, undone };
}

const ofAction = (log: Log, by: string, at: number) =>
  log.filter((fact) => fact.by === by && fact.at === at);

/** A time after every fact of the log, however wrong some device's clock was. */
const nextTime = (log: Log, now: number) => Math.max(now, (log.at(-1)?.at ?? -1) + 1);

/** The fact itself, if it can stand in a log. */
export function checked(fact: Fact): Fact {
  for (const time of [fact.at, fact.undo ?? 0, fact.redo ?? 0]) {
    if (!whole(time, 0, MAX_TIME)) throw new ScoreError(`no time: ${time}`);
  }
  if (!isId(fact.by)) throw new ScoreError(`no device: ${fact.by}`);
  const holds = CELLS.find(([pattern]) => pattern.test(fact.cell))?.[1];
  if (!holds?.(fact.value)) {
    throw new ScoreError(`not possible in ${fact.cell}: ${JSON.stringify(fact.value)}`);
  }
  return fact;
}

export const isId = (value: Value): value is string =>
  typeof value === "string" && /^[A-Za-z0-9_-]{1,24}$/.test(value);

export const isName = (value: Value): value is string =>
  typeof value === "string" &&
  value !== "" &&
  [...value].length <= MAX_NAME &&
  !/^ | $|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);

const whole = (value: Value, least: number, most: number) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const orNull = (holds: (value: Value) => boolean) => (value: Value) =>
  value === null || holds(value);

const isDeal = (deal: Value) =>
  Array.isArray(deal) &&
  deal.length === 2 &&
  whole(deal[0], 3, 15) &&
  (deal[1] === 0 || whole(deal[1], 3, 13));

function isJoined(value: Value): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { round, points, ...rest } = value as Record<string, Value>;
  return (
    Object.keys(rest).length === 0 && whole(round, 1, MAX_ROUND) && whole(points, 0, MAX_START)
  );
}

const ROUND = "round/[1-9][0-9]?";
const PLAYER = "[A-Za-z0-9_-]{1,24}";
const CELLS: readonly [RegExp, (value: Value) => boolean][] = [
  [
    /^deals$/,
    (value) =>
      Array.isArray(value) && value.length > 0 && value.length < MAX_ROUND && value.every(isDeal),
  ],
  [/^reveal$/, (value) => value === "start" || value === "round"],
  [
    /^seats$/,
    (value) =>
      Array.isArray(value) &&
      value.length <= MAX_SEATS &&
      value.every(isId) &&
      new Set(value).size === value.length,
  ],
  [/^end$/, (value) => value === null || value === "shared" || value === "tiebreak"],
  [RegExp(`^player/${PLAYER}/name$`), orNull(isName)],
  [RegExp(`^player/${PLAYER}/joined$`), orNull(isJoined)],
  [RegExp(`^player/${PLAYER}/left$`), orNull((value) => whole(value, 0, MAX_ROUND))],
  [RegExp(`^${ROUND}/(dealer|out)$`), orNull(isId)],
  [RegExp(`^${ROUND}/points/${PLAYER}$`), orNull((value) => whole(value, 0, MAX_POINTS))],
];
