import { computed, signal } from "@preact/signals";
import { kept } from "../state/settings.ts";
import { en } from "./en.ts";
import type { Dictionary, Key, Parameters, Plural } from "./types.ts";

export type Language = "en" | "fr" | "nl";
export const LANGUAGES: Record<Language, string> = {
  en: "English",
  fr: "Français",
  nl: "Nederlands",
};

const wanted = kept<Language | null>("language", null);

function fromBrowser(): Language {
  for (const tag of navigator.languages) {
    const short = tag.slice(0, 2);
    if (short in LANGUAGES) return short as Language;
  }
  return "en";
}

const loaders: Record<Language, () => Promise<Dictionary>> = {
  en: async () => en,
  fr: async () => (await import("./fr.ts")).fr,
  nl: async () => (await import("./nl.ts")).nl,
};

const dictionary = signal<Dictionary>(en);
/** The language shown now; a new one is shown once its words are there. */
export const language = signal<Language>("en");

export async function loadLanguage(): Promise<void> {
  const before = wanted.value; // what it says may be of another version of the page
  await show(before !== null && Object.hasOwn(loaders, before) ? before : fromBrowser());
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  wanted.value = chosen;
  await show(chosen);
}

async function show(chosen: Language): Promise<void> {
  dictionary.value = await loaders[chosen]();
  language.value = chosen;
  document.documentElement.lang = chosen;
}

const plurals = computed(() => new Intl.PluralRules(language.value));
const lists = computed(() => new Intl.ListFormat(language.value, { type: "conjunction" }));

/** A text in the language of the moment. Its parameters are checked by the compiler. */
export function t<K extends Key>(key: K, ...given: Parameters<K>): string {
  return fill(dictionary.value[key], given[0]);
}

/** A text with its parameters put in. */
export function fill(
  entry: string | Plural,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = typeof entry === "string" ? entry : plural(entry, Number(values.n));
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

function plural(entry: Plural, n: number): string {
  return plurals.value.select(n) === "one" ? entry.one : entry.other;
}

/** Several things as a sentence lists them. */
export const listed = (parts: readonly string[]) => lists.value.format(parts);

const digits = (most: number, least: number) => ({
  maximumFractionDigits: most,
  minimumFractionDigits: least,
});

/** A number as the language writes it, with so many digits behind the point at most and at least. */
export const number = (value: number, most = 0, least = 0) =>
  value.toLocaleString(language.value, digits(most, least));

/** Points as the language writes them, in the form that goes with the digits: `1 point`, `1.0 points`. */
export function pointsText(value: number, most = 0, least = 0): string {
  const form = new Intl.PluralRules(language.value, digits(most, least)).select(value);
  return t("points.said", { n: form === "one" ? 1 : 2, said: number(value, most, least) });
}
