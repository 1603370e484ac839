import { effect, signal } from "@preact/signals";
import type { Mirrored, MirrorSheet } from "../generated/protocol.ts";
import { answer } from "../net/http.ts";
import { kept } from "../state/settings.ts";
import { checked, type Fact } from "./log.ts";
import { put, sheets } from "./store.ts";

/** The sheets of this device that others keep with it: name to code. */
export const mirrors = kept<Readonly<Record<string, string>>>("mirrors", {});
/** Whether the server passes entries on at the moment. */
export const mirroring = signal(false);

/** What a socket tells: which sheet it is, and facts. */
interface Told {
  readonly sheet: string;
  readonly facts: readonly Fact[];
}

const CHUNK = 80; // facts in a message, so that it stays small enough for the server
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** Lets others keep a sheet with this device; gives the code for them. */
export async function share(name: string): Promise<string> {
  const known = mirrors.peek()[name];
  if (known) return known;
  const { code } = await answer<Mirrored>("/api/sheets", { sheet: name } satisfies MirrorSheet);
  mirrors.value = { ...mirrors.peek(), [name]: code };
  return code;
}

/** Keeps a sheet on this device alone from now on. */
export function unshare(name: string): void {
  mirrors.value = Object.fromEntries(
    Object.entries(mirrors.peek()).filter(([other]) => other !== name),
  );
}

/** Goes to the sheet behind a code; gives its name once the first facts are here. */
export function find(code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = open(code);
    socket.onerror = () => reject(new Error("there is no such sheet, or no server"));
    socket.onmessage = ({ data }) => {
      const { sheet, facts } = JSON.parse(data as string) as Told;
      if (facts.length === 0) return; // who shares it is still sending
      socket.close();
      try {
        put(sheet, facts.map(checked));
      } catch (error) {
        reject(error);
        return;
      }
      mirrors.value = { ...mirrors.peek(), [sheet]: code };
      resolve(sheet);
    };
  });
}

const open = (code: string) =>
  new WebSocket(
    `${location.origin.replace(/^http/, "ws")}/api/sheets/${encodeURIComponent(code)}/socket`,
  );

/**
 * Passes entries of a sheet on, and takes in those of others, as long as there is a network. What
 * was entered without one goes out when it is back. Gives what ends it.
 */
export function mirror(name: string, code: string): () => void {
  let socket: WebSocket | null = null;
  let there: Set<string> | null = null; // the facts that the server has, once it told them
  let wait = FIRST_WAIT;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    clearTimeout(retry);
    socket?.close();
    const opened = open(code);
    socket = opened;
    opened.onmessage = ({ data }) => {
      const { facts } = JSON.parse(data as string) as Told;
      there ??= new Set();
      for (const fact of facts) there.add(placeOf(fact));
      wait = FIRST_WAIT;
      mirroring.value = true;
      try {
        put(name, facts.map(checked));
      } catch {
        return; // somebody sent what makes no sheet
      }
      send();
    };
    opened.onclose = () => {
      if (socket !== opened) return;
      there = null;
      mirroring.value = false;
      retry = setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
  }

  /** Sends what the server does not have. */
  function send(): void {
    if (!there || socket?.readyState !== WebSocket.OPEN) return;
    const missing = (sheets.peek().get(name) ?? []).filter((fact) => !there?.has(placeOf(fact)));
    for (let at = 0; at < missing.length; at += CHUNK) {
      socket.send(JSON.stringify({ facts: missing.slice(at, at + CHUNK) }));
    }
    for (const fact of missing) there.add(placeOf(fact)); // if it is lost, so is the connection
  }

  const stop = effect(() => {
    sheets.value.get(name);
    send();
  });
  const wake = () => document.visibilityState === "visible" && !mirroring.value && connect();
  addEventListener("online", connect);
  document.addEventListener("visibilitychange", wake);
  connect();
  return () => {
    stop();
    clearTimeout(retry);
    removeEventListener("online", connect);
    document.removeEventListener("visibilitychange", wake);
    const last = socket;
    socket = null;
    last?.close();
    mirroring.value = false;
  };
}

const placeOf = ({ at, by, cell }: Fact) => `${at} ${by} ${cell}`;
