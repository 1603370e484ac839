import { expect, test } from "vitest";
import { columnsFor, grid, type Place, rowsFor } from "../src/state/arrange.ts";

const places = (count: number, apart: readonly number[] = []): Place[] =>
  Array.from({ length: count }, (_, slot) => ({
    slot,
    card: "8C",
    wild: false,
    group: null,
    kind: null,
    reads: null,
    apart: apart.includes(slot),
  }));

test("two equal cards stay two cards", () => {
  expect(grid(places(2), 3).map((place) => place?.slot)).toEqual([0, 1]);
});

test("the hand never needs more rows than it keeps free", () => {
  for (let cards = 3; cards <= 15; cards++) {
    const everyThird = Array.from({ length: cards + 1 }, (_, at) => at).filter(
      (at) => at && at % 3 === 0,
    );
    const shown = grid(places(cards + 1, everyThird), cards);
    expect(Math.ceil(shown.length / columnsFor(cards))).toBeLessThanOrEqual(rowsFor(cards));
    expect(shown.filter((place) => place !== null)).toHaveLength(cards + 1);
  }
});
