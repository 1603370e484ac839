import { computed, signal } from "@preact/signals";
import type {
  Hand,
  Happened,
  Reveal,
  Round,
  Sheet,
  Table,
  Update,
  Welcome,
  You,
} from "../generated/protocol.ts";
import type { Link } from "../net/socket.ts";

/** What the server last told, section by section. Only `apply.ts` and the lesson write here. */
export const you = signal<You | null>(null);
export const table = signal<Table | null>(null);
export const round = signal<Round | null>(null);
export const hand = signal<Hand | null>(null);
/** All hands, where a spectator of this table may see them. */
export const hands = signal<Welcome["hands"]>(null);
export const sheet = signal<Sheet | null>(null);
export const reveal = signal<Reveal | null>(null);
export const online = signal<readonly number[]>([]);
export const saving = signal(true);
export const seq = signal<number | null>(null);
/** By how much the server's clock is ahead of this device's, in milliseconds. */
export const clockAhead = signal(0);

/** The table's name in addresses, `null` while at none. */
export const tableName = signal<string | null>(null);
export const link = signal<Link>("connecting");

/** What happened last, for announcements and motion; `fresh` is false for what was missed. */
export interface News {
  readonly events: readonly Happened[];
  readonly fresh: boolean;
}
export const news = signal<News>({ events: [], fresh: false });

export const mySeat = computed(() => you.value?.seat ?? null);
/** Whether the viewer came during this round: an opponent plays their seat to its end. */
export const waits = computed(
  () => mySeat.value !== null && table.value?.seats[mySeat.value]?.waits === true,
);
export const myTurn = computed(
  () =>
    table.value?.stage === "round" &&
    !table.value.paused &&
    mySeat.value !== null &&
    !waits.value &&
    round.value?.turn === mySeat.value,
);

/** Forgets the table. */
export function clear(): void {
  you.value = null;
  table.value = null;
  round.value = null;
  hand.value = null;
  hands.value = null;
  sheet.value = null;
  reveal.value = null;
  online.value = [];
  saving.value = true;
  seq.value = null;
  news.value = { events: [], fresh: false };
}

/** Puts the sections of a message in the place of the old ones; those that are absent stay. */
export function takeSections(message: Welcome | Update): void {
  if (message.you !== undefined) you.value = message.you;
  if (message.table !== undefined) table.value = message.table;
  if (message.round !== undefined) round.value = message.round;
  if (message.hand !== undefined) hand.value = message.hand;
  if (message.hands !== undefined) hands.value = message.hands;
  if (message.sheet !== undefined) sheet.value = message.sheet;
  if (message.reveal !== undefined) reveal.value = message.reveal;
  seq.value = message.seq;
  clockAhead.value = message.now - Date.now();
}
