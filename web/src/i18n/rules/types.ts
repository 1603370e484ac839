/** The parts of the rules, in the order they are read. */
export const PARTS = [
  "goal",
  "cards",
  "rounds",
  "turn",
  "melds",
  "wilds",
  "out",
  "last",
  "points",
  "end",
  "pile",
  "many",
  "schedules",
  "ties",
  "manual",
  "naturals",
  "layOff",
] as const;

export type Part = (typeof PARTS)[number];

/** A part: its title, and paragraphs with facts in braces. */
export interface Explained {
  readonly title: string;
  readonly text: readonly string[];
}

/** The rules in one language: a part left out does not compile. */
export type RuleBook = Readonly<Record<Part, Explained>>;
