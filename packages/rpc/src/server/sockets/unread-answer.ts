/** Counts the answers over HTTP that are not read yet among the bytes that wait for slow readers. */
import { type Client, noClient } from "../../access/client.js";
import type { Waiter, WaitingBytes } from "./waiting-bytes.js";

/** The answer of one connection, which is in memory as a whole until its last byte is sent. */
export class UnreadAnswer implements Waiter {
  readonly #waiting: WaitingBytes;
  #client: Client = noClient;
  #bytes = 0;

  constructor(waiting: WaitingBytes) {
    this.#waiting = waiting;
  }

  get client(): Client {
    return this.#client;
  }

  waitingBytes(): number {
    return this.#bytes;
  }

  /** Counts an answer. Returns false if the connection must be closed, since too many bytes wait. */
  hold(client: Client, bytes: number): boolean {
    this.release();
    this.#client = client;
    this.#bytes = bytes;
    this.#waiting.count(this, bytes);
    return !this.#waiting.isTooMuch(this);
  }

  /** Ends the count; may be called more than once. */
  release(): void {
    // Most answers are taken at once, and were never counted.
    if (this.#bytes === 0) return;
    this.#bytes = 0;
    this.#waiting.count(this, 0);
  }
}
