import { type ClientMessage, type ServerMessage, SUBPROTOCOL } from "../generated/protocol.ts";

/** How a connection stands; `denied` (no table, no seat) and `gone` (no seat now) end it. */
export type Link = "connecting" | "live" | "lost" | "denied" | "gone";

export interface Listener {
  /** The last sequence number taken in, told to the server so that it tells what was missed. */
  after(): number | null;
  /** Takes a message in; `false` if it does not follow what came before: connect anew. */
  message(message: ServerMessage): boolean;
  link(link: Link): void;
}

export interface Socket {
  send(message: ClientMessage): void;
  /** Asks whether the connection still lives, and makes a new one if not. */
  wake(): void;
  close(): void;
}

const PONG_WITHIN = 3000;
/** A device that wakes up mostly finds a dead connection: it does not wait long to make sure. */
const PONG_AFTER_SLEEP = 400;
const PING_EVERY = 20_000;
const LOOK_EVERY = 1000;
/** A clock that stood still for so long belongs to a device that slept. */
const SLEPT = 2500;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;

/** Keeps a connection to a table: after a loss it comes back by itself. */
export function openSocket(table: string, listener: Listener): Socket {
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT;
  let live = false;
  let welcomed = false;
  let closed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pong: ReturnType<typeof setTimeout> | undefined;
  let looked = Date.now();
  let pinged = looked;

  const address = `${location.origin.replace(/^http/, "ws")}/api/tables/${table}/socket`;

  function connect(): void {
    clearTimeout(retry);
    drop();
    if (closed) return;
    listener.link("connecting");
    const opened = new WebSocket(address, SUBPROTOCOL);
    socket = opened;
    // A network that swallows everything would leave the opening hanging for a minute.
    pong = setTimeout(() => opened === socket && again(), 5000);
    opened.onopen = () => opened.send(JSON.stringify({ type: "hello", after: listener.after() }));
    opened.onmessage = (event) => opened === socket && take(JSON.parse(event.data as string));
    opened.onclose = () => {
      if (opened !== socket) return;
      again();
      if (!welcomed) void ask();
    };
  }

  /** A browser does not tell why a socket was not opened: asks whether there is such a table. */
  async function ask(): Promise<void> {
    const answer = await fetch(`/api/tables/${table}/record?game=0`).catch(() => null);
    if (answer?.status === 404 && !closed) end("denied");
  }

  function take(message: ServerMessage): void {
    clearTimeout(pong);
    if (message.type === "goodbye" && message.code === "replaced") {
      end("gone");
      return;
    }
    if (message.type === "goodbye" && message.code === "deleted") {
      end("denied");
      return;
    }
    if (message.type === "refused" && !live && message.id === null) {
      if (["no_such_table", "not_allowed", "not_seated"].includes(message.code)) {
        end("denied");
      }
      return;
    }
    const follows = listener.message(message);
    if (!follows) {
      connect();
      return;
    }
    if (message.type === "welcome") {
      live = true;
      welcomed = true;
      wait = FIRST_WAIT;
      listener.link("live");
    }
  }

  function end(link: Link): void {
    close();
    listener.link(link);
  }

  /** Lets go of the socket of the moment without being told of its end. */
  function drop(): void {
    clearTimeout(pong);
    live = false;
    const old = socket;
    socket = null;
    old?.close();
  }

  function again(): void {
    drop();
    if (closed) return;
    listener.link("lost");
    retry = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function wake(): void {
    if (closed || document.visibilityState === "hidden") return;
    if (!live) {
      wait = FIRST_WAIT;
      connect();
      return;
    }
    ping(PONG_AFTER_SLEEP);
  }

  function ping(within: number): void {
    if (!live || !socket) return;
    pinged = Date.now();
    socket.send('{"type":"ping"}');
    clearTimeout(pong);
    pong = setTimeout(connect, within);
  }

  /** Not every device tells a page that it slept. */
  function look(): void {
    const now = Date.now();
    const slept = now - looked > SLEPT;
    looked = now;
    if (slept) wake();
    else if (now - pinged > PING_EVERY && document.visibilityState === "visible") ping(PONG_WITHIN);
  }

  const offline = () => live && again();
  const beat = setInterval(look, LOOK_EVERY);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  addEventListener("offline", offline);

  function close(): void {
    closed = true;
    clearTimeout(retry);
    clearInterval(beat);
    drop();
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("online", wake);
    removeEventListener("pageshow", wake);
    removeEventListener("offline", offline);
  }

  connect();
  return {
    send: (message) => {
      if (live) socket?.send(JSON.stringify(message));
    },
    wake,
    close,
  };
}
