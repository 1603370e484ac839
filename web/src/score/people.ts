import type { Log } from "./log.ts";
import { read } from "./sheet.ts";

/** Who played together, in the order of their seats; the last game's first, each group once. */
export function groupsOf(sheets: ReadonlyMap<string, Log>): string[][] {
  const once = new Map<string, string[]>();
  for (const log of sheets.values()) {
    const group = read(log).staying.map(({ name }) => name);
    const key = [...group].sort().join("\n");
    if (group.length >= 2 && !once.has(key)) once.set(key, group);
  }
  return [...once.values()];
}

/** All names on the sheets of this device, those of the last game first. */
export const namesOf = (sheets: ReadonlyMap<string, Log>): string[] => [
  ...new Set([...sheets.values()].flatMap((log) => read(log).players.map(({ name }) => name))),
];

/** The same things in an order by chance. */
export function shuffled<T>(things: readonly T[]): T[] {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last--) {
    // The remainder favours low places by less than one in a hundred million.
    const at = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % (last + 1);
    [order[last], order[at]] = [order[at] as T, order[last] as T];
  }
  return order;
}
