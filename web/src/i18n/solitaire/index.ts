import { signal } from "@preact/signals";
import { fill, type Language } from "../index.ts";
import type { DictionaryOf, ParametersOf } from "../types.ts";
import { en } from "./en.ts";

export type SolitaireKey = keyof typeof en;
export type SolitaireWords = DictionaryOf<typeof en>;

const words = signal<SolitaireWords>(en);

const loaders: Record<Language, () => Promise<SolitaireWords>> = {
  en: async () => en,
  fr: async () => (await import("./fr.ts")).fr,
  nl: async () => (await import("./nl.ts")).nl,
};

export async function loadSolitaireWords(language: Language): Promise<void> {
  words.value = await loaders[language]();
}

/** A text of the solitaire, as `t` gives those of the rest. */
export function w<K extends SolitaireKey>(key: K, ...given: ParametersOf<(typeof en)[K]>): string {
  return fill(words.value[key], given[0]);
}
