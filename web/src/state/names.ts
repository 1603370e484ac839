import { OPPONENT_NAMES } from "../generated/facts.ts";
import type { SeatShown } from "../generated/protocol.ts";

/** The names of all seats: people's own, opponents' first names by strength. */
export function seatNames(seats: readonly SeatShown[]): string[] {
  const taken = new Set(seats.map((seat) => seat.name?.toLowerCase()));
  return seats.map((seat, at) => {
    if (seat.name !== null) return seat.name;
    const strength = seat.opponent ?? "medium";
    const pool = OPPONENT_NAMES[strength].filter((name) => !taken.has(name.toLowerCase()));
    const before = seats.slice(0, at).filter((s) => s.name === null && s.opponent === strength);
    const turn = Math.floor(before.length / pool.length);
    return `${pool[before.length % pool.length]}${turn ? ` ${turn + 1}` : ""}`;
  });
}

/** Names of at most `room` letters, still different from each other. */
export function shortNames(names: readonly string[], room: number): string[] {
  const short = names.map((name) => {
    if (name.length <= room) return name;
    const first = name.split(/[\s-]/)[0] ?? name;
    return first.length > 1 && first.length <= room ? first : `${name.slice(0, room - 1).trim()}.`;
  });
  return short.map((name, at) =>
    short.some((other, i) => i !== at && other === name)
      ? `${name.replace(/\.$/, "").slice(0, room - String(at + 1).length)}${at + 1}`
      : name,
  );
}
