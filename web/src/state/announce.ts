import { effect, signal, untracked } from "@preact/signals";
import type { Happened } from "../generated/protocol.ts";
import { cardName } from "../i18n/cards.ts";
import { listed, t } from "../i18n/index.ts";
import { selected } from "./arrange.ts";
import { hint, refusal } from "./commands.ts";
import { forEar, lastActionText } from "./say.ts";
import { buzz, chime } from "./signals.ts";
import { hand, mySeat, news, round, table, you } from "./store.ts";
import { canDraw, lastSeen, nameOf } from "./turn.ts";

/** What the polite live region says. */
export const spoken = signal("");

/** For a moment on the screen: what a seat said, or (`null`) what has to be seen by all. */
export const bubble = signal<{ seat: number | null; text: string; key: number } | null>(null);

/** After these a hint does not hold any more. */
const MOVES = new Set<Happened["type"]>(["drew", "discarded", "laid_off", "dealt"]);

let counter = 0;

/** Says something; a text that was just said is said again. */
export function speak(text: string): void {
  if (!text) return;
  counter++;
  spoken.value = text + "\u00a0".repeat(counter % 2);
}

/** Tells what others did, one sentence for each of their turns, and when it is the own turn. */
export function startAnnouncing(): () => void {
  let wasMine = false;
  return effect(() => {
    const { events, fresh } = news.value;
    untracked(() => {
      if (events.length > 0) refusal.value = null;
      if (events.some(({ type }) => MOVES.has(type))) hint.value = null;
      if (events.some(({ type }) => type === "dealt")) selected.value = null;
      const me = mySeat.value;
      const told = events.flatMap((event) => sentence(event, me, fresh));
      const mine = canDraw.value;
      if (mine && !wasMine) {
        const upcard = round.value?.upcard;
        told.push(t("say.yourTurn"));
        if (upcard) told.push(t("say.upcard", { card: cardName(upcard) }));
        buzz();
        chime();
      }
      wasMine = mine;
      // What was missed is told as the last few things that happened, not as a long story.
      speak(told.slice(-6).join(" "));
    });
  });
}

function sentence(event: Happened, me: number | null, fresh: boolean): string[] {
  switch (event.type) {
    case "drew":
      if (event.seat !== me || event.card === null) return [];
      return event.source === "pile" ? [t("say.youDrew", { card: cardName(event.card) })] : [];
    case "discarded": {
      if (event.seat === me) return [t("say.youDiscarded", { card: cardName(event.card) })];
      const seen = fresh ? actionOf(event.seat) : null;
      return [
        seen ??
          `${t("did.discardedOnly", { name: nameOf(event.seat), card: cardName(event.card) })}`,
      ];
    }
    case "dealt":
      return [
        t("say.dealt", { cards: event.cards }),
        ...(hand.value ? [listed(hand.value.cards.map((c) => cardName(c.card)))] : []),
      ].map((text) => `${text}.`);
    case "went_out":
      return event.seat === me ? [t("say.youWentOut")] : [];
    case "round_ended":
      return [
        t("say.roundEnded"),
        ...event.scores.flatMap((points, seat) =>
          points === null ? [] : [t("seat.total", { name: nameOf(seat), n: points })],
        ),
      ];
    case "game_ended":
      return [t("say.gameEnded", { names: listed(event.winners.map(nameOf)) })];
    case "said": {
      const text = t(`phrase.${event.phrase}`);
      if (fresh) bubble.value = { seat: event.seat, text, key: ++counter };
      return event.seat === me ? [] : [nameOf(event.seat) + t("colon") + text];
    }
    case "nudged":
      if (event.seat !== me) return [];
      if (fresh) buzz();
      return shownToo(t("nudged", { name: nameOf(event.by) }), fresh);
    case "away":
      return [t("say.away", { name: nameOf(event.seat) })];
    case "back":
      return event.seat === me ? [] : [t("say.back", { name: nameOf(event.seat) })];
    case "joined":
      if (event.seat === me) return [];
      return event.waits
        ? shownToo(t("say.joinedNext", { name: event.name }), fresh)
        : [t("say.joined", { name: event.name })];
    case "left":
      return [t("say.left", { name: event.name })];
    case "filled":
    case "seat_removed":
      // What the host does to somebody's seat must not look as if they had left.
      if (event.name === null || you.value?.host) return [];
      return shownToo(
        t(event.type === "filled" ? "say.filled" : "say.removed", { name: event.name }),
        fresh,
      );
    case "paused":
      return [t("msg.paused")];
    case "resumed":
      return [t("say.resumed")];
    case "reshuffled":
      return [t("say.reshuffled")];
    default:
      return [];
  }
}

/** A sentence that is also seen for a moment, where it is news. */
function shownToo(text: string, fresh: boolean): string[] {
  if (fresh) bubble.value = { seat: null, text, key: ++counter };
  return [text];
}

/** The turn of a seat as one sentence, where the sections still tell it. */
function actionOf(seat: number): string | null {
  const shown = round.value;
  if (!shown || table.value?.stage !== "round") return null;
  const action = shown.last[seat];
  if (!action) return null;
  const seen = lastSeen(shown);
  const text = lastActionText({ seat, action, open: false }, forEar);
  return seen?.seat === seat || action.discard !== null ? `${text}.` : null;
}
