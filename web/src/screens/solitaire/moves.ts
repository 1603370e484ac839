import { useEffect } from "preact/hooks";
import {
  type Action,
  type Game,
  isOver,
  isWildIn,
  openPiles,
  type Play,
} from "../../solitaire/game.ts";
import * as store from "../../solitaire/store.ts";
import { speak } from "../../state/announce.ts";
import { forEar } from "../../state/say.ts";
import { askBeforeWild } from "../../state/settings.ts";
import { close, shown, wanted } from "./dialogs.ts";
import { hintText, tell } from "./say.ts";

/** Whether the focus is to go to what the last move turned over. */
let moved = false;

/** Does something and tells it. */
export function act(action: Action): void {
  close();
  moved = true;
  tell(store.act(action));
}

/** After a move, gives the focus to the card that is turned over now, or to the result. */
export function useFocusAfterMove(game: Game): void {
  useEffect(() => {
    if (moved) document.getElementById("drawn")?.focus();
    moved = false;
  }, [game]);
}

export const play = (move: Play) => act(move);

/** Throws the card turned over away, from whichever pile; asks first where it is a wild. */
export function throwAway(sure = false): void {
  const game = store.game.value;
  const card = game?.drawn;
  if (!game || !card) return;
  const open = openPiles(game);
  const wild = open.some(({ size }) => isWildIn(card, size));
  if (wild && askBeforeWild.value && !sure) shown.value = "throw";
  else if (open[0]) act({ pile: open[0].size, discard: card });
}

export function undo(): void {
  if (store.game.value?.plays.length) shown.value = "undo";
}

export function hint(): void {
  store.askHint();
  const given = store.hint.value;
  if (!given) return;
  speak(hintText(given, forEar));
  requestAnimationFrame(() =>
    document.querySelector(".hinted")?.scrollIntoView({ block: "nearest" }),
  );
}

/** Deals; a game that is going on has to be given up first, and that is asked. */
export function deal(seed: string, sure = false): void {
  const game = store.game.value;
  if (game && !isOver(game)) {
    if (!sure) {
      wanted.value = seed;
      shown.value = "leave";
      return;
    }
    store.act({ end: "given_up" });
  }
  close();
  moved = true;
  tell(store.deal(seed));
  scrollTo(0, 0);
}

/** Saves the record of the game as a file. */
export function saveRecord(): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([store.record()], { type: "application/jsonl" }));
  link.download = `solitaire-${store.seed.value}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

const KEYS: Readonly<Record<string, () => void>> = { h: hint, u: undo, x: () => throwAway() };

/** Single keys, as at a table. */
export function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || shown.value !== null) return;
  if (target.closest("input, select, textarea")) return;
  const game = store.game.value;
  const key = KEYS[event.key.toLowerCase()];
  if (!key || !game || isOver(game)) return;
  event.preventDefault();
  key();
}
