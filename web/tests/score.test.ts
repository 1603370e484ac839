import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { asCsv } from "../src/score/csv.ts";
import * as edits from "../src/score/edits.ts";
import { dump, load } from "../src/score/file.ts";
import * as log from "../src/score/log.ts";
import { read, type Sheet, total, warnings } from "../src/score/sheet.ts";
import { statistics } from "../src/score/statistics.ts";

/** Cases made by the Python side: tests/score/make.py. */
const shared = JSON.parse(
  readFileSync(new URL("../../tests/data/score.json", import.meta.url), "utf8"),
) as { cases: { logs: log.Log[]; sheet: unknown }[]; statistics: unknown[] };

function said(facts: log.Log): unknown {
  const sheet = read(facts);
  const plain = <T>(map: ReadonlyMap<string, T>) => Object.fromEntries(map);
  return {
    players: sheet.players,
    rounds: sheet.rounds.map((round) => ({
      number: round.number,
      cards: round.deal.cards,
      wild: round.deal.wild,
      tie_break: round.tieBreak,
      players: round.players,
      dealer: round.dealer,
      starter: round.starter,
      out: round.out,
      points: plain(round.points),
      complete: round.complete,
      warnings: warnings(round),
      totals: Object.fromEntries(sheet.players.map((p) => [p.id, total(sheet, p, round.number)])),
    })),
    reveal: sheet.reveal,
    end: sheet.end,
    ranks: plain(sheet.ranks),
    current: sheet.current?.number ?? null,
    tied: sheet.tied,
    winners: sheet.winners,
    finished: sheet.finished,
    undo: Object.fromEntries(
      ["a", "b", "phone"].map((by) => [by, [log.canUndo(facts, by), log.canRedo(facts, by)]]),
    ),
    csv: asCsv(sheet),
  };
}

test.each(shared.cases.map((given, at) => [at, given] as const))(
  "sheet %i says the same as in Python",
  (_, { logs, sheet }) => {
    expect(said(log.merge(...logs))).toEqual(sheet);
    expect(said(log.merge(...[...logs].reverse()))).toEqual(sheet);
  },
);

test("the statistics are the same as in Python", () => {
  const sheets = shared.cases.map(({ logs }) => read(log.merge(...logs)));
  const found = [...statistics(sheets).values()].map(({ roundPoints, against, ...rest }) => ({
    ...rest,
    round_points: roundPoints,
    against: Object.fromEntries(
      [...against].map(([name, { better, worse }]) => [name, [better, worse]]),
    ),
  }));
  expect(found).toEqual(shared.statistics);
});

test("a sheet comes back from its file", () => {
  for (const { logs } of shared.cases) {
    const facts = log.merge(...logs);
    expect(load(dump({ sheet: "s", facts }))).toEqual({ sheet: "s", facts });
  }
});

const official = Array.from({ length: 6 }, (_, at) => ({ cards: at + 3, wild: `${at + 3}` }));
const begun = log.act(
  [],
  "a",
  edits.newSheet({
    players: [
      ["p", "Ann"],
      ["q", "Bob"],
      ["r", "Cleo"],
    ],
    deals: official,
    dealer: 1,
    reveal: "start",
  }),
  1000,
);

/** What people do, one after the other: who, when by their own clock, what, where. */
const deeds = fc.array(
  fc.record({
    by: fc.constantFrom("a", "b"),
    now: fc.integer({ min: 0, max: 1e6 }),
    what: fc.constantFrom("points", "out", "undo", "redo", "leave", "dealer", "merge"),
    seat: fc.nat(2),
    points: fc.option(fc.nat(60)),
  }),
  { maxLength: 60 },
);

