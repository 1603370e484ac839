import { signal } from "@preact/signals";

export type DialogName =
  | "menu"
  | "sheet"
  | "table"
  | "invite"
  | "options"
  | "phrases"
  | "settings"
  | "keys"
  | "sort"
  | "goOut"
  | "wild"
  | "layOff"
  | "arrange"
  | "rules"
  | "leave"
  | "laid";

/** The dialog that is open, `null` for none. */
export const dialog = signal<DialogName | null>(null);
/** The seat whose dialog is open. */
export const seatDialog = signal<number | null>(null);

export const open = (name: DialogName) => {
  dialog.value = name;
};
export const closeDialog = () => {
  dialog.value = null;
};
