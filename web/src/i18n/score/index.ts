import { signal } from "@preact/signals";
import { fill, type Language } from "../index.ts";
import type { DictionaryOf, ParametersOf } from "../types.ts";
import { en } from "./en.ts";

export type ScoreKey = keyof typeof en;
export type ScoreWords = DictionaryOf<typeof en>;

const words = signal<ScoreWords>(en);

const loaders: Record<Language, () => Promise<ScoreWords>> = {
  en: async () => en,
  fr: async () => (await import("./fr.ts")).fr,
  nl: async () => (await import("./nl.ts")).nl,
};

export async function loadScoreWords(language: Language): Promise<void> {
  words.value = await loaders[language]();
}

/** A text of the score keeper, as `t` gives those of the rest. */
export function s<K extends ScoreKey>(key: K, ...given: ParametersOf<(typeof en)[K]>): string {
  return fill(words.value[key], given[0]);
}
