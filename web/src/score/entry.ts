import { effect, signal } from "@preact/signals";
import { JOKER_POINTS, RANK_POINTS, WILD_POINTS } from "../generated/facts.ts";
import { s } from "../i18n/score/index.ts";
import { speak } from "../state/announce.ts";
import { kept } from "../state/settings.ts";
import { entering } from "../state/update.ts";
import { enter, enterOut, totalBefore } from "./edits.ts";
import { MAX_POINTS } from "./log.ts";
import { missing, nameOf, type Round, type Sheet } from "./sheet.ts";
import { change, type Draft, draft, type Mode, sheet, write } from "./store.ts";

/** The round that is shown, by its number. */
export const roundShown = signal(1);

const mode = kept<Mode>("score-mode", "points");

/** What a card costs when it is left over (R8.1). */
export function costs(card: string, wild: string | null): number {
  if (card === "JK") return JOKER_POINTS;
  return card === wild ? WILD_POINTS : RANK_POINTS[card as keyof typeof RANK_POINTS];
}

/** The points that a draft comes to: `null` where nothing is entered, negative for a fallen total. */
export function pointsOf(at: Sheet, { round, player, mode: by, digits, cards }: Draft) {
  if (by === "cards") {
    const wild = at.rounds[round - 1]?.deal.wild ?? null;
    return cards.length ? cards.reduce((sum, card) => sum + costs(card, wild), 0) : null;
  }
  if (digits === "") return null;
  return by === "total" ? Number(digits) - totalBefore(at, round, player) : Number(digits);
}

/** Whether somebody can get so many points in a round: no fallen total, and none typed too long. */
export const canBe = (points: number) => points >= 0 && points <= MAX_POINTS;

/** Begins to enter a player's points; what was being entered for another goes on the sheet. */
export function select(round: number, player: string): void {
  if (draft.peek()?.round === round && draft.peek()?.player === player) return;
  commit();
  roundShown.value = round;
  write({ round, player, mode: mode.peek(), digits: "", cards: [] });
}

export function chooseMode(by: Mode): void {
  mode.value = by;
  const now = draft.peek();
  if (now) write({ ...now, mode: by, digits: "", cards: [] });
}

const MOST_DIGITS = { points: 3, total: 5 } as const;

export function digit(key: string): void {
  const now = draft.peek();
  if (!now || now.mode === "cards") return;
  const digits = now.digits === "0" ? key : now.digits + key;
  if (digits.length <= MOST_DIGITS[now.mode]) write({ ...now, digits });
}

export function card(name: string): void {
  const now = draft.peek();
  if (now) write({ ...now, mode: "cards", cards: [...now.cards, name] });
}

/** Takes the last digit or card away; where there is none, makes the cell blank. */
export function erase(): void {
  const now = draft.peek();
  const at = sheet.peek();
  if (!now || !at) return;
  if (now.digits || now.cards.length) {
    write({ ...now, digits: now.digits.slice(0, -1), cards: now.cards.slice(0, -1) });
  } else change(enter(at, now.round, now.player, null));
}

/** Puts what is being entered on the sheet; `false` if it cannot be. */
function commit(): boolean {
  const now = draft.peek();
  const at = sheet.peek();
  if (!now || !at) return true;
  const points = pointsOf(at, now);
  if (points === null) return true;
  if (!canBe(points)) return false;
  change(enter(at, now.round, now.player, points));
  speak(s("say.entered", { name: nameOf(at, now.player), n: points }));
  return true;
}

/** On to whoever comes next, once what is entered is on the sheet. */
export function next(): void {
  if (commit()) goOn();
}

/** Puts points on the sheet that were found otherwise, and goes on. */
export function takePoints(points: number): void {
  const now = draft.peek();
  if (!now) return;
  write({ ...now, mode: "points", digits: String(points), cards: [] });
  next();
}

/** The player went out. */
export function goneOut(): void {
  const now = draft.peek();
  const at = sheet.peek();
  if (!now || !at) return;
  change(enterOut(at, now.round, now.player));
  speak(s("say.entered", { name: nameOf(at, now.player), n: 0 }));
  goOn();
}

function goOn(): void {
  const now = draft.peek();
  const at = sheet.peek();
  const round = now && at?.rounds[now.round - 1];
  if (!now || !at || !round) return;
  const open = missing(round);
  const behind = round.players.slice(round.players.indexOf(now.player) + 1);
  const following = behind.find((player) => open.includes(player)) ?? open[0];
  if (following === now.player || following === undefined) write(null);
  else {
    write({ ...now, mode: mode.peek(), player: following, digits: "", cards: [] });
    speak(s("say.next", { name: nameOf(at, following) }));
  }
}

/** Shows a round, and begins with whoever is missing there. */
export function showRound(round: Round): void {
  commit();
  roundShown.value = round.number;
  const first = missing(round)[0];
  if (first === undefined) write(null);
  else write({ round: round.number, player: first, mode: mode.peek(), digits: "", cards: [] });
}

/** Goes to where a sheet stands, unless something was being entered when it was left. */
export function resume(at: Sheet): void {
  const before = draft.peek();
  if (before && at.rounds[before.round - 1]?.players.includes(before.player)) {
    roundShown.value = before.round;
    return;
  }
  const round = at.current ?? at.rounds.at(-1);
  if (round) showRound(round);
}

// A new version of the page waits while a round is being entered.
effect(() => {
  const round = draft.value && sheet.value?.rounds[draft.value.round - 1];
  entering.value =
    !!round && (!!draft.value?.digits || !!draft.value?.cards.length || begun(round));
});

function begun(round: Round): boolean {
  const open = missing(round).length;
  return open > 0 && open < round.players.length;
}
