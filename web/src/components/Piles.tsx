import type { Round } from "../generated/protocol.ts";
import { cardName } from "../i18n/cards.ts";
import { t } from "../i18n/index.ts";
import { CardBack, CardFace } from "./Card.tsx";

interface Shown {
  readonly round: Round;
  readonly wild: (card: string) => boolean;
  /** The piles that may be drawn from, and how. */
  readonly sources: readonly ("pile" | "discard")[];
  readonly draw?: (source: "pile" | "discard") => void;
  /** The pile that a hint proposes. */
  readonly proposed?: "pile" | "discard" | null;
}

/** The draw pile with its number of cards, and the top discard. Tapping one draws from it. */
export function Piles({ round, wild, sources, draw, proposed = null }: Shown) {
  const { upcard } = round;
  const pile = sources.includes("pile");
  const top = sources.includes("discard");
  return (
    <div class="piles">
      <button
        type="button"
        class={`pile${pile ? " ready" : ""}${proposed === "pile" ? " proposed" : ""}`}
        aria-disabled={!pile}
        data-pile="pile"
        aria-label={t("pile.draw.name", { n: round.draw_pile })}
        onClick={() => pile && draw?.("pile")}
      >
        <CardBack />
        <span class="pile-words">
          <b>{t("pile.draw")}</b>
          <span>{t("cards", { n: round.draw_pile })}</span>
        </span>
      </button>
      <button
        type="button"
        class={`pile${top ? " ready" : ""}${proposed === "discard" ? " proposed" : ""}`}
        aria-disabled={!top}
        data-pile="discard"
        aria-label={
          upcard === null
            ? t("pile.discard.empty")
            : t("pile.take.name", { card: cardName(upcard) })
        }
        onClick={() => top && draw?.("discard")}
      >
        {upcard === null ? (
          <span class="card none" aria-hidden="true" />
        ) : (
          <CardFace card={upcard} wild={wild(upcard)} />
        )}
        <span class="pile-words">
          <b>{t("pile.discard")}</b>
          <span>{t("cards", { n: round.discard_pile })}</span>
        </span>
      </button>
    </div>
  );
}
