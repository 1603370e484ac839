import { computed } from "@preact/signals";
import type { LastAction, Round } from "../generated/protocol.ts";
import { shortNames } from "./names.ts";
import { hand, myTurn, reveal, table } from "./store.ts";

export const names = computed(() => table.value?.seats.map((seat) => seat.called) ?? []);

export const nameOf = (seat: number) => names.value[seat] ?? "";

const called = computed(() => shortNames(names.value, 12));
/** What a person is called in the sentences of the table, which have little room. */
export const calledOf = (seat: number) => called.value[seat] ?? "";

/** What the table saw last, in words' raw form. */
export interface Seen {
  readonly seat: number;
  readonly action: LastAction;
  /** The turn is not over yet. */
  readonly open: boolean;
}

/** The last action of the round: of the seat to act, or of the one before it. */
export function lastSeen(shown: Round): Seen | null {
  const { seats, turn, phase, last } = shown;
  if (phase === "discard") {
    const action = last[turn];
    return action ? { seat: turn, action, open: true } : null;
  }
  const before = seats[(seats.indexOf(turn) + seats.length - 1) % seats.length];
  const action = before === undefined ? null : last[before];
  return before === undefined || !action ? null : { seat: before, action, open: false };
}

/** Whether the viewer has a hand to play with now. */
export const canDraw = computed(() => myTurn.value && (hand.value?.actions.draw.length ?? 0) > 0);
export const canDiscard = computed(
  () => myTurn.value && (hand.value?.actions.discard.length ?? 0) > 0,
);
/** Where the person finds the melds, they may always try. */
export const canGoOut = computed(
  () => myTurn.value && (hand.value?.actions.go_out.length ?? 0) > 0,
);

/** Whether everybody finds their own melds, unaided. */
export const findsOwn = computed(() => table.value?.options.arrangement === "manual");

/** Whether this seat still has a last turn to come, has played it, or is the one who went out. */
export function lastTurnMark(shown: Round, seat: number): "out" | "played" | "to_come" | null {
  if (shown.out === null) return null;
  if (shown.out === seat) return "out";
  if (shown.last_turns.includes(seat)) return "played";
  return shown.to_come.includes(seat) ? "to_come" : null;
}

/** The card names a slot of the own hand holds. */
export const cardIn = (slot: number) =>
  hand.value?.cards.find((card) => card.slot === slot) ?? null;

/** Whether the last round is open on the table, waiting for the next deal or the end. */
export const atRest = computed(() => {
  const stage = table.value?.stage;
  return reveal.value !== null && (stage === "between" || stage === "tie" || stage === "over");
});
