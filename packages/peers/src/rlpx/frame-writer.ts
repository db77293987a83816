/** Encrypts the frames of a connection, and writes them to its socket in their order. */
import type { Socket } from "node:net";
import { yieldIfDue } from "@tandem/runtime";
import { type FrameCipher, partBytes, sealedLength } from "./frame-cipher.js";

export class FrameWriter {
  readonly #socket: Socket;
  readonly #cipher: FrameCipher;
  /** The parts of frames that are not encrypted, since a long one before them is. */
  readonly #unsealed: Iterable<Buffer>[] = [];
  #unsealedBytes = 0;
  #sealing: Promise<void> | undefined;

  constructor(socket: Socket, cipher: FrameCipher) {
    this.#socket = socket;
    this.#cipher = cipher;
  }

  /** The bytes that wait to be sent. */
  get unsentBytes(): number {
    return this.#unsealedBytes + this.#socket.writableLength;
  }

  /** Resolves when all frames are encrypted; is undefined if they are. */
  get sealing(): Promise<void> | undefined {
    return this.#sealing;
  }

  /**
   * Writes a frame. A long one is encrypted part by part, as it would hold the event loop.
   * @throws {RangeError} if it is too long.
   */
  write(frame: Uint8Array): void {
    if (this.#sealing === undefined && frame.length <= partBytes) {
      writeTogether(this.#socket, this.#cipher.seal(frame));
      return;
    }
    this.#unsealed.push(this.#cipher.sealParts(frame));
    this.#unsealedBytes += sealedLength(frame.length);
    this.#sealing ??= this.#sealAll();
  }

  /** Ends the socket behind the last frame. */
  end(): void {
    if (this.#sealing === undefined) this.#socket.end();
    else void this.#sealing.then(() => this.#socket.end());
  }

  async #sealAll(): Promise<void> {
    for (;;) {
      const parts = this.#unsealed.shift();
      if (parts === undefined) break;
      for (const part of parts) {
        // Nobody reads what is left.
        if (!this.#socket.writable) break;
        writeTogether(this.#socket, part);
        this.#unsealedBytes -= part.length;
        await yieldIfDue();
      }
    }
    this.#sealing = undefined;
  }
}

/**
 * Writes bytes, together with all others of this turn: each write by itself is a call of the system, which takes longer
 * than a short message.
 */
function writeTogether(socket: Socket, bytes: Uint8Array): void {
  if (socket.writableCorked === 0) {
    socket.cork();
    process.nextTick(() => socket.uncork());
  }
  socket.write(bytes);
}
