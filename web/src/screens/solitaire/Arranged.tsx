import { MiniCard } from "../../components/Card.tsx";
import { Melds } from "../../components/Melds.tsx";
import { t } from "../../i18n/index.ts";
import { w } from "../../i18n/solitaire/index.ts";
import type { Arrangement } from "../../search/index.ts";
import { isWildIn } from "../../solitaire/game.ts";

/** A pile's arrangement in small cards: melds first, then what is left over. */
export function Arranged({ arrangement, size }: { arrangement: Arrangement; size: number }) {
  return (
    <span class="arranged">
      <Melds melds={arrangement.melds} />
      {arrangement.left.length > 0 && (
        <span class="meld loose">
          <span class="sr">{w("pile.loose") + t("colon")}</span>
          {arrangement.left.map((card, at) => (
            <MiniCard key={at} card={card} wild={isWildIn(card, size)} />
          ))}
        </span>
      )}
    </span>
  );
}
