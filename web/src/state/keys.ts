import { t } from "../i18n/index.ts";
import { speak } from "./announce.ts";
import { askHint, draw } from "./commands.ts";
import { dialog, open, seatDialog } from "./dialogs.ts";
import { tryDiscard, tryGoOut } from "./intents.ts";
import { message } from "./message.ts";
import { forEar, lastActionText } from "./say.ts";
import { type SortMode, singleKeys, sortMode } from "./settings.ts";
import { hand, round } from "./store.ts";
import { canDraw, lastSeen } from "./turn.ts";

export const SORT_MODES: readonly SortMode[] = ["melds", "rank", "suit", "own"];

/** The single keys, with what each does; shown in the help of the keys. */
export const KEYS = {
  d: () => drawFrom("pile"),
  t: () => drawFrom("discard"),
  x: tryDiscard,
  g: tryGoOut,
  s: nextSort,
  h: () => void askHint(),
  l: sayLast,
  m: () => speak(message.value.text),
  c: () => open("sheet"),
  "?": () => open("keys"),
} as const;

export function onKey(event: KeyboardEvent): void {
  if (!singleKeys.value || event.ctrlKey || event.metaKey || event.altKey) return;
  if (dialog.value !== null || seatDialog.value !== null) return;
  const target = event.target as HTMLElement;
  if (target.closest("input, select, textarea")) return;
  const act = (KEYS as Record<string, (() => void) | undefined>)[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}

function drawFrom(source: "pile" | "discard"): void {
  if (canDraw.value && hand.value?.actions.draw.includes(source)) void draw(source);
}

function nextSort(): void {
  const next = SORT_MODES[(SORT_MODES.indexOf(sortMode.value) + 1) % SORT_MODES.length];
  if (!next) return;
  sortMode.value = next;
  speak(t("hand.sorted", { order: t(`sort.${next}`) }));
}

function sayLast(): void {
  const seen = round.value && lastSeen(round.value);
  speak(seen ? lastActionText(seen, forEar) : t("say.nothing"));
}
