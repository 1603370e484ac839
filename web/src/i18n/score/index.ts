import { lateWords } from "../late.ts";
import type { DictionaryOf } from "../types.ts";
import { en } from "./en.ts";

export type ScoreKey = keyof typeof en;
export type ScoreWords = DictionaryOf<typeof en>;

export const { load: loadScoreWords, say: s } = lateWords(en, {
  fr: async () => (await import("./fr.ts")).fr,
  nl: async () => (await import("./nl.ts")).nl,
});
