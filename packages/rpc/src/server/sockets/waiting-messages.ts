/** Queues the messages of a session that are long, and are decoded in slices, or for which a time slice has no time. */
import type { Client } from "../../access/client.js";
import type { ExceededShare } from "../../access/share.js";
import { decode, isLarge } from "../request/decode.js";
import type { SessionSetting } from "./session-setting.js";

interface WaitingMessage {
  readonly bytes: number;
  /** A promise until a long message is decoded. */
  text: string | Promise<string>;
}

export class WaitingMessages {
  readonly #setting: SessionSetting;
  readonly #client: Client;
  readonly #messages: WaitingMessage[] = [];

  constructor(setting: SessionSetting, client: Client) {
    this.#setting = setting;
    this.#client = client;
  }

  get length(): number {
    return this.#messages.length;
  }

  /** Adds a message, unless it exceeds a limit, which is returned. @param message is copied. */
  add(message: Buffer): ExceededShare | undefined {
    const { bodiesBytes } = this.#setting;
    const bytes = message.length;
    const exceeded = bodiesBytes.exceededBy(this.#client, bytes);
    if (exceeded !== undefined) return exceeded;
    bodiesBytes.add(this.#client, bytes);
    this.#messages.push({
      bytes,
      text: decode(isLarge(message) ? Buffer.from(message) : message),
    });
    return undefined;
  }

  /** Waits for another time slice, in which the first message can be taken. */
  async ready(): Promise<void> {
    const [first] = this.#messages;
    if (typeof first?.text === "object") first.text = await first.text;
    else await this.#setting.slices.next();
  }

  /** Removes the first message. Returns undefined if there is none, or it is not decoded yet. */
  take(): string | undefined {
    const [first] = this.#messages;
    if (typeof first?.text !== "string") return undefined;
    this.#messages.shift();
    this.#setting.bodiesBytes.give(this.#client, first.bytes);
    return first.text;
  }

  clear(): void {
    for (const { bytes } of this.#messages.splice(0)) {
      this.#setting.bodiesBytes.give(this.#client, bytes);
    }
  }
}
