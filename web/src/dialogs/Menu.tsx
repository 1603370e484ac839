import { Dialog } from "../components/Dialog.tsx";
import { t } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { disconnect } from "../state/connection.ts";
import { closeDialog, type DialogName, open } from "../state/dialogs.ts";
import { go } from "../state/route.ts";
import { forget } from "../state/settings.ts";
import { mySeat, table, tableName, you } from "../state/store.ts";

function Entry({ to, words }: { to: DialogName; words: string }) {
  return (
    <button type="button" onClick={() => open(to)}>
      {words}
    </button>
  );
}

/** Where there is a mouse there are keys. Elsewhere a keyboard shows them itself, by `?`. */
const hasKeyboard = () => matchMedia("(any-pointer: fine)").matches;

/** Everything that is not a move. */
export function Menu() {
  const host = you.value?.host ?? false;
  const seated = mySeat.value !== null;
  const stage = table.value?.stage;
  return (
    <Dialog title={t("menu")} close={closeDialog}>
      <div class="stack">
        <Entry to="sheet" words={t("sheet")} />
        {seated && <Entry to="phrases" words={t("phrases")} />}
        <Entry to="table" words={t("people")} />
        {seated && <Entry to="invite" words={t("links")} />}
        {host && stage !== "lobby" && (
          <button
            type="button"
            onClick={() => {
              closeDialog();
              void send({ type: table.value?.paused ? "resume" : "pause" });
            }}
          >
            {t(table.value?.paused ? "resume" : "pause")}
          </button>
        )}
        <Entry to="rules" words={t("rules")} />
        {hasKeyboard() && <Entry to="keys" words={t("keys")} />}
        <Entry to="settings" words={t("settings")} />
        <Entry to="leave" words={t("leave")} />
      </div>
    </Dialog>
  );
}

/** Leaving: for a while, with the seat kept, or for good. */
export function Leave() {
  const away = () => {
    closeDialog();
    disconnect();
    go("");
  };
  return (
    <Dialog title={t("leave")} close={closeDialog}>
      <p>{t("leave.how")}</p>
      <div class="stack">
        <button type="button" class="primary" onClick={closeDialog}>
          {t("leave.stay")}
        </button>
        <button type="button" onClick={away}>
          {t("leave.start")}
        </button>
        {mySeat.value !== null && (
          <button
            type="button"
            class="danger"
            onClick={async () => {
              const name = tableName.value;
              closeDialog();
              await send({ type: "leave" });
              if (name && table.value?.stage === "lobby") forget(name);
              away();
            }}
          >
            {t("leave.seat")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
