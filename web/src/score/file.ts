import { checked, type Fact, isId, type Log, merge, ScoreError, VERSION } from "./log.ts";
import { read } from "./sheet.ts";

/** What a file holds: which sheet it is, and its log. The format is described in docs/score.md. */
export interface SheetFile {
  readonly sheet: string;
  readonly facts: Log;
}

const MAX_FACTS = 100_000;

/** A sheet as text: one JSON object, with a line for each fact. */
export const dump = ({ sheet, facts }: SheetFile): string =>
  `{"fivecrowns_score":${VERSION},"sheet":${JSON.stringify(sheet)},"facts":[\n${facts
    .map((fact) => JSON.stringify(fact))
    .join(",\n")}\n]}\n`;

/** Reads a sheet; throws `ScoreError` where the text is none. */
export function load(text: string): SheetFile {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new ScoreError("not JSON");
  }
  if (typeof given !== "object" || given === null) throw new ScoreError("no sheet");
  const { fivecrowns_score: version, sheet, facts, ...rest } = given;
  if (version !== VERSION) throw new ScoreError(`no sheet of version ${VERSION}`);
  if (!isId(sheet) || Object.keys(rest).length > 0) throw new ScoreError("no sheet");
  if (!Array.isArray(facts) || facts.length > MAX_FACTS) throw new ScoreError("no facts");
  const log = merge(facts.map(readFact));
  read(log);
  return { sheet, facts: log };
}

const KEYS = new Set(["at", "by", "cell", "value", "undo", "redo"]);

function readFact(given: unknown): Fact {
  if (typeof given !== "object" || given === null || !("value" in given)) {
    throw new ScoreError("no fact");
  }
  if (Object.keys(given).some((key) => !KEYS.has(key))) throw new ScoreError("no fact");
  const { at, by, cell, value, undo, redo } = given as Fact;
  if (typeof cell !== "string") throw new ScoreError("no cell");
  return checked({
    at,
    by,
    cell,
    value,
    ...(undo === undefined || undo === null ? {} : { undo }),
    ...(redo === undefined || redo === null ? {} : { redo }),
  });
}
