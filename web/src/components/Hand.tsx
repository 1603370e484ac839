import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { cardName } from "../i18n/cards.ts";
import { t } from "../i18n/index.ts";
import { columnsFor, grid, type Place, rowsFor } from "../state/arrange.ts";
import { CardFace } from "./Card.tsx";
import { type Drag, dragging } from "./drag.ts";

interface Shown {
  readonly places: readonly Place[];
  /** Cards dealt in this round: what the hand keeps room for. */
  readonly cards: number;
  readonly selected: number | readonly number[] | null;
  readonly drawn: number | null;
  readonly proposed?: number | null;
  readonly label: string;
  select(slot: number): void;
  /** What dragging a card and Shift with an arrow key do, where the hand may be ordered. */
  readonly drag?: Drag;
}

/** What a card of the hand is called: "7 of clubs, in book 2". */
export function placeName(place: Place, drawn: boolean): string {
  const words = [cardName(place.card)];
  if (place.wild) words.push(t("card.wild"));
  if (place.reads && place.reads !== place.card) {
    words.push(t("card.reads", { card: cardName(place.reads) }));
  }
  if (place.group !== null) {
    const key = place.kind === "run" ? "in.run" : place.kind === "wild" ? "in.wild" : "in.book";
    words.push(t(key, { group: place.group }));
  }
  if (drawn) words.push(t("card.drawn"));
  return words.join(", ");
}

/** The own hand in a grid of fixed places; arrow keys go through it. */
export function Hand(shown: Shown) {
  const { places, cards, selected, drawn, select, drag } = shown;
  const columns = columnsFor(cards);
  const [current, setCurrent] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const at = Math.max(
    0,
    places.findIndex((place) => place.slot === current),
  );
  const lastAt = useRef(at);
  const chosen = (slot: number) =>
    typeof selected === "object" ? (selected?.includes(slot) ?? false) : selected === slot;

  // A card that leaves takes the focus with it: the one that now lies in its place gets it.
  useLayoutEffect(() => {
    const gone = current !== null && !places.some((place) => place.slot === current);
    if (!gone) {
      lastAt.current = at;
      return;
    }
    const next = places[Math.min(lastAt.current, places.length - 1)];
    setCurrent(next?.slot ?? null);
    if (hadFocus.current && next) focusOn(next.slot);
  });
  useEffect(() => dragging(list.current, drag), [drag]);

  function focusOn(slot: number): void {
    list.current?.querySelector<HTMLElement>(`[data-slot="${slot}"]`)?.focus();
  }

  function step(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const here = places[at];
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    let to = at;
    if (by !== undefined) {
      event.preventDefault();
      if (event.shiftKey) {
        drag?.move(here.slot, by);
        return;
      }
      to = at + by;
    } else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = places.length - 1;
    else return;
    event.preventDefault();
    const next = places[Math.max(0, Math.min(places.length - 1, to))];
    if (next) {
      setCurrent(next.slot);
      focusOn(next.slot);
    }
  }

  return (
    <div
      ref={list}
      class={`hand rows-${rowsFor(cards)} columns-${columns}${drag ? " movable" : ""}`}
      role="listbox"
      tabIndex={-1}
      aria-label={shown.label}
      aria-multiselectable={typeof selected === "object" && selected !== null}
      onKeyDown={step}
      onFocusIn={() => {
        hadFocus.current = true;
      }}
      onFocusOut={(event) => {
        // Where the focused card was taken away, nothing else was focused in its stead.
        if (event.relatedTarget !== null) hadFocus.current = false;
      }}
    >
      {grid(places, cards).map((place, cell) =>
        place === null ? (
          <span key={`gap${cell}`} class="gap" role="presentation" />
        ) : (
          <button
            type="button"
            key={place.slot}
            data-slot={place.slot}
            role="option"
            aria-selected={chosen(place.slot)}
            aria-label={placeName(place, place.slot === drawn)}
            tabIndex={place === places[at] ? 0 : -1}
            class={[
              "held",
              place.group !== null && `group group-${place.group % 2 ? "odd" : "even"}`,
              place.slot === drawn && "drawn",
              place.slot === shown.proposed && "proposed",
            ]
              .filter(Boolean)
              .join(" ")}
            onFocus={() => setCurrent(place.slot)}
            onClick={() => {
              setCurrent(place.slot);
              select(place.slot);
            }}
          >
            <CardFace card={place.card} wild={place.wild} reads={place.reads} />
          </button>
        ),
      )}
    </div>
  );
}
