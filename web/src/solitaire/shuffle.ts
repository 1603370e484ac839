import { sha256 } from "@noble/hashes/sha2.js";
import { CARDS } from "../generated/facts.ts";

/** An order of cards with what it was committed to. */
export interface Shuffle {
  readonly deal: readonly string[];
  readonly commit?: string;
  readonly salt?: string;
}

const encoder = new TextEncoder();
// Not the browser's own, which pages that came without encryption do not get.
const digest = (text: string) => sha256(encoder.encode(text));
const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** All 116 cards in sorting order: two of each, and six jokers. */
export const DECK: readonly string[] = CARDS.flatMap((card) =>
  Array<string>(card === "JK" ? 6 : 2).fill(card),
);

/** The deal of a seed, the same as `fivecrowns.shuffler.SeededShuffler` gives at the terminal. */
export function seededDeal(seed: string): Shuffle {
  const label = `${seed}/0/0`;
  const deal = shuffled(DECK, label);
  const salt = hex(digest(`fivecrowns 1 salt ${label}`)).slice(0, 32);
  return { deal, commit: hex(digest(`${salt} ${deal.join(" ")}`)), salt };
}

/** Shuffles by Fisher-Yates with a stream of SHA-256 blocks, as `fivecrowns.shuffler.shuffled`. */
function shuffled<T>(items: readonly T[], label: string): T[] {
  const result = [...items];
  const words = stream(label);
  for (let i = result.length - 1; i > 0; i--) {
    const limit = 2 ** 32 - (2 ** 32 % (i + 1));
    let word = words.next().value;
    while (word >= limit) word = words.next().value;
    const j = word % (i + 1);
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

function* stream(label: string): Generator<number, never> {
  for (let block = 0; ; block++) {
    const bytes = new DataView(digest(`fivecrowns 1 ${label} ${block}`).buffer);
    for (let at = 0; at < 32; at += 4) yield bytes.getUint32(at);
  }
}
