/**
 * Queues the messages of a WebSocket while a large answer is sent. The answer leaves as fragments of
 * one message (RFC 6455, section 5.4), one time slice at a time and no faster than the network accepts
 * them; other messages must not interleave and wait behind it.
 */
import { isSliceOver, nextSlice } from "@tandem/runtime";
import type { JsonBytes } from "../../written-json.js";

export type Fragment = "first" | "middle" | "last";

/**
 * The operations of a connection that a transport provides. The send methods return whether the
 * network accepted the data and all that waited before; if not, the transport calls `drained` once it
 * has.
 */
export interface Socket {
  send(text: string): boolean;
  sendFragment(bytes: Uint8Array, place: Fragment): boolean;
  /** Returns the number of bytes that the network has not accepted yet. */
  waitingBytes(): number;
  /** Sends everything that `send` writes in one packet. */
  cork(send: () => void): void;
  /** Closes the connection with a close frame. */
  end(code: number, reason: string): void;
  /** Closes the connection at once, without a close frame. */
  destroy(): void;
}

type LineSocket = Pick<Socket, "send" | "sendFragment" | "waitingBytes">;

const noBytes = new Uint8Array(0);

export class SocketLine {
  readonly #socket: LineSocket;
  #messages: (string | JsonBytes)[] = [];
  #isOpen = true;
  /** Resumes sending; set while the network has not accepted the last fragment. */
  #goOn: (() => void) | undefined;
  #waitingBytes = 0;
  #lastBytes = 0;

  constructor(socket: LineSocket) {
    this.#socket = socket;
  }

  /** Returns the bytes of messages that were not passed to the network yet, including the current one. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Returns the same without the first message. */
  get bytesBehind(): number {
    return Math.max(0, this.#waitingBytes - this.#lastBytes);
  }

  push(message: string | JsonBytes): void {
    this.#messages.push(message);
    this.#waitingBytes += message.length;
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /**
   * Sends all messages, and those pushed meanwhile.
   * @returns whether the network accepted all of them.
   */
  async run(): Promise<boolean> {
    let isTaken = true;
    while (!this.isEmpty) {
      const messages = this.#messages;
      this.#messages = [];
      for (const [i, message] of messages.entries()) {
        // A sent message is released at once, not when the last one is sent.
        messages[i] = "";
        isTaken = await this.#sendOne(message);
        if (isSliceOver()) await nextSlice();
        if (!this.#isOpen) return false;
      }
    }
    return isTaken;
  }

  #sendOne(message: string | JsonBytes): boolean | Promise<boolean> {
    if (typeof message !== "string") return this.#sendLarge(message);
    this.#waitingBytes -= message.length;
    return this.#socket.send(message);
  }

  async #sendLarge(answer: JsonBytes): Promise<boolean> {
    let place: Fragment = "first";
    this.#lastBytes = answer.length;
    for (const piece of answer.pieces(false)) {
      const isTaken = this.#socket.sendFragment(piece, place);
      place = "middle";
      this.#waitingBytes -= piece.length;
      this.#lastBytes -= piece.length;
      if (!isTaken) await this.#drain();
      else if (isSliceOver()) await nextSlice();
      if (!this.#isOpen) return false;
    }
    return this.#socket.sendFragment(noBytes, "last");
  }

  async #drain(): Promise<void> {
    const drained = new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
    // Corked bytes leave in the current turn of the event loop, without a drain event.
    await nextSlice();
    if (this.#isOpen && this.#socket.waitingBytes() === 0) this.drained();
    await drained;
    // uWebSockets does not watch a socket whose drain handler left bytes waiting.
    await nextSlice();
  }

  /** Continues after the network has accepted what it was given. */
  drained(): void {
    this.#goOn?.();
    this.#goOn = undefined;
  }

  /** Stops sending. */
  close(): void {
    this.#isOpen = false;
    this.#messages = [];
    this.drained();
  }
}
