import { computed } from "@preact/signals";
import type { Hint, Other } from "../generated/protocol.ts";
import { number, pointsText, t } from "../i18n/index.ts";
import type { Key } from "../i18n/types.ts";
import { selected } from "./arrange.ts";
import { symbols } from "./cards.ts";
import { hint, refusal } from "./commands.ts";
import { forEye } from "./say.ts";
import { hand, link, mySeat, myTurn, round, saving, table, waits } from "./store.ts";
import { calledOf, canDiscard, canDraw, canGoOut, cardIn, findsOwn } from "./turn.ts";

export interface Message {
  readonly text: string;
  readonly tone: "plain" | "turn" | "good" | "trouble";
}

const trouble = (text: string): Message => ({ text, tone: "trouble" });

/** The one message of the table. */
export const message = computed<Message>(() => {
  if (link.value === "lost" || link.value === "connecting") return trouble(t("msg.lost"));
  if (!saving.value) return trouble(t("msg.saving"));
  if (refusal.value) return trouble(refusalText(refusal.value.code));
  if (table.value?.paused) return { text: t("msg.paused"), tone: "plain" };
  const held = hint.value;
  if (held) return { text: hintText(held), tone: "good" };
  const last = round.value !== null && round.value.out !== null;
  if (canDraw.value) {
    return { text: t(last ? "msg.draw.last" : "msg.draw"), tone: "turn" };
  }
  if (canGoOut.value && !findsOwn.value) {
    const cards = new Set(
      hand.value?.actions.go_out.map(({ slot }) => symbols(cardIn(slot)?.card ?? "")),
    );
    const shown = [...cards];
    const text =
      shown.length > 4 ? t("msg.goOut.any") : t("msg.goOut", { cards: shown.join(` ${t("or")} `) });
    return { text, tone: "good" };
  }
  if (canDiscard.value) return { text: discardText(last), tone: "turn" };
  if (!round.value) return { text: "", tone: "plain" };
  if (waits.value) return { text: t("msg.nextRound"), tone: "plain" };
  if (mySeat.value === null || !myTurn.value) {
    return { text: t("msg.playing", { name: calledOf(round.value.turn) }), tone: "plain" };
  }
  return { text: "", tone: "plain" };
});

function discardText(last: boolean): string {
  const after = hand.value?.actions.lay_down.find(({ slot }) => slot === selected.value);
  if (last && after?.arranged) return t("msg.leaves", { n: after.arranged.points });
  return t(last ? "msg.discard.last" : "msg.discard");
}

export function refusalText(code: string): string {
  if (code === "next_round") return t("msg.nextRound");
  const key = `refused.${code}` as Key;
  const known = REFUSALS.has(code) ? key : "refused.other";
  return t(known as "refused.other");
}

/** The codes that have a sentence of their own. */
const REFUSALS = new Set([
  "stale",
  "not_your_turn",
  "not_ready",
  "table_full",
  "locked",
  "name_taken",
  "bad_name",
  "bad_meld",
  "hints_forbidden",
  "paused",
  "no_such_code",
  "no_such_table",
  "not_allowed",
  "too_fast",
  "not_host",
  "host_present",
  "bad_players",
  "not_finished",
  "offline",
]);

/** A hint as a sentence: what to do and why, or what would let the hand go out. */
export function hintText(shown: Hint): string {
  const { move, why } = shown;
  const parts: string[] = [];
  const card = (slot: number | null) => symbols((slot !== null && cardIn(slot)?.card) || "");
  if (move) {
    if (move.action === "draw") {
      parts.push(t(move.source === "discard" ? "hint.take" : "hint.draw"));
    } else if (move.action === "go_out") parts.push(t("hint.goOut", { card: card(move.slot) }));
    else if (move.action === "lay_off") parts.push(t("hint.layOff", { card: card(move.slot) }));
    else parts.push(t("hint.discard", { card: card(move.slot) }));
    if (why) parts.push(whyText(why));
  } else if (shown.go_out.length > 0) {
    const cards = [...new Set(shown.go_out.map((slot) => card(slot)))];
    parts.push(t("msg.goOut", { cards: cards.join(` ${t("or")} `) }));
  } else if (shown.outs.length > 0) {
    const shownOuts = shown.outs.slice(0, 8).map(({ card }) => card);
    const n = shown.outs.reduce((sum, out) => sum + out.unseen, 0);
    parts.push(t("hint.outs", { n, cards: forEye.many(shownOuts) + more(shown.outs.length - 8) }));
  } else parts.push(t("hint.noOuts"));
  return parts.join(" ");
}

const more = (count: number) => (count > 0 ? " …" : "");

const WHY = {
  goes_out: "why.goes_out",
  take_wild: "why.take_wild",
  take_melds: "why.take_melds",
  take_lowers: "why.take_lowers",
  take_goes_out: "why.take_goes_out",
  take_better: "why.take_better",
  pile_unwanted: "why.pile_unwanted",
  pile_better: "why.pile_better",
  pile_only: "why.pile_only",
  discard_lowest: "why.discard_lowest",
  discard_spare: "why.discard_spare",
  discard_outs: "why.discard_outs",
  discard_expected: "why.discard_expected",
  learned_take: "why.learned_take",
  learned_pile: "why.learned_pile",
  learned_either: "why.learned_either",
  learned_discard: "why.learned_discard",
  place_take: "why.place_take",
  place_pile: "why.place_pile",
  place_either: "why.place_either",
  last_take: "why.last_take",
  last_pile: "why.last_pile",
  last_discard: "why.last_discard",
  lays_off: "why.lays_off",
} as const satisfies Record<string, Key>;

function whyText(why: NonNullable<Hint["why"]>): string {
  const key = (WHY as Record<string, Key | undefined>)[why.code];
  if (!key) return "";
  const told = t(
    key as "why.discard_outs",
    {
      n: why.outs ?? why.cost ?? 0,
      card: why.card === null ? "" : symbols(why.card),
      points: pointsText(why.points ?? 0),
      before: why.before ?? 0,
      expected: pointsText(why.expected ?? 0, 1, 1),
      cost: number(why.cost ?? 0, 1),
    } as never,
  );
  const useless = why.code === "learned_discard" && why.outs === 0;
  return [...(useless ? [] : [told]), ...othersText(why.others)].join(" ");
}

/** The other discards: those that are as good, and what the rest would cost. */
function othersText(others: readonly Other[]): string[] {
  const same = others.filter(({ cost }) => cost === 0).map(({ card }) => symbols(card));
  const dear = others
    .filter(({ cost }) => cost > 0)
    .map(({ card, cost }) => `${symbols(card)}\u00a0${number(cost, 1)}`);
  return [
    ...(same.length > 0 ? [t("why.same", { cards: same.join(" · ") })] : []),
    ...(dear.length > 0 ? [t("why.dearer", { cards: dear.join(" · ") })] : []),
  ];
}
