import { expect, test } from "vitest";
import { lettersThatFit } from "../src/components/room.ts";
import type { SeatShown } from "../src/generated/protocol.ts";
import { seatNames, shortNames } from "../src/state/names.ts";

const seat = (name: string | null, opponent: SeatShown["opponent"] = null): SeatShown => ({
  name,
  opponent,
  away: false,
  waits: false,
  ready: false,
  tie: false,
});

test("opponents never take the name of a person at the table", () => {
  const names = seatNames([seat("Hugo"), seat(null, "hard"), seat(null, "hard")]);
  expect(new Set(names).size).toBe(3);
});

test("opponents are called as a game record calls them", () => {
  const names = seatNames([seat("Ann"), seat(null, "medium"), seat("mia"), seat(null, "medium")]);
  expect(names).toEqual(["Ann", "Max", "mia", "Maya"]);
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

test("a score sheet shortens names only where it has no room for them", () => {
  const four = ["Grandma", "Emma", "Mia", "Hugo"];
  expect(shortNames(four, lettersThatFit(four, 25))).toEqual(four);
  expect(lettersThatFit(four, 17)).toBeLessThan(7);
  expect(lettersThatFit(Array(14).fill("Wilhelmina"), 17)).toBe(5);
});
