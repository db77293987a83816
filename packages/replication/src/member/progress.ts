/** Tracks how far a node has applied the log, and for how long it has been behind. */
import type { Position } from "../position.js";
import { Waiters } from "../waiters.js";

export class Progress {
  readonly #now: () => number;
  readonly #silentMsMax: number;
  readonly #waiters = new Waiters();
  #position: Position = { identity: "", sequence: 0, id: "" };
  #last = 0;
  #levelMs: number;
  #movedMs: number;

  /**
   * @param now returns monotonic milliseconds.
   * @param silentMsMax the milliseconds without news of the log for which a node is not behind, or stalled.
   */
  constructor(now: () => number, silentMsMax: number) {
    this.#now = now;
    this.#silentMsMax = silentMsMax;
    this.#levelMs = now();
    this.#movedMs = this.#levelMs;
  }

  /** The newest record that the node has applied or appended. */
  get position(): Position {
    return this.#position;
  }

  /** The sequence of the newest known message of a complete record. */
  get last(): number {
    return Math.max(this.#last, this.#position.sequence);
  }

  /** Returns whether all known records are applied. */
  get isLevel(): boolean {
    return this.#position.sequence >= this.#last;
  }

  /**
   * Returns the milliseconds since the node last had everything.
   * @param isWell whether it has everything that it knows of: then a short time counts as 0.
   */
  behindMs(isWell: boolean): number {
    const sinceMs = this.#now() - this.#levelMs;
    return isWell && sinceMs < this.#silentMsMax ? 0 : sinceMs;
  }

  /** Returns whether none of the remaining messages was applied for too long. */
  get isStalled(): boolean {
    const sinceMs = this.#now() - Math.max(this.#levelMs, this.#movedMs);
    return !this.isLevel && sinceMs > this.#silentMsMax;
  }

  moveTo(position: Position): void {
    this.#position = position;
    this.#movedMs = this.#now();
    this.#noteLevel();
    this.#waiters.wake();
  }

  /** Sets the sequence of the newest message of a complete record. */
  noteLast(last: number): void {
    this.#last = last;
    this.#noteLevel();
  }

  /** Resets the lag, because the node seals. */
  noteSealing(): void {
    this.#levelMs = this.#now();
  }

  /**
   * Resolves when everything up to a sequence is applied, or when the log is another one.
   * @throws the signal's reason.
   */
  async applied(
    { identity, sequence }: Pick<Position, "identity" | "sequence">,
    signal: AbortSignal,
  ): Promise<void> {
    while (this.#position.identity === identity && this.#position.sequence < sequence) {
      signal.throwIfAborted();
      await this.#waiters.next(signal);
    }
  }

  #noteLevel(): void {
    if (this.isLevel) this.#levelMs = this.#now();
  }
}
