import { nameOf, type Sheet, total } from "./sheet.ts";

/**
 * The sheet as CSV (RFC 4180): a line a round, points and running total of each player. The
 * columns are the same as in Python and in every language, for the programs that read them.
 */
export function asCsv(sheet: Sheet): string {
  const head = ["Round", "Cards", "Wild", "Dealer", "Went out"];
  for (const { name } of sheet.players) head.push(text(name), text(`${name} total`));
  const lines = sheet.rounds.map((round) => [
    round.tieBreak ? `Tie-break ${round.number - sheet.deals.length}` : round.number,
    round.deal.cards,
    round.deal.wild ?? "JK",
    round.dealer ? text(nameOf(sheet, round.dealer)) : "",
    round.out ? text(nameOf(sheet, round.out)) : "",
    ...sheet.players.flatMap((player) => {
      const points = round.points.get(player.id) ?? null;
      if (points === null) return ["", ""];
      return [points, round.tieBreak ? "" : total(sheet, player, round.number)];
    }),
  ]);
  return [head, ...lines].map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
}

/** A name that no spreadsheet takes for a formula. */
const text = (name: string) => (/^[=+\-@]/.test(name) ? `'${name}` : name);

const quoted = (value: string | number) =>
  /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
