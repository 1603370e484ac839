import { expect, test } from "vitest";
import { lettersThatFit } from "../src/components/room.ts";
import { shortNames } from "../src/state/names.ts";

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
