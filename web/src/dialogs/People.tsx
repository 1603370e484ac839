import { Dialog } from "../components/Dialog.tsx";
import { OptionsInWords } from "../components/OptionsForm.tsx";
import { SeatList } from "../components/SeatList.tsx";
import { t } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { closeDialog } from "../state/dialogs.ts";
import { mySeat, online, table, you } from "../state/store.ts";
import { nameOf } from "../state/turn.ts";

/** Who sits at the table, what is played, and what the host can do. */
export function People() {
  const shown = table.value;
  if (!shown) return null;
  const hostGone = shown.seats[shown.host]?.away || !online.value.includes(shown.host);
  return (
    <Dialog title={t("people")} close={closeDialog}>
      <SeatList />
      <p class="note">{t("host.is", { name: nameOf(shown.host) })}</p>
      <OptionsInWords options={shown.options} />
      <div class="stack">
        {you.value?.host && <LockButton />}
        {!you.value?.host && mySeat.value !== null && hostGone && (
          <button type="button" onClick={() => void send({ type: "take_host" })}>
            {t("host.take")}
          </button>
        )}
      </div>
    </Dialog>
  );
}

export function LockButton() {
  const locked = table.value?.locked ?? false;
  return (
    <button type="button" onClick={() => void send({ type: "lock", locked: !locked })}>
      {t(locked ? "unlock" : "lock")}
    </button>
  );
}
