import type { Ack, Checked, ClientMessage, Hint, Refused } from "../generated/protocol.ts";
import { newId } from "./ids.ts";

export type Reply = Ack | Hint | Checked | Refused;

type Named = Extract<ClientMessage, { readonly id: string }>;
/** A command without its id, which the outbox gives it. */
export type Command = Named extends infer C ? (C extends Named ? Omit<C, "id"> : never) : never;

const ANSWER_WITHIN = 4000;

/**
 * Commands that are not answered yet.
 *
 * Each keeps its id until it is answered, so that sending it again after a lost connection has no
 * second effect.
 */
export class Outbox {
  readonly #open = new Map<string, { message: Named; answer: (reply: Reply) => void }>();
  readonly #send: (message: ClientMessage) => void;
  readonly #silent: () => void;

  /** `send` puts a message on the wire, if there is one; `silent` is told when no answer comes. */
  constructor(send: (message: ClientMessage) => void, silent: () => void) {
    this.#send = send;
    this.#silent = silent;
  }

  request(command: Command): Promise<Reply> {
    const id = newId();
    const message = { ...command, id } as Named;
    return new Promise((answer) => {
      this.#open.set(id, { message, answer });
      this.#post(message);
    });
  }

  /** Takes an answer in. */
  answered(reply: Reply): void {
    const open = reply.id === null ? undefined : this.#open.get(reply.id);
    if (!open) return;
    if (reply.type === "refused" && ["saving_down", "too_fast"].includes(reply.code)) {
      // Not refused for good: `resend` brings it when saving works, a pause when it was too fast.
      if (reply.code === "too_fast") setTimeout(() => this.#again(open.message), 1000);
      return;
    }
    this.#open.delete(open.message.id);
    open.answer(reply);
  }

  /** Sends everything again, in order: after a new connection, or when saving works again. */
  resend(): void {
    for (const { message } of this.#open.values()) this.#post(message);
  }

  #again(message: Named): void {
    if (this.#open.has(message.id)) this.#post(message);
  }

  #post(message: Named): void {
    this.#send(message);
    setTimeout(() => this.#open.has(message.id) && this.#silent(), ANSWER_WITHIN);
  }
}
