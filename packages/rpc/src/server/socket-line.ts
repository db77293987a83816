/**
 * Messages of a WebSocket while a large answer is sent. It leaves as fragments of one message (RFC 6455,
 * section 5.4), a time slice at a time and no faster than the network takes them; other
 * messages must not come between and wait behind it.
 */
import { isSliceOver, nextSlice } from "@tandem/runtime";
import type { JsonBytes } from "../contract/codec/writer.js";

export type Fragment = "first" | "middle" | "last";

/** What a connection can do for it. Both tell whether the network took all at once. */
export interface LineSocket {
  send(text: string): boolean;
  sendFragment(bytes: Uint8Array, place: Fragment): boolean;
  /** Bytes handed over that the network has not taken yet. */
  waitingBytes(): number;
}

const noBytes = new Uint8Array(0);

export class SocketLine {
  readonly #socket: LineSocket;
  #messages: (string | JsonBytes)[] = [];
  #isOpen = true;
  /** Set while the network has not taken the last fragment. */
  #goOn: (() => void) | undefined;
  #waitingBytes = 0;
  #lastBytes = 0;

  constructor(socket: LineSocket) {
    this.#socket = socket;
  }

  /** Bytes of messages that were not handed to the network yet, the one under way included. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** The same without the first message. */
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

  /** Sends all there is, and what is pushed meanwhile. @returns whether the network took all of it. */
  async run(): Promise<boolean> {
    let isTaken = true;
    while (!this.isEmpty) {
      const messages = this.#messages;
      this.#messages = [];
      for (const [i, message] of messages.entries()) {
        // What was sent is not held until the last of them is.
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
    // uWebSockets does not watch a socket on which its drain handler left bytes waiting.
    await nextSlice();
  }

  /** The network has taken what it was given. */
  drained(): void {
    this.#goOn?.();
    this.#goOn = undefined;
  }

  /** Nothing more is sent. */
  close(): void {
    this.#isOpen = false;
    this.#messages = [];
    this.drained();
  }
}
