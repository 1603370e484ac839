import { type Player, type Sheet, total } from "./sheet.ts";

/** What the finished games of one name came to; explained in `fivecrowns.score.statistics`. */
export interface Person {
  name: string;
  games: number;
  /** A shared victory counts for each. */
  wins: number;
  /** The sum of the totals of the games played from the first round on. */
  points: number;
  /** Games played from the first round on, whose totals can be compared. */
  whole: number;
  best: number | null;
  worst: number | null;
  rounds: number;
  roundPoints: number;
  highest: number | null;
  zeros: number;
  /** The most rounds without points one after the other in a game. */
  streak: number;
  /** The most points that the winner of a game was behind after some round. */
  comeback: number;
  /** Others at the table, by key: how often this one was better and worse placed. */
  against: Map<string, { better: number; worse: number }>;
}

/** The statistics of all who played a finished game to its end, by key, most wins first. */
export function statistics(sheets: readonly Sheet[]): Map<string, Person> {
  const people = new Map<string, Person>();
  for (const sheet of sheets.filter(({ finished }) => finished)) {
    for (const player of sheet.staying) {
      const person = people.get(keyOf(player)) ?? nobody();
      people.set(keyOf(player), person);
      person.name = player.name;
      count(person, sheet, player);
    }
  }
  const order = (a: Person, b: Person) =>
    b.wins - a.wins || a.games - b.games || (a.name < b.name ? -1 : 1);
  return new Map([...people].sort(([, a], [, b]) => order(a, b)));
}

const keyOf = ({ name }: Player) => name.toLowerCase();

const nobody = (): Person => ({
  name: "",
  games: 0,
  wins: 0,
  points: 0,
  whole: 0,
  best: null,
  worst: null,
  rounds: 0,
  roundPoints: 0,
  highest: null,
  zeros: 0,
  streak: 0,
  comeback: 0,
  against: new Map(),
});

function count(person: Person, sheet: Sheet, player: Player): void {
  const sum = sheet.totals.get(player.id) ?? 0;
  const won = sheet.winners.includes(player.id);
  const rank = sheet.ranks.get(player.id) ?? 0;
  person.games++;
  if (won) person.wins++;
  if (player.joined === 1) {
    person.whole++;
    person.points += sum;
    person.best = Math.min(sum, person.best ?? sum);
    person.worst = Math.max(sum, person.worst ?? sum);
  }
  let row = 0;
  for (const { number, points: all } of sheet.rounds.slice(0, sheet.deals.length)) {
    const points = all.get(player.id) ?? null;
    if (points === null) continue;
    person.rounds++;
    person.roundPoints += points;
    person.highest = Math.max(points, person.highest ?? 0);
    if (points === 0) person.zeros++;
    row = points === 0 ? row + 1 : 0;
    person.streak = Math.max(person.streak, row);
    if (won) person.comeback = Math.max(person.comeback, behind(sheet, player, number));
  }
  for (const other of sheet.staying) {
    const theirs = sheet.ranks.get(other.id) ?? 0;
    if (other.id === player.id || theirs === rank) continue;
    const known = person.against.get(keyOf(other)) ?? { better: 0, worse: 0 };
    if (rank < theirs) known.better++;
    else known.worse++;
    person.against.set(keyOf(other), known);
  }
}

/** How far a player was behind the lowest total after a round. */
function behind(sheet: Sheet, player: Player, number: number): number {
  const totals = sheet.staying
    .filter(({ joined }) => joined <= number)
    .map((other) => total(sheet, other, number));
  return total(sheet, player, number) - Math.min(...totals);
}
