import { SHAPES, SUITS } from "../generated/facts.ts";
import type { Suit } from "../state/cards.ts";

export const suitClass = {
  S: "spades",
  H: "hearts",
  D: "diamonds",
  C: "clubs",
  "*": "stars",
} as const satisfies Record<Suit, string>;

/** A suit's shape in the colour of the text. */
export function Shape({ suit }: { suit: Suit }) {
  return (
    <svg class="shape" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[suit]} fill="currentColor" />
    </svg>
  );
}

/** The mark of a wild: a ring in the five suits' colours. */
export function Ring() {
  return (
    <svg class="ring" viewBox="0 0 24 24" aria-hidden="true">
      {SUITS.map((suit, at) => (
        <circle
          key={suit}
          class={suitClass[suit]}
          cx="12"
          cy="12"
          r="8.5"
          fill="none"
          stroke="currentColor"
          stroke-width="5"
          pathLength="5"
          stroke-dasharray="0.82 4.18"
          stroke-dashoffset={-at}
        />
      ))}
    </svg>
  );
}
