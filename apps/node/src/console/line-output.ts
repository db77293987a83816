/** Writes the lines of a running node to its standard output, those of one turn of the event loop together. */
import type { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/**
 * The maximum number of characters that are gathered for one write. Most such texts fit into 4,096 bytes, which the kernel
 * writes to a pipe as a whole, also where several processes share it.
 */
const gatheredMax = 2_048;

/** The maximum number of bytes that wait for the reader of a pipe. Above it, lines are counted instead of written. */
const waitingBytesMax = 1_048_576;

/** The milliseconds after which the reader of a pipe that reads nothing is given up, when the node has stopped. */
const readerIdleMs = 5_000;

/** Receives the number of lines that were left out, before the first one that is written again. */
type OnMissing = (lines: number) => void;

export class LineOutput {
  readonly #stream: Writable;
  readonly #onMissing: OnMissing;
  readonly #flush = () => this.#writeGathered();
  #gathered = "";
  #gatheredMax = gatheredMax;
  #flushing: NodeJS.Immediate | undefined;
  #missing = 0;

  /** Opens an output. What is gathered when the process exits, also after an uncaught error, is written then. */
  constructor(stream: Writable, onMissing: OnMissing) {
    this.#stream = stream;
    this.#onMissing = onMissing;
    process.once("exit", this.#flush);
  }

  /**
   * Writes a line at the end of the turn of the event loop. Lines are left out once too much waits for the reader, until all
   * before them is read.
   */
  write(line: string): void {
    if (this.#isBehind()) {
      this.#missing++;
      return;
    }
    this.#reportMissing();
    this.#gathered += line;
    if (this.#gathered.length >= this.#gatheredMax) this.#writeGathered();
    else this.#flushing ??= setImmediate(this.#flush);
  }

  /** Writes what is gathered, and from now on each line at once, since a signal may end the process within a turn. */
  stopGathering(): void {
    this.#gatheredMax = 0;
    this.#writeGathered();
  }

  /**
   * Ends the gathering of lines, and resolves when all are read. Further ones are still written.
   * @param idleMs the milliseconds in which the reader must read something.
   * @returns false if it reads no more: what waits for it would keep the process alive.
   */
  async close(idleMs: number = readerIdleMs): Promise<boolean> {
    process.off("exit", this.#flush);
    this.stopGathering();
    this.#reportMissing();
    const stream = this.#stream;
    if (stream.writableLength === 0) return true;
    const isRead = new Promise<boolean>((resolve) => {
      stream.write("", () => resolve(true));
    });
    for (;;) {
      const waiting = stream.writableLength;
      const ending = new AbortController();
      const { signal } = ending;
      const idle = pause(idleMs, false, { signal }).catch(() => false);
      const isDone = await Promise.race([isRead, idle]);
      ending.abort();
      if (isDone) return true;
      if (stream.writableLength >= waiting) return false;
    }
  }

  #writeGathered(): void {
    clearImmediate(this.#flushing);
    this.#flushing = undefined;
    const text = this.#gathered;
    this.#gathered = "";
    if (text !== "") this.#stream.write(text);
  }

  #reportMissing(): void {
    const missing = this.#missing;
    this.#missing = 0;
    if (missing > 0) this.#onMissing(missing);
  }

  #isBehind(): boolean {
    const { writableLength, writableNeedDrain } = this.#stream;
    return this.#missing > 0 ? writableNeedDrain : writableLength > waitingBytesMax;
  }
}
