import { computed, signal } from "@preact/signals";
import type { Group, Hand, MeldShown } from "../generated/protocol.ts";
import { byRank, bySuit } from "./cards.ts";
import { kept, type SortMode, sortMode } from "./settings.ts";
import { hand, round, table, tableName } from "./store.ts";

export const COLUMNS = 7;

/** Where a card stands in the hand: its slot, and the group it belongs to. */
export interface Place {
  readonly slot: number;
  readonly card: string;
  readonly wild: boolean;
  /** Number of its meld from 1, `null` for a card left over or where the hand is not so sorted. */
  readonly group: number | null;
  readonly kind: Group["kind"] | null;
  /** What a wild stands for, `null` for other cards. */
  readonly reads: string | null;
  /** An empty place of the grid comes before it. */
  readonly apart: boolean;
}

/** The person's own order of slots, for the round it was made in. */
interface OwnOrder {
  readonly round: string;
  readonly slots: readonly number[];
}
const kept_ = kept<OwnOrder>("order", { round: "", slots: [] });

const roundKey = computed(
  () => `${tableName.value}/${table.value?.game}/${round.value?.index ?? "-"}`,
);

/** The slots in the person's own order, cards that came later behind. */
export function ownOrder(held: Hand): number[] {
  const slots = held.cards.map((card) => card.slot);
  const known = kept_.value.round === roundKey.value ? kept_.value.slots : [];
  const still = known.filter((slot) => slots.includes(slot));
  return [...still, ...slots.filter((slot) => !still.includes(slot))];
}

/** Moves a card by some places in the own order, and shows that order from now on. */
export function moveCard(slot: number, by: number): void {
  const shown = places.value.map((place) => place.slot);
  const from = shown.indexOf(slot);
  const to = Math.max(0, Math.min(shown.length - 1, from + by));
  if (from < 0) return;
  shown.splice(from, 1);
  shown.splice(to, 0, slot);
  kept_.value = { round: roundKey.value, slots: shown };
  sortMode.value = "own";
}

/** The melds that the person put together, for the round they were made in. */
interface OwnMelds {
  readonly round: string;
  readonly groups: readonly Group[];
}
const ownMelds = kept<OwnMelds>("melds", { round: "", groups: [] });

/** The melds that the person put together and whose cards are all still in the hand. */
export function madeMelds(held: Hand): Group[] {
  const slots = new Set(held.cards.map((card) => card.slot));
  const known = ownMelds.value.round === roundKey.value ? ownMelds.value.groups : [];
  return known.filter((group) => group.slots.every((slot) => slots.has(slot)));
}

export function keepMelds(groups: readonly Group[]): void {
  ownMelds.value = { round: roundKey.value, groups };
}

/** Chosen slots in the order of the meld that they make. */
export function groupOf(held: Hand, chosen: readonly number[], meld: MeldShown): Group {
  const free = held.cards.filter((card) => chosen.includes(card.slot));
  const slots = meld.cards.flatMap((card) =>
    free.splice(
      free.findIndex((c) => c.card === card),
      1,
    ),
  );
  return { kind: meld.kind, slots: slots.map(({ slot }) => slot), reads: meld.reads };
}

const plain = (held: Hand, slots: readonly number[]): Place[] =>
  slots.flatMap((slot) => {
    const card = held.cards.find((c) => c.slot === slot);
    return card ? [{ ...card, group: null, kind: null, reads: null, apart: false }] : [];
  });

function byMelds(held: Hand): Place[] {
  const groups = held.arranged?.groups ?? madeMelds(held);
  const melded = new Set(groups.flatMap((group) => group.slots));
  const left = held.cards.flatMap(({ slot }) => (melded.has(slot) ? [] : [slot]));
  const inMelds = groups.flatMap((group, at) =>
    plain(held, group.slots).map((place, i) => ({
      ...place,
      group: at + 1,
      kind: group.kind,
      reads: place.wild ? (group.reads[i] ?? null) : null,
      apart: at > 0 && i === 0,
    })),
  );
  const over = plain(held, left)
    .sort((a, b) => byRank(a.card, b.card))
    .map((place, i) => ({ ...place, apart: groups.length > 0 && i === 0 }));
  return [...inMelds, ...over];
}

/** The cards of a hand in the order they are shown. */
export function arrange(held: Hand, mode: SortMode): Place[] {
  if (mode === "melds") return byMelds(held);
  if (mode === "own") return plain(held, ownOrder(held));
  const compare = mode === "rank" ? byRank : bySuit;
  const all = plain(
    held,
    held.cards.map((card) => card.slot),
  );
  return all.sort((a, b) => compare(a.card, b.card) || a.slot - b.slot);
}

export const places = computed(() => (hand.value ? arrange(hand.value, sortMode.value) : []));

/** Places that a hand takes in a round of so many cards, with the drawn one and gaps. */
const room = (cards: number) => cards + 1 + Math.floor(cards / 3);

/** Rows that the hand keeps free in a round of so many cards: nothing moves when a card is drawn. */
export const rowsFor = (cards: number) => Math.ceil(room(cards) / COLUMNS);

/** Columns in a round of so many cards: few cards are shown larger. */
export const columnsFor = (cards: number) => Math.min(COLUMNS, room(cards));

/**
 * The grid in a round of so many cards: places and `null` for an empty one. Gaps are left only
 * while they fit.
 */
export function grid(shown: readonly Place[], cards: number): (Place | null)[] {
  const columns = columnsFor(cards);
  const apart = shown.filter((place) => place.apart).length;
  const roomy = shown.length + apart <= rowsFor(cards) * columns;
  const cells: (Place | null)[] = [];
  for (const place of shown) {
    if (roomy && place.apart && cells.length % columns !== 0) cells.push(null);
    cells.push(place);
  }
  return cells;
}

/** The chosen slot, `null` for none. */
export const selected = signal<number | null>(null);
