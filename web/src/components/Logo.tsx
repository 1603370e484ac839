import { SUITS } from "../generated/facts.ts";
import { Shape, suitClass } from "./Shape.tsx";

/** Five suits in a row. */
export function Logo() {
  return (
    <span class="logo" aria-hidden="true">
      {SUITS.map((suit) => (
        <span key={suit} class={suitClass[suit]}>
          <Shape suit={suit} />
        </span>
      ))}
    </span>
  );
}
