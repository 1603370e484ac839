import { useState } from "preact/hooks";
import { TextField } from "../../components/fields.tsx";
import { Icon } from "../../components/Icon.tsx";
import { language, t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import type { Log } from "../../score/log.ts";
import { fromText, stateOf, titleOf } from "../../score/share.ts";
import { read } from "../../score/sheet.ts";
import { keeps, mayErase, put, sheets, unreadable } from "../../score/store.ts";
import { go } from "../../state/route.ts";

/** All sheets of this device, and where new ones come from. */
export function SheetList() {
  const all = [...sheets.value];
  return (
    <div class="page">
      <header class="page-head">
        <a class="button icon" href="#start" aria-label={t("toStart")}>
          <Icon name="back" />
        </a>
        <h1>{s("keeper")}</h1>
      </header>
      <a class="button primary large" href="#score=new">
        {s("new")}
      </a>
      {all.length === 0 && <p class="note">{s("none")}</p>}
      {all.length > 0 && (
        <section class="stack" aria-labelledby="sheets">
          <h2 id="sheets">{s("sheets")}</h2>
          <ul class="stack">
            {all.map(([name, log]) => (
              <li key={name}>
                <Entry name={name} log={log} />
              </li>
            ))}
          </ul>
          <a class="button" href="#score=statistics">
            {s("statistics")}
          </a>
        </section>
      )}
      {unreadable.value && (
        <p class="trouble" role="alert">
          {s("unreadable")}
        </p>
      )}
      <Import />
      {all.length > 0 && (!keeps.value || mayErase.value) && (
        <p class="note">{s(keeps.value ? "keep.risk" : "keep.not")}</p>
      )}
    </div>
  );
}

function Entry({ name, log }: { name: string; log: Log }) {
  const sheet = read(log);
  const day = new Date(log[0]?.at ?? 0).toLocaleDateString(language.value, { dateStyle: "medium" });
  return (
    <a class="button sheet-entry" href={`#score=${name}`}>
      <span>
        <b>{titleOf(sheet)}</b>
        <small>
          {day} · {stateOf(sheet)}
        </small>
      </span>
      <Icon name="next" />
    </a>
  );
}

/** The code under which others keep a sheet. */
const CODE = /^\s*[a-z0-9]{8}\s*$/i;

/** Opens a sheet from a file, a link, or a text with a link in it. */
function Import() {
  const [text, setText] = useState("");
  const [bad, setBad] = useState(false);
  async function take(given: string): Promise<void> {
    try {
      if (CODE.test(given)) {
        go(`mirror=${given.trim()}`);
        return;
      }
      const { sheet, facts } = await fromText(given);
      put(sheet, facts);
      go(`score=${sheet}`);
    } catch {
      setBad(true);
    }
  }
  return (
    <details class="panel">
      <summary>{s("import")}</summary>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void take(text);
        }}
      >
        <p class="note">{s("import.how")}</p>
        {bad && (
          <p class="trouble" role="alert">
            {s("import.bad")}
          </p>
        )}
        <label class="field">
          <span>{s("import.file")}</span>
          <input
            type="file"
            accept=".json,application/json,text/plain"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) void file.text().then(take);
            }}
          />
        </label>
        <TextField label={s("import.paste")} value={text} set={setText} maxLength={200_000} />
        <button type="submit" aria-disabled={!text.trim()}>
          {s("open")}
        </button>
      </form>
    </details>
  );
}
