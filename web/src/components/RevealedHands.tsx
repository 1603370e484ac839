import type { Reveal } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import { mySeat } from "../state/store.ts";
import { names } from "../state/turn.ts";
import { Melds, MiniCards } from "./Melds.tsx";

interface Shown {
  readonly reveal: Reveal;
  readonly out: number | null;
  readonly totals: readonly number[];
}

/** All hands side by side: what was laid down, what was left, what it cost. */
export function RevealedHands({ reveal, out, totals }: Shown) {
  return (
    <ul class="revealed">
      {names.value.map((name, seat) => {
        const left = reveal.left[seat];
        const points = reveal.scores[seat];
        if (!left || points === null || points === undefined) return null;
        const melds = reveal.melds[seat] ?? [];
        return (
          <li
            key={seat}
            class={`${seat === mySeat.value ? "mine " : ""}${seat === out ? "out" : ""}`}
          >
            <header>
              <b class="who">{name}</b>
              {seat === out && <span class="chip">{t("mark.out")}</span>}
              <span class="scored">
                <b>+{points}</b> <small>{t("end.total", { n: totals[seat] ?? 0 })}</small>
              </span>
            </header>
            {melds.length > 0 && <Melds melds={melds} />}
            {left.length > 0 && (
              <p class="left">
                <small>{t("end.left")}</small> <MiniCards cards={left} />
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
