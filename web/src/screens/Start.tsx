import { useState } from "preact/hooks";
import { Choice, Stepper, TextField } from "../components/fields.tsx";
import { Logo } from "../components/Logo.tsx";
import { OFFICIAL, OptionsForm } from "../components/OptionsForm.tsx";
import { STRENGTHS } from "../dialogs/Seat.tsx";
import { SettingsFields } from "../dialogs/Settings.tsx";
import { MAX_NAME, MAX_PLAYERS, type Strength } from "../generated/protocol.ts";
import { chooseLanguage, LANGUAGES, type Language, language, t } from "../i18n/index.ts";
import { createTable, RequestFailed } from "../net/http.ts";
import { refusalText } from "../state/message.ts";
import { go } from "../state/route.ts";
import { kept, knownTables, playerName, remember } from "../state/settings.ts";

type Mix = Strength | "mixed";
const opponents = kept("opponents", 3);
const strength = kept<Mix>("strength", "mixed");
const length = kept<"official" | "short">("length", "official");

/** Strengths for so many opponents; mixed begins with medium. */
const lineUp = (count: number, mix: Mix): Strength[] =>
  Array.from({ length: count }, (_, at) =>
    mix === "mixed" ? (STRENGTHS[(at + 1) % STRENGTHS.length] ?? "medium") : mix,
  );

export function Start() {
  const [name, setName] = useState(playerName.value || "");
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const [options, setOptions] = useState(OFFICIAL);
  const [code, setCode] = useState("");
  const who = name.trim() || t("name.default");

  async function make(withOpponents: boolean): Promise<void> {
    if (busy) return;
    setBusy(true);
    setTrouble("");
    playerName.value = name.trim();
    try {
      const seated = await createTable(
        withOpponents
          ? {
              name: who,
              opponents: lineUp(opponents.value, strength.value),
              options: { ...OFFICIAL, schedule: length.value },
              start: true,
            }
          : { name: who, options },
      );
      remember(seated.table, seated.seat);
      go(`table=${seated.table}`);
    } catch (error) {
      setTrouble(refusalText(error instanceof RequestFailed ? error.code : "other"));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div class="start">
      <header class="start-head">
        <LanguageChoice />
        <Logo />
        <h1>{t("title")}</h1>
        <p>{t("tagline")}</p>
      </header>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {knownTables.value.length > 0 && <Back />}
      <div class="panel">
        <TextField
          label={t("name")}
          value={name}
          set={setName}
          maxLength={MAX_NAME}
          autocomplete="nickname"
          note={t("name.optional")}
        />
      </div>
      <form
        class="panel"
        aria-labelledby="now"
        onSubmit={(event) => {
          event.preventDefault();
          void make(true);
        }}
      >
        <h2 id="now">{t("start.now")}</h2>
        <Stepper
          label={t("start.opponents")}
          value={opponents.value}
          least={1}
          most={MAX_PLAYERS - 1}
          set={(count) => {
            opponents.value = count;
          }}
        />
        <div class="two">
          <Choice
            label={t("strength")}
            value={strength.value}
            options={(["mixed", ...STRENGTHS] as const).map((mix) => [mix, t(`opponent.${mix}`)])}
            choose={(mix) => {
              strength.value = mix;
            }}
          />
          <Choice
            label={t("option.schedule")}
            value={length.value}
            options={(["official", "short"] as const).map((name) => [name, t(`schedule.${name}`)])}
            choose={(schedule) => {
              length.value = schedule;
            }}
          />
        </div>
        <button type="submit" class="primary large" aria-disabled={busy}>
          {t("start.play")}
        </button>
      </form>
      <form
        class="panel"
        aria-labelledby="friends"
        onSubmit={(event) => {
          event.preventDefault();
          void make(false);
        }}
      >
        <h2 id="friends">{t("start.friends")}</h2>
        <p class="note">{t("start.friends.note")}</p>
        <details>
          <summary>{t("options")}</summary>
          <OptionsForm options={options} set={setOptions} />
        </details>
        <button type="submit" class="large" aria-disabled={busy}>
          {t("start.make")}
        </button>
      </form>
      <form
        class="panel"
        aria-labelledby="join"
        onSubmit={(event) => {
          event.preventDefault();
          playerName.value = name.trim();
          if (code.trim()) go(`join=${encodeURIComponent(code.trim())}`);
        }}
      >
        <h2 id="join">{t("start.join")}</h2>
        <TextField
          label={t("code")}
          value={code}
          set={setCode}
          maxLength={24}
          note={t("code.note")}
        />
        <button type="submit" class="large" aria-disabled={!code.trim()}>
          {t("join")}
        </button>
      </form>
      <nav class="panel" aria-labelledby="offline">
        <h2 id="offline">{t("start.offline")}</h2>
        <a class="button large" href="#score">
          {t("score")}
        </a>
        <a class="button large" href="#solitaire">
          {t("solitaire")}
        </a>
      </nav>
      <nav class="panel links" aria-label={t("start.more")}>
        <a href="#lesson">{t("lesson")}</a>
        <a href="#rules">{t("rules")}</a>
      </nav>
      <details class="panel">
        <summary>{t("settings")}</summary>
        <SettingsFields />
      </details>
      <p class="note foot">{t("unofficial")}</p>
    </div>
  );
}

/** The language, where it is found first. */
function LanguageChoice() {
  return (
    <select
      class="languages"
      aria-label={t("language")}
      value={language.value}
      onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} selected={code === language.value}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The tables this device has been at. */
function Back() {
  const latest = knownTables.value[0];
  if (!latest) return null;
  return (
    <section class="panel back">
      <a class="button primary large" href={`#table=${latest.table}`}>
        {t("start.back")}
      </a>
      {knownTables.value.length > 1 && (
        <details>
          <summary>{t("start.earlier")}</summary>
          <ul class="plain">
            {knownTables.value.slice(1).map((known) => (
              <li key={known.table}>
                <a href={`#table=${known.table}`}>{new Date(known.at).toLocaleString()}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
