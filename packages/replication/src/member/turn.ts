/**
 * Decides whether a node may take over: after a log was lost, the node that sealed last has the
 * first turn, because it has the most blocks, and a node that began to fill the log has the next one.
 */
import { lostLogMs } from "../limits.js";
import type { LogEntry } from "../log.js";
import { newestIdIn } from "./epoch.js";

export class Turn {
  readonly #now: () => number;
  readonly #leaseMs: number;
  /** Is true if no other node is known to have sealed since this one did. */
  #sealedLast = false;
  #others = 0;
  #loss: string | undefined;
  /** Is undefined if no log was lost, or all of it is back. */
  #waitsUntil: number | undefined;
  /** The newest record of the node that fills a lost log, and the epoch in which it does. */
  #expectedId: string | undefined;
  #fillingEpoch = 0;

  /** @param now returns monotonic milliseconds. @param leaseMs those for which a lease is valid. */
  constructor(now: () => number, leaseMs: number) {
    this.#now = now;
    this.#leaseMs = leaseMs;
  }

  get isOurs(): boolean {
    return this.#sealedLast || this.#waitsUntil === undefined || this.#now() >= this.#waitsUntil;
  }

  /** Returns whether a log that was lost is not filled yet. */
  get isWaiting(): boolean {
    return this.#waitsUntil !== undefined;
  }

  /** Returns how many times another node is known to have begun to seal. */
  get others(): number {
    return this.#others;
  }

  noteSealing(isThisNode: boolean): void {
    this.#sealedLast = isThisNode;
    if (isThisNode) this.#waitsUntil = undefined;
    else this.#others++;
  }

  /**
   * Gives the first turn to the node that sealed last.
   * @param loss identifies the loss, which may be noted again while it is not made good.
   * @returns whether it was not noted before.
   */
  noteLostLog(loss: string): boolean {
    if (loss === this.#loss) return false;
    this.#loss = loss;
    this.#fillingEpoch = 0;
    this.#wait(undefined);
    return true;
  }

  /**
   * Leaves a lost log to a node that began to fill it: if it stopped before it has appended everything, it can go on.
   * That counts once: as long as a log has no blocks, each election reads it from its beginning.
   * @param entry the record of its epoch, which says the newest record that it has.
   * @param readId the newest record of blocks before that in the log.
   */
  noteFilling(entry: Pick<LogEntry, "body" | "epoch">, readId: string | undefined): void {
    const newestId = newestIdIn(entry);
    if (this.#waitsUntil === undefined || newestId === "") return;
    if (entry.epoch <= this.#fillingEpoch) return;
    this.#fillingEpoch = entry.epoch;
    if (newestId === readId) this.#waitsUntil = undefined;
    else this.#wait(newestId);
  }

  /** Ends the wait once the log has what the node that fills it had. @param id a record of the log. */
  noteApplied(id: string): void {
    if (id === this.#expectedId) this.#waitsUntil = undefined;
  }

  #wait(expectedId: string | undefined): void {
    this.#waitsUntil = this.#now() + lostLogMs(this.#leaseMs);
    this.#expectedId = expectedId;
  }
}
