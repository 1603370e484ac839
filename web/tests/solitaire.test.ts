import { expect, test, vi } from "vitest";
import { numberFrom, type Result, sorted, today } from "../src/solitaire/store.ts";

const result = (id: string, seed: string, undoneSeen = 0): Result => ({
  id,
  seed,
  at: 0,
  won: true,
  closed: 11,
  turns: 28,
  points: 0,
  undoneSeen,
});
const ids = (results: readonly Result[]) => results.map(({ id }) => id);

test("a deal counts once; deals again and turns taken back count apart", () => {
  const { fair, undone, again } = sorted([
    result("a", "1"),
    result("b", "1"),
    result("c", "2", 1),
    result("d", "2"),
    result("e", "2026-12-24"),
  ]);
  expect(ids(fair)).toEqual(["a", "e"]);
  expect(ids(undone)).toEqual(["c"]);
  expect(ids(again)).toEqual(["b", "d"]);
});

test("a number is read as the terminal reads it", () => {
  expect(numberFrom(" 007 ")).toBe("7");
  expect(numberFrom("0")).toBe("0");
  expect(numberFrom("9".repeat(18))).toBe("9".repeat(18));
  for (const text of ["", "x", "-1", "1.5", "1e3", "9".repeat(19)]) {
    expect(numberFrom(text)).toBeNull();
  }
});

test("the day is that of the device's own calendar", () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 5, 23, 59) });
  expect(today()).toBe("2026-01-05");
  vi.setSystemTime(new Date(2026, 0, 6, 0, 1));
  expect(today()).toBe("2026-01-06");
  vi.useRealTimers();
});
