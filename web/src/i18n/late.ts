import { signal } from "@preact/signals";
import { fill, type Language } from "./index.ts";
import type { DictionaryOf, ParametersOf, Plural } from "./types.ts";

type Others<English> = Record<Exclude<Language, "en">, () => Promise<DictionaryOf<English>>>;

/** Texts that come with a part of the page which is loaded late; English is there at once. */
export function lateWords<const English extends Record<string, string | Plural>>(
  en: English,
  others: Others<English>,
) {
  const words = signal(en as DictionaryOf<English>);
  return {
    /** Shows the texts of a language once they are there. */
    async load(language: Language): Promise<void> {
      words.value = language === "en" ? (en as DictionaryOf<English>) : await others[language]();
    },
    /** A text, as `t` gives those that are there from the start. */
    say<K extends keyof English>(key: K, ...given: ParametersOf<English[K]>): string {
      return fill(words.value[key], given[0]);
    },
  };
}