function live(
  all: readonly { by: string; now: number; what: string; seat: number; points: number | null }[],
) {
  const logs: Record<string, log.Log> = { a: begun, b: begun };
  for (const { by, now, what, seat, points } of all) {
    const mine = logs[by] ?? begun;
    const sheet = read(mine);
    const round = sheet.current;
    const player = round?.players[seat % round.players.length];
    if (what === "merge") logs[by] = log.merge(mine, logs[by === "a" ? "b" : "a"] ?? []);
    else if (what === "undo") logs[by] = [...mine, ...log.undo(mine, by, now)];
    else if (what === "redo") logs[by] = [...mine, ...log.redo(mine, by, now)];
    else if (round && player) {
      logs[by] = [
        ...mine,
        ...log.act(mine, by, deed(sheet, what, round.number, player, points), now),
      ];
    }
  }
  return logs as { a: log.Log; b: log.Log };
}

function deed(sheet: Sheet, what: string, number: number, player: string, points: number | null) {
  if (what === "out") return edits.enterOut(sheet, number, player);
  if (what === "dealer") return edits.changeDealer(sheet, number, player);
  const who = sheet.players.find(({ id }) => id === player);
  if (what === "leave" && who && edits.canLeave(sheet, who)) return edits.leave(sheet, who);
  return edits.enter(sheet, number, player, points);
}

test("two devices merge the same way in both orders, and the later entry holds", () => {
  fc.assert(
    fc.property(deeds, (all) => {
      const { a, b } = live(all);
      const both = log.merge(a, b);
      expect(log.merge(b, a)).toEqual(both);
      expect(log.merge(both, a)).toEqual(both);
      for (const fact of [...a, ...b]) expect(both).toContainEqual(fact);
      for (const [cell, value] of log.cells(both)) {
        expect(log.history(both, cell).at(-1)?.value).toEqual(value);
      }
      read(both);
    }),
  );
});

test("everything can be taken back and done again", () => {
  fc.assert(
    fc.property(deeds, (all) => {
      let facts = live(
        all.map((one) => ({ ...one, by: "a", what: one.what === "merge" ? "out" : one.what })),
      ).a;
      const before = log.cells(facts);
      let steps = 0;
      for (; log.canUndo(facts, "a"); steps++) facts = [...facts, ...log.undo(facts, "a", 0)];
      const left = [...log.cells(facts)].filter(([, value]) => value !== null);
      expect(new Map(left)).toEqual(log.cells(begun));
      for (; steps > 0; steps--) facts = [...facts, ...log.redo(facts, "a", 0)];
      expect(log.cells(facts)).toEqual(before);
    }),
  );
});

test.each([
  ["", {}],
  ["[]", {}],
  ["null", {}],
  ['{"fivecrowns_score":2,"sheet":"s","facts":[]}', {}],
  ['{"fivecrowns_score":1,"sheet":"s","facts":[]}', {}],
  ['{"fivecrowns_score":1,"sheet":"a b","facts":[]}', {}],
  ["", { value: -1 }],
  ["", { cell: "round/0/out" }],
  ["", { by: "" }],
  ["", { at: 1.5 }],
  ["", { at: 8_640_000_000_000_000 }],
  ["", { cell: "seats", value: Array.from({ length: 100 }, (_, seat) => `p${seat}`) }],
  ["", { more: 1 }],
])("what is no sheet is refused: %s %o", (text, change) => {
  const good = JSON.parse(dump({ sheet: "s", facts: begun }));
  Object.assign(good.facts[0], change);
  expect(() => load(text || JSON.stringify(Object.keys(change).length ? good : ""))).toThrow(
    log.ScoreError,
  );
});

test("of names in one place the one of higher characters holds, as in Python", () => {
  const named = ["\ufb00", "🦊"].map((value) => ({ at: 9, by: "x", cell: "player/a/name", value }));
  expect(log.merge(named)).toEqual([named[1]]);
  expect(log.merge([...named].reverse())).toEqual([named[1]]);
});

test("a crowd is no sheet", () => {
  const crowd = Array.from({ length: 98 }, (_, at) => ({
    at: 9 ** 14,
    by: "x",
    cell: `player/q${at}/name`,
    value: "Q",
  }));
  expect(read([...begun, ...crowd.slice(2)]).players).toHaveLength(99);
  expect(() => read([...begun, ...crowd])).toThrow(log.ScoreError);
});
