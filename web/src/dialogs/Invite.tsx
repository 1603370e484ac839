import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../components/Dialog.tsx";
import { LinkCard } from "../components/LinkCard.tsx";
import { t } from "../i18n/index.ts";
import { linkDevice } from "../net/http.ts";
import { closeDialog } from "../state/dialogs.ts";
import { baseAddress } from "../state/lan.ts";
import { tableName, you } from "../state/store.ts";

export const invitation = (code: string) => `${baseAddress.value}/#join=${code}`;

/** The three links of a table. */
export function Invite() {
  const name = tableName.value;
  const [token, setToken] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const { code = null, watch = null } = you.value ?? {};
  useEffect(() => {
    if (!asked || !name) return;
    linkDevice(name).then(
      (link) => setToken(link.token),
      () => setAsked(false),
    );
  }, [asked]);
  return (
    <Dialog title={t("links")} close={closeDialog} wide>
      {code && (
        <LinkCard
          title={t("link.join")}
          note={t("link.join.note")}
          code={code}
          address={invitation(code)}
        />
      )}
      {watch && (
        <LinkCard
          title={t("link.watch")}
          note={t("link.watch.note")}
          address={`${baseAddress.value}/#watch=${name}.${watch}`}
        />
      )}
      {token ? (
        <LinkCard
          title={t("link.device")}
          note={t("link.device.note")}
          address={`${baseAddress.value}/#seat=${name}.${token}`}
        />
      ) : (
        <section class="link-card">
          <div>
            <h2>{t("link.device")}</h2>
            <p class="note">{t("link.device.note")}</p>
            <button type="button" onClick={() => setAsked(true)}>
              {t("link.device.show")}
            </button>
          </div>
        </section>
      )}
    </Dialog>
  );
}
