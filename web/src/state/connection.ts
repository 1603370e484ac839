import { batch, signal } from "@preact/signals";
import type { ServerMessage } from "../generated/protocol.ts";
import { type Command, Outbox, type Reply } from "../net/outbox.ts";
import { openSocket, type Socket } from "../net/socket.ts";
import * as store from "./store.ts";

/** Where commands go: the server, or the lesson's script. */
export type Transport = (command: Command) => Promise<Reply>;

/** Commands that wait for their answer. */
export const waiting = signal(0);

let transport: Transport | null = null;
let socket: Socket | null = null;

/** Sends a command; the answer comes when it is stored, however often the connection breaks. */
export async function request(command: Command): Promise<Reply> {
  if (!transport) throw new Error("there is no table");
  waiting.value++;
  try {
    return await transport(command);
  } finally {
    waiting.value--;
  }
}

/** Sits down at a table, or comes back to it. */
export function connect(name: string): void {
  if (store.tableName.value === name && socket) return;
  disconnect();
  store.tableName.value = name;
  const outbox = new Outbox(
    (message) => opened.send(message),
    () => opened.wake(),
  );
  transport = (command) => outbox.request(command);
  const opened = openSocket(name, {
    after: () => store.seq.value,
    link: (link) => {
      store.link.value = link;
      if (link === "live") outbox.resend();
    },
    message: (message) => take(message, outbox),
  });
  socket = opened;
}

/** Leaves the connection; the seat stays. */
export function disconnect(): void {
  socket?.close();
  socket = null;
  transport = null;
  store.tableName.value = null;
  batch(store.clear);
}

/** Lets a script stand in for the server. */
export function useScript(script: Transport): void {
  disconnect();
  transport = script;
  store.link.value = "live";
}

function take(message: ServerMessage, outbox: Outbox): boolean {
  switch (message.type) {
    case "welcome":
      batch(() => {
        store.takeSections(message);
        store.online.value = message.online;
        store.saving.value = message.saving;
        store.news.value = { events: message.missed.flatMap((m) => m.events), fresh: false };
      });
      return true;
    case "update": {
      const known = store.seq.value ?? -1;
      if (message.seq <= known) return true;
      if (message.seq > known + 1) return false;
      batch(() => {
        store.takeSections(message);
        store.news.value = { events: message.events, fresh: true };
      });
      return true;
    }
    case "presence":
      store.online.value = message.online;
      return true;
    case "saving":
      store.saving.value = message.up;
      if (message.up) outbox.resend();
      return true;
    case "ack":
    case "hint":
    case "checked":
    case "refused":
      outbox.answered(message);
      return true;
    default:
      return true;
  }
}
