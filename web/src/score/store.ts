import { computed, signal } from "@preact/signals";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { newId } from "../net/ids.ts";
import { kept } from "../state/settings.ts";
import type { SheetFile } from "./file.ts";
import { act, type Change, checked, type Fact, isId, type Log, merge, redo, undo } from "./log.ts";
import { read, type Sheet } from "./sheet.ts";

/** What is being entered and not yet on the sheet. */
export interface Draft {
  readonly round: number;
  readonly player: string;
  readonly mode: Mode;
  /** Digits, or the cards left over. */
  readonly digits: string;
  readonly cards: readonly string[];
}
export type Mode = "points" | "cards" | "total";

interface Kept extends DBSchema {
  sheets: { key: string; value: SheetFile };
  drafts: { key: string; value: Draft };
}

const device = kept("device", "");

/** How this device signs its entries. */
export function thisDevice(): string {
  if (!isId(device.peek())) device.value = newId().slice(0, 10);
  return device.peek();
}

/** All sheets of this device by name, the one changed last first. */
export const sheets = signal<ReadonlyMap<string, Log>>(new Map());
/** The name of the sheet that is shown, `null` for none. */
export const shown = signal<string | null>(null);
export const draft = signal<Draft | null>(null);
/** Whether this browser keeps what is written. */
export const keeps = signal(true);
/** Whether something that this browser kept is no sheet; it stays, but cannot be shown. */
export const unreadable = signal(false);
/** Whether this browser may erase what it keeps. */
export const mayErase = signal(false);

export const log = computed<Log>(() => sheets.value.get(shown.value ?? "") ?? []);
export const sheet = computed<Sheet | null>(() => (log.value.length ? read(log.value) : null));

let database: Promise<IDBPDatabase<Kept> | null> | null = null;

function opened(): Promise<IDBPDatabase<Kept> | null> {
  database ??= openDB<Kept>("fivecrowns-score", 1, {
    upgrade(made) {
      made.createObjectStore("sheets", { keyPath: "sheet" });
      made.createObjectStore("drafts");
    },
  }).catch(() => {
    keeps.value = false;
    return null;
  });
  return database;
}

/** Entries on their way into the database. */
let storing = 0;

/** Reads what this device keeps; again when somebody comes back to the page, for other tabs. */
export async function loadSheets(): Promise<void> {
  const found = await (await opened())?.getAll("sheets").catch(() => {
    keeps.value = false;
  });
  if (found) {
    const memory = sheets.peek();
    const all = new Map<string, Log>();
    let bad = false;
    for (const { sheet: name, facts } of found) {
      try {
        const merged = merge(facts.map(checked), memory.get(name) ?? []);
        read(merged);
        all.set(name, merged);
      } catch {
        bad = true;
      }
    }
    unreadable.value = bad;
    if (storing > 0) for (const [name, facts] of memory) all.set(name, all.get(name) ?? facts);
    sheets.value = ordered(all);
  }
  mayErase.value = !((await navigator.storage?.persisted?.().catch(() => false)) ?? false);
}

const ordered = (all: ReadonlyMap<string, Log>) =>
  new Map([...all].sort(([, a], [, b]) => (b.at(-1)?.at ?? 0) - (a.at(-1)?.at ?? 0)));

/**
 * Puts facts on a sheet: at once here, and then in what the device keeps. Throws `ScoreError`, and
 * keeps nothing, where that makes no sheet.
 */
export function put(name: string, facts: readonly Fact[]): void {
  if (facts.length === 0) return;
  const known = sheets.peek().get(name) ?? [];
  const merged = merge(known, facts);
  read(merged);
  sheets.value = ordered(new Map([...sheets.peek(), [name, merged]]));
  void store(name, facts);
}

async function store(name: string, facts: readonly Fact[]): Promise<void> {
  storing++;
  try {
    const transaction = (await opened())?.transaction("sheets", "readwrite", {
      durability: "strict", // a phone's battery may end any time
    });
    if (!transaction) return;
    const before = (await transaction.store.get(name))?.facts ?? [];
    await transaction.store.put({ sheet: name, facts: merge(before, facts) });
    await transaction.done;
  } catch {
    keeps.value = false;
  } finally {
    storing--;
  }
}

export function remove(name: string): void {
  sheets.value = new Map([...sheets.peek()].filter(([other]) => other !== name));
  void opened().then((kept) => kept?.delete("sheets", name));
  void storeDraft(name, null);
}

/** Changes the sheet that is shown. */
export const change = (changes: readonly Change[]) =>
  put(shown.peek() ?? "", act(log.peek(), thisDevice(), changes, Date.now()));

export const takeBack = () => put(shown.peek() ?? "", undo(log.peek(), thisDevice(), Date.now()));

export const doAgain = () => put(shown.peek() ?? "", redo(log.peek(), thisDevice(), Date.now()));

/** Makes a sheet; gives its name. */
export function make(changes: readonly Change[]): string {
  const name = newId();
  put(name, act([], thisDevice(), changes, Date.now()));
  // Asked now that there is something to be kept; what the browser answers is its own affair.
  void navigator.storage?.persist?.().then((granted) => {
    mayErase.value = !granted;
  });
  return name;
}

/** Shows a sheet, with what was being entered when it was last left. */
export async function show(name: string | null): Promise<void> {
  const before =
    name === null
      ? undefined
      : await (await opened())?.get("drafts", name).catch(() => {
          keeps.value = false;
        });
  shown.value = name;
  draft.value = before ?? null;
}

/** Keeps what is being entered at every tap. */
export function write(next: Draft | null): void {
  draft.value = next;
  const name = shown.peek();
  if (name !== null) void storeDraft(name, next);
}

async function storeDraft(name: string, next: Draft | null): Promise<void> {
  try {
    const kept = await opened();
    if (next) await kept?.put("drafts", next, name);
    else await kept?.delete("drafts", name);
  } catch {
    keeps.value = false;
  }
}
