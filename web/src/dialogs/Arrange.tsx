import { useState } from "preact/hooks";
import { Dialog } from "../components/Dialog.tsx";
import { Hand } from "../components/Hand.tsx";
import { Meld } from "../components/Melds.tsx";
import type { Group } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import { groupOf, keepMelds, madeMelds, places, selected } from "../state/arrange.ts";
import { symbols } from "../state/cards.ts";
import { discard, goOut } from "../state/commands.ts";
import { request } from "../state/connection.ts";
import { closeDialog } from "../state/dialogs.ts";
import { hand, round } from "../state/store.ts";
import { canDiscard, canGoOut, cardIn } from "../state/turn.ts";
import { shownMelds } from "./GoOut.tsx";

/**
 * Where everybody finds their own melds: choose cards and put them together, at any time. Goes out
 * when one card is left over, and ends a last turn with the card chosen before.
 */
export function Arrange() {
  const held = hand.value;
  const [marked, setMarked] = useState<readonly number[]>([]);
  const [trouble, setTrouble] = useState(false);
  if (!held || !round.value) return null;
  const last = round.value.out !== null;
  const thrown = last && canDiscard.value ? selected.value : null;
  const melds = madeMelds(held).filter((group) => !group.slots.includes(thrown ?? -1));
  const used = new Set([thrown, ...melds.flatMap((group) => group.slots)]);
  const free = places.value.filter((place) => !used.has(place.slot));
  const card = (slot: number) => symbols(cardIn(slot)?.card ?? "");
  const keep = (groups: readonly Group[]) => {
    keepMelds(groups);
    setMarked([]);
  };

  async function make(): Promise<void> {
    if (!held || marked.length < 3) return;
    const reply = await request({ type: "check_melds", melds: [[...marked]] });
    const meld = reply.type === "checked" ? reply.melds[0]?.meld : null;
    setTrouble(!meld);
    if (meld) keep([...melds, groupOf(held, marked, meld)]);
  }

  const slots = () => melds.map((group) => [...group.slots]);
  const spare = free.length === 1 && canGoOut.value ? free[0] : undefined;
  return (
    <Dialog
      title={thrown === null ? t("arrange.own") : t("arrange.title", { card: card(thrown) })}
      close={closeDialog}
      wide
      foot={
        <>
          <button type="button" aria-disabled={marked.length < 3} data-make onClick={make}>
            {t("arrange.make")}
          </button>
          {spare && (
            <button
              type="button"
              class="good"
              data-confirm
              onClick={() => {
                closeDialog();
                void goOut(spare.slot, slots());
              }}
            >
              {t("arrange.out", { card: symbols(spare.card) })}
            </button>
          )}
          {thrown !== null && (
            <button
              type="button"
              class="primary"
              data-confirm
              onClick={() => {
                closeDialog();
                void discard(thrown, slots());
              }}
            >
              {t("discard.it", { card: card(thrown) })}
            </button>
          )}
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
        cards={round.value.deal.cards}
        selected={marked}
        drawn={null}
        label={t("hand")}
        select={(slot) =>
          setMarked(
            marked.includes(slot) ? marked.filter((other) => other !== slot) : [...marked, slot],
          )
        }
      />
      <ul class="laid">
        {melds.map((group, at) => (
          <li key={group.slots.join()}>
            {shownMelds([group]).map((meld) => (
              <Meld key={at} meld={meld} />
            ))}
            <button
              type="button"
              class="small"
              onClick={() => keep(melds.filter((other) => other !== group))}
            >
              {t("arrange.undo")}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
