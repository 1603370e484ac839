import { JOKER, type Kind, RANKS, rankOf, SUITS } from "./kinds.ts";
import { ROW, Rows } from "./rows.ts";

const POINTS = Array.from({ length: RANKS }, (_, rank) => rank + 3);
const ONES = POINTS.map(() => 1);

/** What naturals count for, and the rows for it. */
interface Worth {
  readonly of: readonly number[];
  /** While no card of a suit is there more than twice, and where one is (two game sets). */
  readonly narrow: Rows;
  readonly wide: Rows;
}
const worth = (of: readonly number[]): Worth => ({
  of,
  narrow: new Rows(3, of),
  wide: new Rows(5, of),
});

/** Naturals count for their points, or each for one card. */
export const IN_POINTS = worth(POINTS);
export const IN_CARDS = worth(ONES);

/**
 * A hand as counts of its cards, and the exact search for the best way to lay it down.
 *
 * Books tie suits together, runs do not. So a hand is solved by choosing, rank by rank, which cards
 * go to a book, and then dealing out the wilds among the suits. This is the search of
 * `fivecrowns._search`, where it is argued why that is exact, and makes the same choices.
 */
export class Hand {
  readonly counts = new Uint8Array(56);
  /** What `sort` finds in the counts; `total` is what the naturals are worth. */
  wilds = 0;
  naturals = 0;
  total = 0;
  private readonly totals = new Uint8Array(RANKS);
  private readonly contents = new Float64Array(SUITS);
  /** Bits: ranks of which a run could hold two naturals. */
  private readonly linked = new Uint16Array(SUITS);
  private readonly tables: Rows[] = [];
  private readonly rows = new Int32Array(SUITS);
  private bookRanks: number[] = [];
  /** The search: the cards in books, and the best so far. */
  private readonly taken = new Uint8Array(55);
  private best = 0;
  private bestWilds = 0;
  private readonly bestTaken = new Uint8Array(55);
  private readonly most = new Uint8Array(ROW);

  /** The wild rank from 0 for the three, `null` for only jokers. */
  constructor(
    private readonly wild: number | null,
    private readonly worth: Worth = IN_POINTS,
  ) {}

  /** The most that melds can take of the naturals; 0 means that no meld has a natural. */
  cover(): number {
    this.sort();
    if (this.naturals === 0) return 0;
    this.best = -1;
    this.chooseBook(0, this.wilds, 0);
    return this.best;
  }

  /** Sorts the cards into wilds and naturals, and these by suit and by rank. */
  private sort(): void {
    const { counts, totals } = this;
    this.wilds = counts[JOKER] as number;
    totals.fill(0);
    for (let kind = 0; kind < JOKER; kind++) {
      const rank = rankOf(kind);
      if (rank === this.wild) this.wilds += counts[kind] as number;
      else totals[rank] = (totals[rank] as number) + (counts[kind] as number);
    }
    for (let suit = 0; suit < SUITS; suit++) this.sortSuit(suit);
    this.naturals = 0;
    this.total = 0;
    this.bookRanks = [];
    for (let rank = 0; rank < RANKS; rank++) {
      const total = totals[rank] as number;
      this.naturals += total;
      this.total += total * (this.worth.of[rank] as number);
      if (total > 2 || (total === 2 && this.wilds > 0)) this.bookRanks.push(rank);
    }
  }

  /** Finds the content of a suit, and which of its cards could be in a run with others. */
  private sortSuit(suit: number): void {
    let most = 0;
    let ranks = 0;
    for (let rank = 0; rank < RANKS; rank++) {
      const count = rank === this.wild ? 0 : (this.counts[RANKS * suit + rank] as number);
      most = Math.max(most, count);
      if (count) ranks |= 1 << rank;
    }
    const table = most > 2 ? this.worth.wide : this.worth.narrow;
    let content = 0;
    for (let rank = 0; rank < RANKS; rank++) {
      if ((ranks >> rank) & 1) {
        content += (this.counts[RANKS * suit + rank] as number) * (table.powers[rank] as number);
      }
    }
    this.tables[suit] = table;
    this.put(suit, content);
    let near = 0;
    if (this.wilds) {
      for (let distance = 1; distance <= Math.min(this.wilds, 9) + 1; distance++) {
        near |= (ranks << distance) | (ranks >> distance);
      }
    } else {
      const lowest = ranks & (ranks >> 1) & (ranks >> 2);
      near = lowest | (lowest << 1) | (lowest << 2);
    }
    this.linked[suit] = ranks & near;
  }

  private put(suit: number, content: number): void {
    this.contents[suit] = content;
    this.rows[suit] = (this.tables[suit] as Rows).at(content);
  }

  /** The most that the runs of a suit can take with so many wilds. */
  private inRuns(suit: number, wilds: number): number {
    return (this.tables[suit] as Rows).data[(this.rows[suit] as number) + wilds] as number;
  }

  /** Tries every book of the ranks from position `at` on, and none; true when all is taken. */
  private chooseBook(at: number, wilds: number, booked: number): boolean {
    const rank = this.bookRanks[at];
    if (rank === undefined) return this.chooseRuns(wilds, booked);
    const total = this.totals[rank] as number;
    if ((total > 2 || wilds > 0) && this.chooseCards(at, 0, 0, total, wilds, booked)) return true;
    return this.chooseBook(at + 1, wilds, booked);
  }

