import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../../components/Dialog.tsx";
import { LinkCard } from "../../components/LinkCard.tsx";
import { t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import { mirroring, share, unshare } from "../../score/mirror.ts";
import { baseAddress } from "../../state/lan.ts";

/** The code and link under which other phones keep this sheet too. */
export function MirrorDialog({ name, close }: { readonly name: string; close(): void }) {
  const [code, setCode] = useState("");
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    share(name).then(setCode, () => setFailed(true));
  }, [name]);
  return (
    <Dialog title={s("mirror")} close={close}>
      {failed && (
        <p class="trouble" role="alert">
          {s("mirror.offline")}
        </p>
      )}
      {code && (
        <>
          <LinkCard
            title={s("mirror.link")}
            note={s("mirror.note")}
            address={`${baseAddress.value}/#mirror=${code}`}
            code={code}
          />
          <p role="status">{s(mirroring.value ? "mirror.on" : "mirror.waits")}</p>
          <button
            type="button"
            onClick={() => {
              unshare(name);
              close();
            }}
          >
            {s("mirror.end")}
          </button>
        </>
      )}
      {!code && !failed && <p>{t("connecting")}</p>}
    </Dialog>
  );
}
