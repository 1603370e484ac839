import { type Kind, RANKS, rankOf, suitOf } from "./kinds.ts";

const LONGEST_RUN = RANKS;
const SHORTEST_MELD = 3;

/** The naturals and the wilds of one meld. */
export type Dealt = readonly [naturals: readonly Kind[], wilds: readonly Kind[]];

/**
 * Makes melds of groups of natural cards and all the wilds there are.
 *
 * A run first takes a card of the wild rank that can lie in its own place there. All others go to
 * the groups in order, as they come. `wilds` are sorted, and enough.
 */
export function dealOut(groups: readonly (readonly Kind[])[], wilds: readonly Kind[]): Dealt[] {
  let sorted = [...groups].sort(byPlace);
  let shares = sharesOf(sorted, wilds.length);
  if (sum(shares) < wilds.length) {
    // Every meld is a run of eleven, so there is just one.
    sorted = part(sorted[0] as readonly Kind[], wilds.length).sort(byPlace);
    shares = sharesOf(sorted, wilds.length);
  }
  const pool = [...wilds];
  const dealt = sorted.map((group, at): Kind[] => {
    const share = shares[at] as number;
    const own = share && isRun(group) ? ownPlace(group, pool, group.length + share) : undefined;
    if (own === undefined) return [];
    pool.splice(pool.indexOf(own), 1);
    return [own];
  });
  return sorted.map((group, at) => {
    const mine = dealt[at] as Kind[];
    return [group, [...mine, ...pool.splice(0, (shares[at] as number) - mine.length)]];
  });
}

/** The wild, if any, that can stand for itself in a run of a certain size (R5.4). */
export function ownPlace(
  run: readonly Kind[],
  wilds: readonly Kind[],
  size: number,
): Kind | undefined {
  const first = run[0] as Kind;
  const last = run[run.length - 1] as Kind;
  return wilds.find(
    (wild) => suitOf(wild) === suitOf(first) && last - size < wild && wild < first + size,
  );
}

/** How many wilds each group gets: what it needs, and the first that has room the rest. */
function sharesOf(groups: readonly (readonly Kind[])[], wilds: number): number[] {
  const needs = groups.map(needed);
  let spare = wilds - sum(needs);
  return groups.map((group, at) => {
    const share = needs[at] as number;
    const room = isRun(group) ? LONGEST_RUN - group.length - share : spare;
    const more = Math.min(spare, room);
    spare -= more;
    return share + more;
  });
}

/** Parts the natural cards of a run where, with so many wilds, both parts make melds. */
function part(run: readonly Kind[], wilds: number): (readonly Kind[])[] {
  let cut = 1;
  while (needed(run.slice(0, cut)) + needed(run.slice(cut)) > wilds) cut++;
  return [run.slice(0, cut), run.slice(cut)];
}

/** Books by rank, then runs by suit and rank. */
function byPlace(a: readonly Kind[], b: readonly Kind[]): number {
  const [first, other] = [a[0] as Kind, b[0] as Kind];
  if (isRun(a) !== isRun(b)) return isRun(a) ? 1 : -1;
  return isRun(a) ? first - other : rankOf(first) - rankOf(other) || first - other;
}

const isRun = (group: readonly Kind[]) =>
  rankOf(group[0] as Kind) !== rankOf(group[group.length - 1] as Kind);

/** How many wilds make a meld of a group. */
function needed(group: readonly Kind[]): number {
  const spread = (group[group.length - 1] as Kind) - (group[0] as Kind) + 1;
  return isRun(group)
    ? Math.max(SHORTEST_MELD, spread) - group.length
    : Math.max(SHORTEST_MELD - group.length, 0);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
