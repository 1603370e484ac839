import { RANKS } from "../generated/facts.ts";
import { MAX_PLAYERS } from "../generated/protocol.ts";
import { type Change, ScoreError } from "./log.ts";
import { type Deal, type Player, playerOf, type Round, type Sheet, total } from "./sheet.ts";

/** What people do to a sheet, as the cells that change; explained in `fivecrowns.score.edits`. */
export interface NewSheet {
  /** Id and name of each, in the order of the seats. */
  readonly players: readonly (readonly [id: string, name: string])[];
  readonly deals: readonly Deal[];
  /** The first dealer's seat, from 0. */
  readonly dealer: number;
  readonly reveal: Sheet["reveal"];
}

export const newSheet = ({ players, deals, dealer, reveal }: NewSheet): Change[] => [
  ["deals", deals.map(({ cards, wild }) => [cards, wild === null ? 0 : rankNumber(wild)])],
  ["reveal", reveal],
  ["seats", players.map(([id]) => id)],
  ["round/1/dealer", players[dealer]?.[0] ?? null],
  ...players.map(([id, name]): Change => [`player/${id}/name`, name]),
];

const rankNumber = (rank: string) => RANKS.indexOf(rank as (typeof RANKS)[number]) + 3;

/** Points of a player in a round; `null` makes the cell blank again. */
export function enter(
  sheet: Sheet,
  number: number,
  player: string,
  points: number | null,
): Change[] {
  const at = roundAt(sheet, number, player);
  return [
    [`round/${number}/dealer`, at.dealer],
    [`round/${number}/points/${player}`, points],
    ...(points !== 0 && at.out === player ? ([[`round/${number}/out`, null]] as const) : []),
  ];
}

/** A player went out: 0 points. Whoever was entered so before keeps the 0. */
export const enterOut = (sheet: Sheet, number: number, player: string): Change[] => [
  ...enter(sheet, number, player, 0),
  [`round/${number}/out`, player],
];

/** A player's total before a round. */
export function totalBefore(sheet: Sheet, number: number, player: string): number {
  const known = playerOf(sheet, player);
  return known ? total(sheet, known, number - 1) : 0;
}

export function changeDealer(sheet: Sheet, number: number, player: string): Change[] {
  roundAt(sheet, number, player);
  return [[`round/${number}/dealer`, player]];
}

export const canJoin = (sheet: Sheet) =>
  !sheet.schedulePlayed && sheet.current !== null && sheet.staying.length < MAX_PLAYERS;

/** A player joins from the round that is being played on, in the last seat. */
export function join(sheet: Sheet, player: string, name: string, points: number): Change[] {
  if (!canJoin(sheet) || !sheet.current) throw new ScoreError("nobody can join");
  return [
    [`player/${player}/name`, name],
    [`player/${player}/joined`, { round: sheet.current.number, points }],
    ["seats", [...sheet.players.map(({ id }) => id), player]],
  ];
}

/** Whether a player may be called so: nobody else on the sheet is. */
export const isFree = (sheet: Sheet, name: string, player: Player | null = null) =>
  sheet.players.every(
    (other) => other === player || other.name.toLowerCase() !== name.toLowerCase(),
  );

/** What somebody who joins may start with: nothing, the rounded average, the highest total. */
export function startPoints(sheet: Sheet): { none: number; average: number; highest: number } {
  const totals = sheet.staying.map(({ id }) => sheet.totals.get(id) ?? 0);
  const sum = totals.reduce((all, one) => all + one, 0);
  const average = totals.length ? Math.floor((2 * sum + totals.length) / (2 * totals.length)) : 0;
  return { none: 0, average, highest: Math.max(0, ...totals) };
}

export const canLeave = (sheet: Sheet, player: Player) =>
  sheet.current !== null &&
  !sheet.schedulePlayed &&
  sheet.staying.includes(player) &&
  sheet.staying.length > 2;

/** A player leaves before the round that is being played, or after it with points in it. */
export function leave(sheet: Sheet, player: Player): Change[] {
  const at = sheet.current;
  if (!at || !canLeave(sheet, player)) throw new ScoreError("nobody can leave");
  const played = (at.points.get(player.id) ?? null) !== null;
  return [[`player/${player.id}/left`, played ? at.number : at.number - 1]];
}

export const rename = (player: string, name: string): Change[] => [[`player/${player}/name`, name]];

/** Another order of the seats; dealers already stored stay. */
export const reseat = (order: readonly string[]): Change[] => [["seats", order]];

/** How a tie for the victory is decided. */
export const decideTie = (how: "shared" | "tiebreak"): Change[] => [["end", how]];

function roundAt(sheet: Sheet, number: number, player: string): Round {
  const found = sheet.rounds[number - 1];
  if (!found?.players.includes(player)) throw new ScoreError(`no such player in round ${number}`);
  return found;
}
