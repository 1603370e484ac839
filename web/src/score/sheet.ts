import { MOST_POINTS, RANKS, TIE_BREAK } from "../generated/facts.ts";
import { cells, type Log, MAX_SEATS, ScoreError, type Value } from "./log.ts";

/** Cards, and the wild rank: `null` where only jokers are wild. */
export interface Deal {
  readonly cards: number;
  readonly wild: string | null;
}

export interface Player {
  readonly id: string;
  readonly name: string;
  /** The first round played, from 1. */
  readonly joined: number;
  /** Points at the start. */
  readonly start: number;
  /** The last round played, `null` for who is still there. */
  readonly left: number | null;
}

export type Warn = "no_zero" | "too_many";

export interface Round {
  /** From 1; tie-break rounds go on after the last of the schedule. */
  readonly number: number;
  readonly deal: Deal;
  readonly tieBreak: boolean;
  /** Who takes part, in the order of the seats. */
  readonly players: readonly string[];
  readonly dealer: string | null;
  readonly starter: string | null;
  readonly out: string | null;
  /** `null` is blank, which is not zero. */
  readonly points: ReadonlyMap<string, number | null>;
  readonly complete: boolean;
}

/** A sheet as it stands; explained in `fivecrowns.score.sheet`. */
export interface Sheet {
  /** All who ever were on it, in the order of the seats, clockwise. */
  readonly players: readonly Player[];
  readonly deals: readonly Deal[];
  readonly reveal: "start" | "round";
  readonly rounds: readonly Round[];
  readonly end: "shared" | "tiebreak" | null;
  /** Who can win: all who have not left. */
  readonly staying: readonly Player[];
  readonly totals: ReadonlyMap<string, number>;
  readonly ranks: ReadonlyMap<string, number>;
  readonly leaders: readonly string[];
  /** The first round that is not complete, `null` if there is none. */
  readonly current: Round | null;
  /** All rounds of the schedule are complete. */
  readonly schedulePlayed: boolean;
  /** Who is level at the top while nobody has said how that is decided. */
  readonly tied: readonly string[];
  /** Empty until the end. */
  readonly winners: readonly string[];
  readonly finished: boolean;
}

type Base = Pick<Sheet, "players" | "deals" | "reveal" | "rounds" | "end">;

export const missing = (round: Round) =>
  round.players.filter((player) => round.points.get(player) === null);

/** The most points that a hand of this deal can cost, `null` where that is not known (R8.4). */
export function mostPoints({ cards, wild }: Deal): number | null {
  if (wild === null || wild !== RANKS[cards - 3]) return null;
  return (MOST_POINTS as Record<number, number>)[cards] ?? null;
}

/** What is unlikely about a round, each with the player it is about (R8.3, R8.4). */
export function warnings(round: Round): [Warn, string | null][] {
  const found: [Warn, string | null][] = [];
  const points = [...round.points.values()];
  if (round.players.length > 0 && round.complete && !points.includes(0)) {
    found.push(["no_zero", null]);
  }
  const most = mostPoints(round.deal);
  for (const [player, got] of round.points) {
    if (most !== null && (got ?? 0) > most) found.push(["too_many", player]);
  }
  return found;
}

export const playerOf = (sheet: Base, id: string) => sheet.players.find((p) => p.id === id);
export const nameOf = (sheet: Base, id: string) => playerOf(sheet, id)?.name ?? "";

/** A player's points after a round, or now: the start and all rounds of the schedule. */
export function total(sheet: Base, player: Player, number: number = sheet.deals.length): number {
  return sheet.rounds
    .slice(0, Math.min(number, sheet.deals.length))
    .reduce((sum, round) => sum + (round.points.get(player.id) ?? 0), player.start);
}

/** The sheet that a log tells. */
export function read(log: Log): Sheet {
  const held = cells(log);
  const deals = (held.get("deals") as [number, number][] | undefined)?.map(dealOf);
  if (!deals) throw new ScoreError("no fact says the rounds");
  // Not of those who stay: two devices may each have let somebody go.
  const count = names(held).length;
  if (count < 2 || count > MAX_SEATS) throw new ScoreError(`${count} players`);
  const players = playersOf(held);
  const rounds: Round[] = [];
  let dealer: string | null = null;
  for (const [at, deal] of deals.entries()) {
    const number = at + 1;
    const present = players.filter((p) => plays(p, number)).map((p) => p.id);
    const round = roundOf(held, players, number, deal, present, dealer, false);
    rounds.push(round);
    dealer = round.dealer ?? dealer;
  }
  const reveal = (held.get("reveal") as Sheet["reveal"] | undefined) ?? "start";
  const end = (held.get("end") as Sheet["end"] | undefined) ?? null;
  const base = { players, deals, reveal, rounds, end };
  addTieBreaks(held, base, dealer);
  return standing(base);
}

