import { useState } from "preact/hooks";
import { Dialog } from "../components/Dialog.tsx";
import { Hand } from "../components/Hand.tsx";
import { Meld } from "../components/Melds.tsx";
import type { MeldShown } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import { places, rowsFor, selected } from "../state/arrange.ts";
import { symbols } from "../state/cards.ts";
import { discard } from "../state/commands.ts";
import { request } from "../state/connection.ts";
import { closeDialog } from "../state/dialogs.ts";
import { hand, round } from "../state/store.ts";
import { cardIn } from "../state/turn.ts";

interface Chosen {
  readonly slots: readonly number[];
  readonly meld: MeldShown;
}

/** The last turn where the person arranges: choose cards, make melds of them, then discard. */
export function Arrange() {
  const out = selected.value;
  const [marked, setMarked] = useState<readonly number[]>([]);
  const [melds, setMelds] = useState<readonly Chosen[]>([]);
  const [trouble, setTrouble] = useState(false);
  const card = out === null ? null : cardIn(out);
  if (out === null || !card || !hand.value) return null;
  const used = new Set([out, ...melds.flatMap((meld) => meld.slots)]);
  const free = places.value.filter((place) => !used.has(place.slot));
  const best = hand.value.actions.lay_down.find(({ slot }) => slot === out);

  async function make(): Promise<void> {
    const slots = [...marked];
    const reply = await request({ type: "check_melds", melds: [slots] });
    const meld = reply.type === "checked" ? reply.melds[0]?.meld : null;
    setTrouble(!meld);
    if (!meld) return;
    setMelds([...melds, { slots, meld }]);
    setMarked([]);
  }

  return (
    <Dialog
      title={t("arrange.title", { card: symbols(card.card) })}
      close={closeDialog}
      wide
      foot={
        <>
          <button
            type="button"
            aria-disabled={marked.length < 3}
            onClick={() => marked.length >= 3 && make()}
          >
            {t("arrange.make")}
          </button>
          <button
            type="button"
            class="primary"
            data-confirm
            onClick={() => {
              closeDialog();
              void discard(
                out,
                melds.map((meld) => [...meld.slots]),
              );
            }}
          >
            {t("discard.it", { card: symbols(card.card) })}
          </button>
        </>
      }
    >
      <p role="status">{t(trouble ? "refused.bad_meld" : "arrange.how")}</p>
      <Hand
        places={free.map((place) => ({
          ...place,
          group: null,
          kind: null,
          reads: null,
          apart: false,
        }))}
        rows={rowsFor(round.value?.deal.cards ?? 3)}
        selected={marked}
        drawn={null}
        label={t("hand")}
        select={(slot) =>
          setMarked(marked.includes(slot) ? marked.filter((s) => s !== slot) : [...marked, slot])
        }
      />
      <ul class="laid">
        {melds.map(({ slots, meld }) => (
          <li key={slots.join()}>
            <Meld meld={meld} />
            <button
              type="button"
              class="small"
              onClick={() => setMelds(melds.filter((other) => other.slots !== slots))}
            >
              {t("arrange.undo")}
            </button>
          </li>
        ))}
      </ul>
      {best && best.arranged.groups.length === 0 && <p class="note">{t("arrange.none")}</p>}
    </Dialog>
  );
}
