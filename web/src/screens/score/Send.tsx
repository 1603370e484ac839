import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../../components/Dialog.tsx";
import { LinkCard } from "../../components/LinkCard.tsx";
import { s } from "../../i18n/score/index.ts";
import { asCsv } from "../../score/csv.ts";
import { dump } from "../../score/file.ts";
import { asPicture, asText, hand, linkTo } from "../../score/share.ts";
import type { Sheet } from "../../score/sheet.ts";
import { log } from "../../score/store.ts";
import { baseAddress } from "../../state/lan.ts";

/** The sheet for other people and programs. */
export function Send({
  sheet,
  name,
  close,
}: {
  readonly sheet: Sheet;
  readonly name: string;
  close(): void;
}) {
  const [link, setLink] = useState("");
  useEffect(() => {
    void linkTo(baseAddress.value, name, log.value).then(setLink);
  }, [name]);
  const day = new Date(log.value[0]?.at ?? 0).toISOString().slice(0, 10);
  const file = (ending: string, kind: string, content: BlobPart) =>
    hand(`five-crowns-${day}.${ending}`, new Blob([content], { type: kind }));
  return (
    <Dialog title={s("send")} close={close}>
      {link && (
        <LinkCard title={s("send.link")} note={s("send.link.note")} address={link} qr={false} />
      )}
      <div class="stack">
        <button
          type="button"
          onClick={() =>
            void asPicture(sheet).then((blob) => blob && file("png", "image/png", blob))
          }
        >
          {s("send.picture")}
        </button>
        <button type="button" onClick={() => void file("txt", "text/plain", asText(sheet, link))}>
          {s("send.text")}
        </button>
        {/* The mark in front tells spreadsheets that names are in UTF-8. */}
        <button type="button" onClick={() => void file("csv", "text/csv", `\ufeff${asCsv(sheet)}`)}>
          {s("send.csv")}
        </button>
        <button
          type="button"
          onClick={() =>
            void file("json", "application/json", dump({ sheet: name, facts: log.value }))
          }
        >
          {s("send.json")}
        </button>
        <p class="note">{s("send.json.note")}</p>
      </div>
    </Dialog>
  );
}
