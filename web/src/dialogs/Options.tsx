import { useState } from "preact/hooks";
import { Dialog } from "../components/Dialog.tsx";
import { complete, OFFICIAL, OptionsForm } from "../components/OptionsForm.tsx";
import { t } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { closeDialog } from "../state/dialogs.ts";
import { table } from "../state/store.ts";

/** The options of the table, changed by the host in the lobby. */
export function Options() {
  const [options, setOptions] = useState(complete(table.value?.options ?? OFFICIAL));
  return (
    <Dialog
      title={t("options")}
      close={closeDialog}
      foot={
        <button
          type="button"
          class="primary"
          onClick={() => {
            closeDialog();
            void send({ type: "set_options", options });
          }}
        >
          {t("save")}
        </button>
      }
    >
      <OptionsForm options={options} set={setOptions} />
    </Dialog>
  );
}
