import { useState } from "preact/hooks";
import { Dialog } from "../components/Dialog.tsx";
import { Melds } from "../components/Melds.tsx";
import type { Group, MeldShown } from "../generated/protocol.ts";
import { cardName } from "../i18n/cards.ts";
import { t } from "../i18n/index.ts";
import { selected } from "../state/arrange.ts";
import { symbols } from "../state/cards.ts";
import { goOut } from "../state/commands.ts";
import { closeDialog } from "../state/dialogs.ts";
import { hand } from "../state/store.ts";
import { cardIn } from "../state/turn.ts";

/** Melds in the own hand as they are shown. */
export const shownMelds = (groups: readonly Group[]): MeldShown[] =>
  groups.map(({ kind, slots, reads }) => ({
    kind,
    cards: slots.map((slot) => cardIn(slot)?.card ?? ""),
    reads,
  }));

/** The lay-down before one goes out, with the choice of the discard where there is one. */
export function GoOut() {
  const choices = hand.value?.actions.go_out ?? [];
  const wanted = choices.find((choice) => choice.slot === selected.value) ?? choices[0];
  const [slot, setSlot] = useState(wanted?.slot);
  const chosen = choices.find((choice) => choice.slot === slot) ?? choices[0];
  if (!chosen?.arranged) return null;
  // Equal cards give the same lay-down: one of them is enough to choose from.
  const different = choices.filter(
    (choice, at) =>
      choice.slot === chosen.slot ||
      (cardIn(choice.slot)?.card !== cardIn(chosen.slot)?.card &&
        choices.findIndex((c) => cardIn(c.slot)?.card === cardIn(choice.slot)?.card) === at),
  );
  const card = cardIn(chosen.slot)?.card ?? "";
  return (
    <Dialog
      title={t("goOut.title")}
      close={closeDialog}
      foot={
        <>
          <button type="button" onClick={closeDialog}>
            {t("notYet")}
          </button>
          <button
            type="button"
            class="good"
            data-confirm
            data-focus
            onClick={() => {
              closeDialog();
              void goOut(chosen.slot);
            }}
          >
            {t("goOut")}
          </button>
        </>
      }
    >
      <p>{t("goOut.lays")}</p>
      <Melds melds={shownMelds(chosen.arranged.groups)} />
      {different.length > 1 ? (
        <fieldset class="choices">
          <legend>{t("goOut.choose")}</legend>
          {different.map((choice) => (
            <label key={choice.slot}>
              <input
                type="radio"
                name="discard"
                checked={choice.slot === chosen.slot}
                onChange={() => setSlot(choice.slot)}
              />
              <span aria-hidden="true">{symbols(cardIn(choice.slot)?.card ?? "")}</span>
              <span class="sr">{cardName(cardIn(choice.slot)?.card ?? "JK")}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <p>{t("goOut.discards", { card: symbols(card) })}</p>
      )}
    </Dialog>
  );
}
