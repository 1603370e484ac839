import type {
  About,
  CreateTable,
  DeviceLink,
  Enter,
  Entered,
  Join,
  Preview,
  Previewed,
  Problem,
  Qr,
  RefusalCode,
  Replay,
  Review,
  Seated,
} from "../generated/protocol.ts";
import { newId } from "./ids.ts";

/** Why a request had no answer: a code of the server's, or `offline`. */
export class RequestFailed extends Error {
  constructor(readonly code: RefusalCode | "offline") {
    super(code);
  }
}

async function ask(path: string, body?: object): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(
      path,
      body && {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      },
    );
  } catch {
    throw new RequestFailed("offline");
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    throw new RequestFailed(problem?.code ?? "offline");
  }
  return response;
}

export async function answer<T>(path: string, body?: object): Promise<T> {
  return (await ask(path, body)).json() as Promise<T>;
}

/** Repeats a request that names itself with a command until it is answered, a few times. */
async function insist<T>(path: string, body: { command: string }): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await answer<T>(path, body);
    } catch (error) {
      const again =
        error instanceof RequestFailed &&
        (error.code === "offline" || error.code === "saving_down");
      if (!again || tries === 3) throw error;
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** tries));
    }
  }
}

export const about = () => answer<About>("/api/about");

export const createTable = (body: Omit<CreateTable, "command">) =>
  insist<Seated>("/api/tables", { ...body, command: newId() });

export const preview = (code: string) =>
  answer<Previewed>("/api/preview", { code } satisfies Preview);

export const join = (body: Omit<Join, "command">) =>
  insist<Seated>("/api/join", { ...body, command: newId() });

export const enter = (table: string, token: string) =>
  answer<Entered>(`/api/tables/${table}/enter`, { token } satisfies Enter);

export const linkDevice = (table: string) =>
  insist<DeviceLink>(`/api/tables/${table}/device`, { command: newId() });

export const drawQr = (text: string) => answer<Qr>("/api/qr", { text });

export const replay = (table: string, game: number, round: number, view: string) =>
  answer<Replay>(`/api/tables/${table}/replay?game=${game}&round=${round}&view=${view}`);

export const review = (table: string, game: number) =>
  answer<Review>(`/api/tables/${table}/review?game=${game}`);

export const record = async (table: string, game: number) =>
  (await ask(`/api/tables/${table}/record?game=${game}`)).text();
