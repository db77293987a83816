/**
 * Remembers the newest records that a node had when logs were lost: the node that fills a log again
 * may lack them, if it did not read them before.
 */
import { lostHeadsMax } from "../limits.js";
import type { Applier } from "./member-options.js";

export class LostHeads {
  readonly #applier: Pick<Applier, "newestId" | "bringBack">;
  #ids: string[] = [];

  constructor(applier: Pick<Applier, "newestId" | "bringBack">) {
    this.#applier = applier;
  }

  /** Remembers the newest record of this node, since the log was lost. */
  note(): void {
    const id = this.#applier.newestId();
    if (!this.#ids.includes(id)) this.#ids = [...this.#ids, id].slice(-lostHeadsMax);
  }

  /** Forgets them, since this node fills the log. */
  clear(): void {
    this.#ids = [];
  }

  /** Brings back what the log lacks, once it is filled. @param newestId its newest record of blocks. */
  settle(newestId: string | undefined): void {
    if (newestId === undefined) return;
    for (const id of this.#ids) this.#applier.bringBack(id, newestId);
    this.clear();
  }
}