  /**
   * Chooses the cards of a book, suit by suit: `size` are in it, `others` are to come.
   *
   * A card that no run could hold with another natural goes in, and so do three if there are three.
   */
  private chooseCards(
    at: number,
    suit: number,
    size: number,
    others: number,
    wilds: number,
    booked: number,
  ): boolean {
    const rank = this.bookRanks[at] as number;
    if (others === 0) {
      const book = size * (this.worth.of[rank] as number);
      return this.chooseBook(at + 1, size === 2 ? wilds - 1 : wilds, booked + book);
    }
    let mine = suit;
    while (this.counts[RANKS * mine + rank] === 0) mine++;
    const kind = RANKS * mine + rank;
    const count = this.counts[kind] as number;
    const after = others - count;
    const runs = ((this.linked[mine] as number) >> rank) & 1;
    const fewest = Math.max(
      runs ? 0 : count,
      Math.min(this.totals[rank] as number, 3) - size - after,
    );
    const content = this.contents[mine] as number;
    const power = (this.tables[mine] as Rows).powers[rank] as number;
    let done = false;
    for (let take = count; take >= fewest && !done; take--) {
      this.taken[kind] = take;
      this.put(mine, content - take * power);
      done = this.chooseCards(at, mine + 1, size + take, after, wilds, booked);
    }
    this.put(mine, content);
    this.taken[kind] = 0;
    return done;
  }

  /** Deals out the wilds among the suits; true when all is taken. */
  private chooseRuns(wilds: number, booked: number): boolean {
    let hope = booked;
    for (let suit = 0; suit < SUITS; suit++) hope += this.inRuns(suit, wilds);
    if (hope <= this.best) return false;
    const total = wilds ? booked + (this.mostFrom(0, wilds)[wilds] as number) : hope;
    if (total > this.best) {
      this.best = total;
      this.bestWilds = wilds;
      this.bestTaken.set(this.taken);
    }
    return total === this.total;
  }

  /** The most that the runs of the suits from one on can take, by wilds; overwritten each time. */
  private mostFrom(first: number, wilds: number): Uint8Array {
    const most = this.most.fill(0);
    for (let suit = first; suit < SUITS; suit++) {
      if (this.inRuns(suit, wilds) === 0) continue;
      for (let j = wilds; j >= 0; j--) {
        let best = 0;
        for (let i = 0; i <= j; i++) {
          best = Math.max(best, (most[j - i] as number) + this.inRuns(suit, i));
        }
        most[j] = best;
      }
    }
    return most;
  }

  /**
   * The naturals of each meld of the canonical best arrangement: books, then runs.
   *
   * Canonical: of the books, tried in a fixed order, the first that are best; as few wilds as can
   * be for the first suits; and in each suit, from the lowest card on, the longest run that is
   * best, and none only where every run would be worse.
   */
  groups(): Kind[][] {
    const groups: Kind[][] = [];
    if (this.cover() === 0) return groups;
    for (let rank = 0; rank < RANKS; rank++) {
      const book: Kind[] = [];
      for (let suit = 0; suit < SUITS; suit++) {
        const kind = RANKS * suit + rank;
        const taken = this.bestTaken[kind] as number;
        const { powers } = this.tables[suit] as Rows;
        this.put(suit, (this.contents[suit] as number) - taken * (powers[rank] as number));
        for (let copy = 0; copy < taken; copy++) book.push(kind);
      }
      if (book.length) groups.push(book);
    }
    let wilds = this.bestWilds;
    for (let suit = 0; suit < SUITS; suit++) {
      const most = this.mostFrom(suit, wilds)[wilds] as number;
      const others = this.mostFrom(suit + 1, wilds);
      let spent = 0;
      while (this.inRuns(suit, spent) + (others[wilds - spent] as number) < most) spent++;
      wilds -= spent;
      groups.push(...this.runs(suit, spent));
    }
    return groups;
  }

  /** The naturals of each run behind an entry of the row of a suit. */
  private runs(suit: number, spend: number): Kind[][] {
    const groups: Kind[][] = [];
    const table = this.tables[suit] as Rows;
    const most = (content: number, wilds: number) => table.data[table.at(content) + wilds];
    let content = this.contents[suit] as number;
    let wilds = spend;
    for (let low = 0; low < RANKS; low++) {
      while (table.count(content, low)) {
        const points = most(content, wilds);
        const group: Kind[] = [];
        let found: Kind[] = [];
        let left = content - (table.powers[low] as number);
        let spent = 0;
        let rest = content;
        let gain = 0;
        let holes = 0;
        for (let high = low; high < RANKS; high++) {
          if (table.count(rest, high) === 0) {
            holes++;
            continue;
          }
          group.push(RANKS * suit + high);
          rest -= table.powers[high] as number;
          gain += this.worth.of[high] as number;
          const cost = holes + Math.max(0, low + 2 - high);
          if (cost <= wilds && gain + (most(rest, wilds - cost) as number) === points) {
            found = [...group];
            left = rest;
            spent = cost;
          }
        }
        if (found.length) groups.push(found);
        content = left;
        wilds -= spent;
      }
    }
    return groups;
  }
}
