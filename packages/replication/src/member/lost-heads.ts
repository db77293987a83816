/**
 * Remembers the newest records that a node had when logs were lost: the node that fills a log again
 * may lack them, if it did not read them before.
 */
import { lostHeadsMax } from "../limits.js";
import type { Applier } from "./member-options.js";

export class LostHeads {
  readonly #applier: Pick<Applier, "newestId" | "bringBack">;
  /** The records, the oldest first, with the epoch of the sealer to which each was passed. */
  readonly #epochs = new Map<string, number | undefined>();
  readonly #passing = new Set<string>();

  constructor(applier: Pick<Applier, "newestId" | "bringBack">) {
    this.#applier = applier;
  }

  /** The records that the log may lack. */
  get ids(): readonly string[] {
    return [...this.#epochs.keys()];
  }

  /** Remembers the newest record of this node, since the log was lost. */
  note(): void {
    this.#epochs.set(this.#applier.newestId(), undefined);
    const [oldest] = this.#epochs.keys();
    if (this.#epochs.size > lostHeadsMax && oldest !== undefined) this.#epochs.delete(oldest);
  }

  /** Forgets them, since this node has appended what the log lacked. */
  clear(): void {
    this.#epochs.clear();
  }

  /**
   * Passes what the log lacks to its sealer once it is filled, and to each later one until one has
   * appended it.
   * @param newestId the newest record of blocks of the log. @param epoch that of its sealer.
   * @param tellFailure is called with the error of a record that cannot be passed.
   */
  settle(newestId: string | undefined, epoch: number, tellFailure: (error: unknown) => void): void {
    if (newestId === undefined) return;
    for (const [id, passed] of this.#epochs) {
      if (passed === epoch || this.#passing.has(id)) continue;
      this.#epochs.set(id, epoch);
      this.#passing.add(id);
      void this.#pass(id, newestId).catch(tellFailure);
    }
  }

  async #pass(id: string, newestId: string): Promise<void> {
    try {
      if (await this.#applier.bringBack(id, newestId)) this.#epochs.delete(id);
    } finally {
      this.#passing.delete(id);
    }
  }
}
