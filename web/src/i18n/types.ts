import type { en } from "./en.ts";

/** A text that depends on the number `n`. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

/** All texts of a language: a missing key, or one too many, does not compile. */
export type DictionaryOf<English> = {
  readonly [K in keyof English]: English[K] extends string ? string : Plural;
};

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Text<Entry> = Entry extends { readonly other: infer Other } ? Other : Entry;
type Wanted<Entry> = Names<Text<Entry>> | (Entry extends { readonly other: string } ? "n" : never);

/** The parameters of a text, by the names in braces. */
export type ParametersOf<Entry> = [Wanted<Entry>] extends [never]
  ? []
  : [{ readonly [Name in Wanted<Entry>]: string | number }];

export type Key = keyof typeof en;
export type Dictionary = DictionaryOf<typeof en>;
export type Parameters<K extends Key> = ParametersOf<(typeof en)[K]>;
