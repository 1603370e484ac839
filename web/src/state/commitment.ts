import type { ShuffleShown } from "../generated/protocol.ts";

/** Whether a shuffle is the one that was promised: SHA-256 of salt, a blank, and the cards. */
export async function checkShuffle(shuffle: ShuffleShown): Promise<"good" | "bad" | "unable"> {
  // Browsers give no digests to pages that came over a network without encryption.
  if (!globalThis.crypto?.subtle) return "unable";
  const text = new TextEncoder().encode(`${shuffle.salt} ${shuffle.cards.join(" ")}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === shuffle.commit ? "good" : "bad";
}
