import { effect, type Signal, signal } from "@preact/signals";
import type { HintLevel } from "../generated/protocol.ts";

export type Theme = "auto" | "light" | "dark";
export type Contrast = "auto" | "more";
export type SortMode = "melds" | "rank" | "suit" | "own";

const PREFIX = "fivecrowns.";

function read<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    const value: unknown = text === null ? fallback : JSON.parse(text);
    return isLike(value, fallback) ? (value as T) : fallback;
  } catch {
    return fallback;
  }
}

/** Whether what was kept is of the kind of its fallback: other programs may have written there. */
const isLike = (value: unknown, fallback: unknown) =>
  fallback === null ||
  (value !== null &&
    typeof value === typeof fallback &&
    Array.isArray(value) === Array.isArray(fallback));

/** A signal that is kept on this device; where storing is forbidden it lives as long as the page. */
export function kept<T>(name: string, fallback: T): Signal<T> {
  const value = signal(read(name, fallback));
  let first = true;
  effect(() => {
    const text = JSON.stringify(value.value);
    if (first) {
      first = false;
      return;
    }
    try {
      localStorage.setItem(PREFIX + name, text);
    } catch {}
  });
  return value;
}

export const playerName = kept("name", "");
export const theme = kept<Theme>("theme", "auto");
export const contrast = kept<Contrast>("contrast", "auto");
export const sound = kept("sound", false);
export const vibration = kept("vibration", false);
export const singleKeys = kept("keys", true);
export const askBeforeWild = kept("ask-wild", true);
export const hintLevel = kept<HintLevel>("hints", "best");
export const sortMode = kept<SortMode>("sort", "melds");

/** Tables this device has been at, the latest first. */
export interface KnownTable {
  readonly table: string;
  readonly seat: number | null;
  readonly at: number;
  readonly code?: string | null | undefined;
}
export const knownTables = kept<readonly KnownTable[]>("tables", []);

export function remember(table: string, seat: number | null, code?: string | null): void {
  // Looked at without being followed: an effect may call this, and must not wake itself.
  const others = knownTables.peek().filter((known) => known.table !== table);
  knownTables.value = [{ table, seat, at: Date.now(), code }, ...others].slice(0, 8);
}

export function forget(table: string): void {
  knownTables.value = knownTables.peek().filter((known) => known.table !== table);
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const more = matchMedia("(prefers-contrast: more)");
const systemDark = signal(dark.matches);
const systemMore = signal(more.matches);

/** Keeps the look of the page as the settings and the system say. */
export function followTheme(): void {
  dark.addEventListener("change", () => {
    systemDark.value = dark.matches;
  });
  more.addEventListener("change", () => {
    systemMore.value = more.matches;
  });
  effect(() => {
    const isDark = theme.value === "auto" ? systemDark.value : theme.value === "dark";
    const classes = document.documentElement.classList;
    classes.toggle("dark", isDark);
    classes.toggle("light", !isDark);
    classes.toggle("contrast", contrast.value === "more" || systemMore.value);
    const background = getComputedStyle(document.documentElement).getPropertyValue("--page");
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", background.trim());
  });
}

export const stillness = matchMedia("(prefers-reduced-motion: reduce)");