function standing(base: Base): Sheet {
  const { players, deals, rounds, end } = base;
  const staying = players.filter((p) => p.left === null || p.left >= deals.length);
  const totals = new Map(players.map((p) => [p.id, total(base, p)]));
  const tieBreaks = rounds.slice(deals.length).filter((round) => round.complete);
  const keys = new Map(
    staying.map(({ id }) => [
      id,
      [totals.get(id) ?? 0, ...tieBreaks.map((round) => round.points.get(id) ?? 0)],
    ]),
  );
  const ranks = new Map(
    [...keys].map(([id, key]) => [
      id,
      1 + [...keys.values()].filter((other) => isLess(other, key)).length,
    ]),
  );
  const leaders = [...ranks].flatMap(([id, rank]) => (rank === 1 ? [id] : []));
  const current = rounds.find((round) => !round.complete) ?? null;
  const schedulePlayed = rounds.slice(0, deals.length).every((round) => round.complete);
  const waits = current === null && end === null && leaders.length > 1;
  const decided = schedulePlayed && (leaders.length === 1 || end === "shared");
  const winners = decided ? leaders : [];
  const finished = schedulePlayed && (winners.length > 0 || staying.length === 0);
  const tied = waits ? leaders : [];
  return {
    ...base,
    staying,
    totals,
    ranks,
    leaders,
    current,
    schedulePlayed,
    tied,
    winners,
    finished,
  };
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

/** Adds the tie-break rounds: each for those who were lowest in the one before (R9.3). */
function addTieBreaks(held: Map<string, Value>, base: Base, last: string | null): void {
  const rounds = base.rounds as Round[];
  const first = standing(base);
  if (!first.schedulePlayed) return;
  let tied = first.leaders;
  let dealer = last;
  while (tied.length > 1 && rounds.length < MOST_ROUNDS) {
    const next = roundOf(held, base.players, rounds.length + 1, TIE_BREAK, tied, dealer, true);
    if (!next.complete && base.end !== "tiebreak") break;
    rounds.push(next);
    if (!next.complete) break;
    dealer = next.dealer;
    const least = Math.min(...[...next.points.values()].map((points) => points ?? 0));
    tied = tied.filter((player) => next.points.get(player) === least);
  }
}

const MOST_ROUNDS = 99;

const plays = (player: Player, number: number) =>
  player.joined <= number && (player.left === null || number <= player.left);

const names = (held: Map<string, Value>) =>
  [...held.keys()].flatMap((cell) => cell.match(/^player\/(.+)\/name$/)?.[1] ?? []);

/** All players in the order of the seats; who is on none comes last, by id. */
function playersOf(held: Map<string, Value>): Player[] {
  const known = names(held);
  const seats = ((held.get("seats") as string[] | undefined) ?? []).filter((id) =>
    known.includes(id),
  );
  const others = known.filter((id) => !seats.includes(id)).sort();
  return [...seats, ...others].flatMap((id) => {
    const name = held.get(`player/${id}/name`) as string | null;
    const joined = held.get(`player/${id}/joined`) as { round: number; points: number } | null;
    const left = (held.get(`player/${id}/left`) as number | null | undefined) ?? null;
    const from = joined?.round ?? 1;
    if (name === null || (left !== null && left < from)) return [];
    return [{ id, name, joined: from, start: joined?.points ?? 0, left }];
  });
}

function roundOf(
  held: Map<string, Value>,
  players: readonly Player[],
  number: number,
  deal: Deal,
  present: readonly string[],
  lastDealer: string | null,
  tieBreak: boolean,
): Round {
  const seats = players.map((p) => p.id);
  const from = (at: number) =>
    [...seats.slice(at), ...seats.slice(0, at)].find((id) => present.includes(id)) ?? null;
  // A stored dealer stays, whoever joins later; who is not there passes the deal on.
  const stored = seats.indexOf(String(held.get(`round/${number}/dealer`)));
  const after = lastDealer === null ? 0 : seats.indexOf(lastDealer) + 1;
  const dealer = from(stored >= 0 ? stored : after);
  const starter = dealer === null ? null : from(seats.indexOf(dealer) + 1);
  const out = held.get(`round/${number}/out`) as string | null | undefined;
  const points = new Map(
    present.map((id) => [
      id,
      (held.get(`round/${number}/points/${id}`) as number | null | undefined) ?? null,
    ]),
  );
  return {
    number,
    deal,
    tieBreak,
    players: present,
    dealer,
    starter,
    out: out && present.includes(out) ? out : null,
    points,
    complete: ![...points.values()].includes(null),
  };
}

const dealOf = ([cards, wild]: [number, number]): Deal => ({
  cards,
  wild: wild ? (RANKS[wild - 3] ?? null) : null,
});
