import { expect, test } from "vitest";
import { en } from "../src/i18n/en.ts";
import { fr } from "../src/i18n/fr.ts";
import { nl } from "../src/i18n/nl.ts";
import { rules as rulesEn } from "../src/i18n/rules/en.ts";
import { rules as rulesFr } from "../src/i18n/rules/fr.ts";
import { rules as rulesNl } from "../src/i18n/rules/nl.ts";
import type { Dictionary } from "../src/i18n/types.ts";

const named = (text: unknown) =>
  [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort().join();

const translations: [string, Dictionary][] = [
  ["French", fr],
  ["Dutch", nl],
];

test.each(translations)("every text in %s takes the parameters of the English one", (_, words) => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(`${key} ${named(words[key])}`).toBe(`${key} ${named(en[key])}`);
  }
});

test("the rules hold the same facts in all languages", () => {
  for (const part of Object.keys(rulesEn) as (keyof typeof rulesEn)[]) {
    expect(named(rulesFr[part])).toBe(named(rulesEn[part]));
    expect(named(rulesNl[part])).toBe(named(rulesEn[part]));
  }
});
