import { beforeEach, expect, test, vi } from "vitest";
import type { ClientMessage } from "../src/generated/protocol.ts";
import { Outbox } from "../src/net/outbox.ts";

let sent: ClientMessage[];
let outbox: Outbox;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  outbox = new Outbox(
    (message) => sent.push(message),
    () => {},
  );
});

const idOf = (at: number) => (sent[at] as { id: string }).id;

test("a command is sent again under the same id until it is answered", async () => {
  const answer = outbox.request({ type: "draw", seq: 1, source: "pile" });
  outbox.resend();
  expect(idOf(1)).toBe(idOf(0));
  outbox.answered({ type: "ack", id: idOf(0), seq: 2 });
  expect(await answer).toMatchObject({ type: "ack" });
  outbox.resend();
  expect(sent).toHaveLength(2);
});

test("a command that could not be saved waits until it can", async () => {
  const answer = outbox.request({ type: "draw", seq: 1, source: "pile" });
  outbox.answered({
    type: "refused",
    id: idOf(0),
    code: "saving_down",
    rule: null,
    seq: 1,
    missed: [],
  });
  outbox.resend();
  expect(idOf(1)).toBe(idOf(0));
  outbox.answered({ type: "ack", id: idOf(0), seq: 2 });
  expect(await answer).toMatchObject({ type: "ack", seq: 2 });
});

test("ids are long enough that nobody guesses them, and never the same", () => {
  for (let i = 0; i < 3; i++) void outbox.request({ type: "draw", seq: 1, source: "pile" });
  const ids = sent.map((_, at) => idOf(at));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{24}$/);
});
