import { expect, test } from "vitest";
import type { SeatShown } from "../src/generated/protocol.ts";
import { seatNames, shortNames } from "../src/state/names.ts";

const seat = (name: string | null, opponent: SeatShown["opponent"] = null): SeatShown => ({
  name,
  opponent,
  away: false,
  ready: false,
  tie: false,
});

test("opponents never take the name of a person at the table", () => {
  const names = seatNames([seat("Hugo"), seat(null, "hard"), seat(null, "hard")]);
  expect(new Set(names).size).toBe(3);
});

test("thirteen opponents alike have names of their own, short enough for the smallest seat", () => {
  for (const person of ["Ann", "Hugo", "Mia", "Emma"]) {
    for (const strength of ["easy", "medium", "hard"] as const) {
      const opponents = Array.from({ length: 13 }, () => seat(null, strength));
      const names = seatNames([seat(person), ...opponents]);
      expect(new Set(names).size).toBe(14);
      expect(shortNames(names, 4)).toEqual(names);
    }
  }
});

test("short names fit, and are different from each other", () => {
  for (const room of [4, 6, 8, 11]) {
    const short = shortNames(["Maximilian", "Maximus", "Al", "Anne-Marie Dubois", "Maxim"], room);
    expect(new Set(short).size).toBe(5);
    for (const name of short) expect(name.length).toBeLessThanOrEqual(room);
  }
});
