import { lateWords } from "../late.ts";
import type { DictionaryOf } from "../types.ts";
import { en } from "./en.ts";

export type SolitaireWords = DictionaryOf<typeof en>;

export const { load: loadSolitaireWords, say: w } = lateWords(en, {
  fr: async () => (await import("./fr.ts")).fr,
  nl: async () => (await import("./nl.ts")).nl,
});
