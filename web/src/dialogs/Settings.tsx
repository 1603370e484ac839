import type { Signal } from "@preact/signals";
import { Dialog } from "../components/Dialog.tsx";
import { Choice, Toggle } from "../components/fields.tsx";
import { phraseValues } from "../generated/protocol.ts";
import { en } from "../i18n/en.ts";
import { chooseLanguage, LANGUAGES, type Language, language, t } from "../i18n/index.ts";
import { say } from "../state/commands.ts";
import { closeDialog } from "../state/dialogs.ts";
import { KEYS } from "../state/keys.ts";
import * as settings from "../state/settings.ts";
import { chime } from "../state/signals.ts";

const set =
  <T,>(value: Signal<T>) =>
  (next: T) => {
    value.value = next;
  };

export function SettingsFields() {
  return (
    <div class="fields">
      <Choice
        label={t("language")}
        value={language.value}
        options={Object.entries(LANGUAGES).map(([code, name]) => [code as Language, name])}
        choose={(code) => void chooseLanguage(code)}
      />
      <Choice
        label={t("theme")}
        value={settings.theme.value}
        options={(["auto", "light", "dark"] as const).map((name) => [name, t(`theme.${name}`)])}
        choose={set(settings.theme)}
      />
      <Choice
        label={t("hints")}
        value={settings.hintLevel.value}
        options={(["off", "out", "best"] as const).map((name) => [name, t(`hints.${name}`)])}
        choose={set(settings.hintLevel)}
      />
      <Toggle
        label={t("contrast")}
        on={settings.contrast.value === "more"}
        set={(on) => {
          settings.contrast.value = on ? "more" : "auto";
        }}
      />
      <Toggle
        label={t("sound")}
        on={settings.sound.value}
        set={(on) => {
          settings.sound.value = on;
          chime();
        }}
      />
      <Toggle label={t("vibration")} on={settings.vibration.value} set={set(settings.vibration)} />
      <Toggle
        label={t("keys.single")}
        on={settings.singleKeys.value}
        set={set(settings.singleKeys)}
      />
      <Toggle
        label={t("askWild")}
        on={settings.askBeforeWild.value}
        set={set(settings.askBeforeWild)}
      />
    </div>
  );
}

export function Settings() {
  return (
    <Dialog title={t("settings")} close={closeDialog}>
      <SettingsFields />
    </Dialog>
  );
}

/** The single keys and what each does. */
export function Keys() {
  return (
    <Dialog title={t("keys")} close={closeDialog}>
      <dl class="keys">
        {(Object.keys(KEYS) as (keyof typeof KEYS)[]).map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{t(`key.${key}`)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>← →</kbd>
          </dt>
          <dd>{t("key.arrows")}</dd>
        </div>
        <div>
          <dt>
            <kbd>⇧ ← →</kbd>
          </dt>
          <dd>{t("key.shift")}</dd>
        </div>
      </dl>
      <Toggle
        label={t("keys.single")}
        on={settings.singleKeys.value}
        set={set(settings.singleKeys)}
      />
    </Dialog>
  );
}

const TEXTS = Object.keys(en);
/** The phrases in the order of the texts, which begins with a greeting. */
const PHRASES = [...phraseValues].sort(
  (a, b) => TEXTS.indexOf(`phrase.${a}`) - TEXTS.indexOf(`phrase.${b}`),
);

/** Quick phrases in place of free chat. */
export function Phrases() {
  return (
    <Dialog title={t("phrases")} close={closeDialog}>
      <div class="phrases">
        {PHRASES.map((phrase) => (
          <button
            type="button"
            key={phrase}
            onClick={() => {
              closeDialog();
              void say(phrase);
            }}
          >
            {t(`phrase.${phrase}`)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
