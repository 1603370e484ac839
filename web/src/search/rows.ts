import { RANKS } from "./kinds.ts";

/** Entries of a row: no hand with a natural has more wilds. */
export const ROW = 16;

/**
 * What the runs of one suit can take.
 *
 * The content of a suit is how many natural cards of each rank it holds, read as one number in some
 * base, 3 while no card is there more than twice. Entry `j` of its row is the most that runs can
 * take with at most `j` wilds. A row is filled in when it is first needed.
 */
export class Rows {
  /** What one card of a rank adds to a content. */
  readonly powers: readonly number[];
  /** All rows filled in so far, one after the other; the first is that of the empty suit. */
  data = new Uint8Array(ROW * 1024);
  private used = ROW;
  private readonly known = new Map<number, number>([[0, 0]]);

  /** `worth` is what a natural card of a rank counts for. */
  constructor(
    private readonly base: number,
    private readonly worth: readonly number[],
  ) {
    this.powers = worth.map((_, rank) => base ** rank);
  }

  /** Where in `data` the row of a content begins. */
  at(content: number): number {
    return this.known.get(content) ?? this.fill(content);
  }

  /** How many cards of a rank a content holds. */
  count(content: number, rank: number): number {
    return Math.floor(content / (this.powers[rank] as number)) % this.base;
  }

  /** Fills in a row: what happens to the lowest card? */
  private fill(content: number): number {
    let low = 0;
    while (this.count(content, low) === 0) low++;
    const best = new Uint8Array(ROW);
    // It stays out of all runs...
    this.improve(best, 0, 0, content - (this.powers[low] as number));
    // ...or it begins one that ends with some card.
    let rest = content;
    let gain = 0;
    let holes = 0;
    for (let high = low; high < RANKS; high++) {
      if (this.count(rest, high) === 0) {
        holes++;
        continue;
      }
      rest -= this.powers[high] as number;
      gain += this.worth[high] as number;
      this.improve(best, gain, holes + Math.max(0, low + 2 - high), rest);
    }
    return this.keep(content, best);
  }

  private improve(best: Uint8Array, gain: number, cost: number, rest: number): void {
    const after = this.at(rest);
    for (let j = cost; j < ROW; j++) {
      best[j] = Math.max(best[j] as number, gain + (this.data[after + j - cost] as number));
    }
  }

  private keep(content: number, row: Uint8Array): number {
    const at = this.used;
    if (at === this.data.length) {
      const larger = new Uint8Array(2 * at);
      larger.set(this.data);
      this.data = larger;
    }
    this.data.set(row, at);
    this.used += ROW;
    this.known.set(content, at);
    return at;
  }
}
