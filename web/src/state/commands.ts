import { signal } from "@preact/signals";
import type { Hint, Phrase, RefusalCode, Source } from "../generated/protocol.ts";
import type { Command } from "../net/outbox.ts";
import { selected } from "./arrange.ts";
import { request } from "./connection.ts";
import { hintLevel } from "./settings.ts";
import { seq, table } from "./store.ts";

/** The last refusal, until something else happens. */
export const refusal = signal<{ code: RefusalCode; rule: string | null } | null>(null);
/** The last hint, as long as it holds. */
export const hint = signal<Hint | null>(null);
/** A move is under way: no second one is made meanwhile. */
export const moving = signal(false);

/** Sends a command; says why if it is refused. */
export async function send(command: Command): Promise<boolean> {
  refusal.value = null;
  const reply = await request(command);
  if (reply.type === "refused") {
    refusal.value = { code: reply.code, rule: reply.rule };
    return false;
  }
  return true;
}

async function move(command: Command): Promise<boolean> {
  if (moving.value) return false;
  moving.value = true;
  try {
    const done = await send(command);
    if (done) hint.value = null;
    return done;
  } finally {
    moving.value = false;
  }
}

const now = () => seq.value ?? 0;

export const draw = (source: Source) => {
  selected.value = null;
  return move({ type: "draw", seq: now(), source });
};

export async function discard(slot: number, melds: number[][] | null = null): Promise<boolean> {
  const done = await move({ type: "discard", seq: now(), slot, melds });
  if (done) selected.value = null;
  return done;
}

export async function goOut(slot: number, melds: number[][] | null = null): Promise<boolean> {
  const done = await move({ type: "go_out", seq: now(), slot, melds });
  if (done) selected.value = null;
  return done;
}

export async function layOff(slot: number, seat: number, meld: number): Promise<boolean> {
  const done = await move({ type: "lay_off", seq: now(), slot, seat, meld });
  if (done) selected.value = null;
  return done;
}

export async function askHint(): Promise<void> {
  const allowed = table.value?.options.hints ?? "off";
  const level =
    allowed === "best"
      ? hintLevel.value
      : allowed === "off"
        ? "off"
        : hintLevel.value === "off"
          ? "off"
          : "out";
  if (level === "off") return;
  refusal.value = null;
  const reply = await request({ type: "ask_hint", level });
  if (reply.type === "hint") {
    hint.value = reply;
    const slot = reply.move?.slot;
    if (slot !== undefined && slot !== null) selected.value = slot;
  } else if (reply.type === "refused") {
    refusal.value = { code: reply.code, rule: reply.rule };
  }
}

export const say = (phrase: Phrase) => send({ type: "say", phrase });
export const setReady = (ready: boolean) => move({ type: "ready", ready });
export const nudge = (seat: number) => send({ type: "nudge", seat });
