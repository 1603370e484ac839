import { cardName, cardNames } from "../i18n/cards.ts";
import { listed, t } from "../i18n/index.ts";
import { symbols } from "./cards.ts";
import type { Seen } from "./turn.ts";
import { calledOf, nameOf } from "./turn.ts";

/** How cards are put into a sentence: as symbols for the eye, as words for the ear. */
export interface Wording {
  readonly one: (card: string) => string;
  readonly who: (seat: number) => string;
  readonly many: (cards: readonly string[]) => string;
}
export const forEye: Wording = {
  who: calledOf,
  one: symbols,
  many: (cards) => listed(cards.map(symbols)),
};
export const forEar: Wording = { who: nameOf, one: cardName, many: cardNames };

/** What a seat did, as a sentence. */
export function lastActionText(seen: Seen, words: Wording, name = words.who(seen.seat)): string {
  const { action, open } = seen;
  const drew =
    action.took !== null
      ? t("did.took", { name, card: words.one(action.took) })
      : t("did.drew", { name });
  const parts: string[] = [];
  if (action.laid_off.length > 0) {
    parts.push(t("did.laidOff", { cards: words.many(action.laid_off) }));
  }
  if (!open && action.discard !== null) {
    const card = words.one(action.discard);
    parts.push(
      action.out
        ? t("did.wentOut", { card })
        : action.laid_down
          ? t("did.laidDown", { card })
          : t("did.discarded", { card }),
    );
  }
  return [drew, ...parts].join(t("did.then"));
}
