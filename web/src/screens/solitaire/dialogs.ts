import { signal } from "@preact/signals";

/** What is open over the piles; a number is the pile that a card may go into. */
export type Shown =
  | "menu"
  | "number"
  | "statistics"
  | "how"
  | "throw"
  | "undo"
  | "giveUp"
  | "leave";

export const shown = signal<Shown | number | null>(null);
/** The seed of the deal that is waiting for a yes. */
export const wanted = signal("");

export const close = () => {
  shown.value = null;
};
