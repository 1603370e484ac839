import type { en } from "./en.ts";

/** A text that depends on the number `n`. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

export type Key = keyof typeof en;

/** All texts of a language: a missing key, or one too many, does not compile. */
export type Dictionary = {
  readonly [K in Key]: (typeof en)[K] extends string ? string : Plural;
};

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Text<K extends Key> = (typeof en)[K] extends { readonly other: infer Other }
  ? Other
  : (typeof en)[K];
type Wanted<K extends Key> =
  | Names<Text<K>>
  | ((typeof en)[K] extends { readonly other: string } ? "n" : never);

/** The parameters of a text, by the names in braces. */
export type Parameters<K extends Key> = [Wanted<K>] extends [never]
  ? []
  : [{ readonly [Name in Wanted<K>]: string | number }];
