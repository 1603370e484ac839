import { lateWords } from "../late.ts";
import type { DictionaryOf } from "../types.ts";
import { en } from "./en.ts";

export type ReviewWords = DictionaryOf<typeof en>;

export const { load: loadReviewWords, say: r } = lateWords(en, {
  fr: async () => (await import("./fr.ts")).fr,
  nl: async () => (await import("./nl.ts")).nl,
});
