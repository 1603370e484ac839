import { cardName } from "../../i18n/cards.ts";
import { language, listed } from "../../i18n/index.ts";
import { w } from "../../i18n/solitaire/index.ts";
import type { Event } from "../../solitaire/game.ts";
import type { Hint } from "../../solitaire/hint.ts";
import { game } from "../../solitaire/store.ts";
import { speak } from "../../state/announce.ts";
import type { Wording } from "../../state/say.ts";

/** A hint as a sentence: what to do, and why. */
export function hintText(
  { play, card, reason, before, after, waitsFor, plan }: Hint,
  words: Wording,
) {
  const why = w(`hint.${reason}`, {
    card: words.one(card),
    discard: words.one(play.discard),
    pile: play.pile,
    cards: words.many(waitsFor),
    before,
    after,
  } as never);
  return plan.complete ? `${why} ${w("hint.all")}` : why;
}

/** Tells what happened to those who listen. */
export function tell(events: readonly Event[]): void {
  speak(events.flatMap(sentence).join(" "));
}

function sentence(event: Event): string[] {
  switch (event.type) {
    case "played": {
      const { pile, card, discard } = event;
      if (card === discard) return [w("say.thrown", { card: cardName(card) })];
      return [w("say.played", { card: cardName(card), pile, discard: cardName(discard) })];
    }
    case "closed":
      return [w("say.closed", { pile: event.pile })];
    case "taken_back": {
      const { pile, discard } = event.play;
      const card = cardName(discard);
      // The card of that turn is the one turned over again.
      if (discard === game.value?.drawn) return [w("say.backThrown", { card })];
      return [w("say.back", { card, pile })];
    }
    case "turned_over":
      return [w("say.turned", { card: cardName(event.card) })];
    case "ended":
      return [w(event.won ? "won" : "over")];
    default:
      return [];
  }
}

/** What a deal is called: its number, or its day. */
export function dealName(seed: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(seed)) return w("deal.number", { number: seed });
  const date = new Date(`${seed}T12:00`).toLocaleDateString(language.value, { dateStyle: "long" });
  return w("deal.day", { date });
}

export const pileNames = (sizes: readonly number[]) => listed(sizes.map(String));
