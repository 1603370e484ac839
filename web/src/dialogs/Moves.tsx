import { Dialog } from "../components/Dialog.tsx";
import { Meld, Melds } from "../components/Melds.tsx";
import { cardName } from "../i18n/cards.ts";
import { t } from "../i18n/index.ts";
import { selected } from "../state/arrange.ts";
import { symbols } from "../state/cards.ts";
import { discard, layOff } from "../state/commands.ts";
import { closeDialog } from "../state/dialogs.ts";
import { SORT_MODES } from "../state/keys.ts";
import { askBeforeWild, sortMode } from "../state/settings.ts";
import { hand, round } from "../state/store.ts";
import { cardIn, nameOf } from "../state/turn.ts";

/** Asks before a wild is thrown away. */
export function DiscardWild() {
  const slot = selected.value;
  const card = slot === null ? null : cardIn(slot);
  if (slot === null || !card) return null;
  return (
    <Dialog
      title={t("wild.ask", { card: symbols(card.card) })}
      close={closeDialog}
      foot={
        <>
          <button type="button" data-focus onClick={closeDialog}>
            {t("keep")}
          </button>
          <button
            type="button"
            class="primary"
            data-confirm
            onClick={() => {
              closeDialog();
              void discard(slot);
            }}
          >
            {t("discard.it", { card: symbols(card.card) })}
          </button>
        </>
      }
    >
      <p>{t("wild.why", { card: cardName(card.card) })}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={!askBeforeWild.value}
          onChange={(event) => {
            askBeforeWild.value = !event.currentTarget.checked;
          }}
        />
        {t("wild.dontAsk")}
      </label>
    </Dialog>
  );
}

/** Which order the hand is shown in. */
export function Sort() {
  return (
    <Dialog title={t("sort.title")} close={closeDialog}>
      <div class="stack">
        {SORT_MODES.map((mode) => (
          <button
            type="button"
            key={mode}
            class={sortMode.value === mode ? "primary" : ""}
            aria-pressed={sortMode.value === mode}
            onClick={() => {
              sortMode.value = mode;
              closeDialog();
            }}
          >
            {t(`sort.${mode}`)}
          </button>
        ))}
      </div>
      <p class="note">{t("sort.note")}</p>
    </Dialog>
  );
}

/** To which meld on the table the chosen card is added. */
export function LayOff() {
  const slot = selected.value;
  const card = slot === null ? null : cardIn(slot);
  const choices = hand.value?.actions.lay_off.filter((choice) => choice.slot === slot) ?? [];
  if (slot === null || !card || choices.length === 0) return null;
  return (
    <Dialog title={t("layOff.title", { card: symbols(card.card) })} close={closeDialog}>
      <div class="stack">
        {choices.map(({ seat, meld }) => {
          const shown = round.value?.melds[seat]?.[meld];
          return (
            shown && (
              <button
                type="button"
                key={`${seat}.${meld}`}
                onClick={() => {
                  closeDialog();
                  void layOff(slot, seat, meld);
                }}
              >
                <small>{nameOf(seat)}</small>
                <Meld meld={shown} />
              </button>
            )
          );
        })}
      </div>
    </Dialog>
  );
}

/** What has been laid down in this round. */
export function Laid() {
  const melds = round.value?.melds ?? [];
  return (
    <Dialog title={t("laid.title")} close={closeDialog}>
      <ul class="laid">
        {melds.map((laid, seat) =>
          laid.length === 0 ? null : (
            <li key={seat}>
              <b>{nameOf(seat)}</b>
              <Melds melds={laid} />
            </li>
          ),
        )}
      </ul>
    </Dialog>
  );
}
