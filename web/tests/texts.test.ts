import { expect, test } from "vitest";
import { cardName } from "../src/i18n/cards.ts";
import { en } from "../src/i18n/en.ts";
import { fr } from "../src/i18n/fr.ts";
import { chooseLanguage, type Language, pointsText } from "../src/i18n/index.ts";
import { nl } from "../src/i18n/nl.ts";
import { en as reviewEn } from "../src/i18n/review/en.ts";
import { fr as reviewFr } from "../src/i18n/review/fr.ts";
import { nl as reviewNl } from "../src/i18n/review/nl.ts";
import { rules as rulesEn } from "../src/i18n/rules/en.ts";
import { rules as rulesFr } from "../src/i18n/rules/fr.ts";
import { rules as rulesNl } from "../src/i18n/rules/nl.ts";
import { en as scoreEn } from "../src/i18n/score/en.ts";
import { fr as scoreFr } from "../src/i18n/score/fr.ts";
import { nl as scoreNl } from "../src/i18n/score/nl.ts";
import { en as solitaireEn } from "../src/i18n/solitaire/en.ts";
import { fr as solitaireFr } from "../src/i18n/solitaire/fr.ts";
import { nl as solitaireNl } from "../src/i18n/solitaire/nl.ts";

const named = (text: unknown) =>
  [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort().join();

test.each([
  ["the page, in French", en, fr],
  ["the page, in Dutch", en, nl],
  ["the review, in French", reviewEn, reviewFr],
  ["the review, in Dutch", reviewEn, reviewNl],
  ["the rules, in French", rulesEn, rulesFr],
  ["the rules, in Dutch", rulesEn, rulesNl],
  ["the score keeper, in French", scoreEn, scoreFr],
  ["the score keeper, in Dutch", scoreEn, scoreNl],
  ["the solitaire, in French", solitaireEn, solitaireFr],
  ["the solitaire, in Dutch", solitaireEn, solitaireNl],
] as [string, Record<string, unknown>, Record<string, unknown>][])(
  "every text takes the parameters of the English one: %s",
  (_, english, translated) => {
    for (const [key, text] of Object.entries(english)) {
      expect(`${key} ${named(translated[key])}`).toBe(`${key} ${named(text)}`);
    }
  },
);

test("a card is called in French as people say it, with an elision before the star", async () => {
  await chooseLanguage("fr");
  expect(cardName("Q*")).toBe("dame d’étoile");
  expect(cardName("4H")).toBe("4 de cœur");
  await chooseLanguage("en");
  expect(cardName("Q*")).toBe("queen of stars");
});

test("French has a space that does not break before double punctuation", () => {
  const texts = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value as object).flatMap(texts);
  const wrong = [fr, reviewFr, rulesFr, scoreFr, solitaireFr]
    .flatMap(texts)
    .filter((text) => /(^|[^\u00a0])[:;!?]/.test(text));
  expect(wrong).toEqual([]);
});

/** Texts with a number that can never be one or none, or that changes no word. */
const ANY_NUMBER = new Set([
  "last.count", // {n} still to play
  "why.take_lowers", // from {before} to {points}
  "warn.too_many", // {n} is the most
  "hand.how", // nobody is dealt fewer than three cards
  "beyond", // hundreds of points
  "hint.lowers", // a card left over costs three at least
]);

test("a text that counts has a form for one", () => {
  const alone = (texts: object) =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === "string" && /\{(n|outs|count|after|before|of)\}\s\p{L}/u.test(text)
        ? [key]
        : [],
    );
  const found: string[] = [
    ...[en, fr, nl, reviewEn, reviewFr, reviewNl].flatMap(alone),
    ...[scoreEn, scoreFr, scoreNl, solitaireEn, solitaireFr, solitaireNl].flatMap(alone),
  ];
  expect(new Set(found)).toEqual(ANY_NUMBER);
});

test.each([
  ["en", ["0 points", "1 point", "2 points"], ["0.9 points", "1.0 points", "2.0 points"]],
  ["fr", ["0 point", "1 point", "2 points"], ["0,9 point", "1,0 point", "2,0 points"]],
  ["nl", ["0 punten", "1 punt", "2 punten"], ["0,9 punten", "1,0 punten", "2,0 punten"]],
] as [Language, string[], string[]][])(
  "points are said in the form that goes with the number as it is written: %s",
  async (language, whole, broken) => {
    await chooseLanguage(language);
    expect([0, 1, 2].map((n) => pointsText(n))).toEqual(whole);
    expect([0.94, 0.96, 1.96].map((n) => pointsText(n, 1, 1))).toEqual(broken);
    await chooseLanguage("en");
  },
);
