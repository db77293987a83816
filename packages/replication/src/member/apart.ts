/**
 * Notices a node whose head the log does not have: it keeps a chain with more work, which is that of a
 * database from elsewhere, or was lost with the log. Its clients see blocks that no other node has.
 */
import { ownRecordsMax } from "../limits.js";
import { LostHeads } from "./lost-heads.js";
import type { MemberOptions } from "./member-options.js";
import type { Turn } from "./turn.js";

type ApartOptions = Pick<MemberOptions, "log" | "applier" | "logger" | "now">;

export class Apart {
  readonly #options: ApartOptions;
  readonly #turn: Pick<Turn, "isWaiting">;
  #sinceMs: number | undefined;
  /** The head at the last check at which it was not the newest record. */
  #head: string | undefined;
  /** The heads that may be lost with the log. */
  readonly lost: LostHeads;

  /** @param turn says whether a log that was lost is filled again. */
  constructor(options: ApartOptions, turn: Pick<Turn, "isWaiting">) {
    this.#options = options;
    this.#turn = turn;
    this.lost = new LostHeads(options.applier);
  }

  /** The milliseconds for which the log lacks the node's head; undefined if it has it. */
  get ms(): number | undefined {
    return this.#sinceMs === undefined ? undefined : this.#options.now() - this.#sinceMs;
  }

  /** Forgets everything, since the node seals: then the log has its chain. */
  noteSealing(): void {
    this.#sinceMs = undefined;
    this.lost.clear();
  }

  /**
   * Compares the head of a node that has applied the whole log.
   * @param last the last sequence of the log. @param newestId its newest record of blocks.
   */
  async check(last: number, newestId: string | undefined): Promise<void> {
    if (!this.#turn.isWaiting) this.lost.settle(newestId);
    const { applier, logger, now } = this.#options;
    const own = applier.newestId();
    // A record whose import moves the head just now is not applied yet, and later than the last one.
    const isStill = own === this.#head;
    this.#head = own;
    const isSame = newestId === undefined || own === newestId;
    if (isSame || (isStill && (await this.#isInEnd(last, own)))) {
      this.#sinceMs = undefined;
    } else if (isStill && this.#sinceMs === undefined) {
      this.#sinceMs = now();
      logger.error({ log: newestId, own }, "the log does not have the newest block of this node");
    }
  }

  /** Returns whether one of the last records has an id: those after it may be of side blocks. */
  async #isInEnd(last: number, id: string): Promise<boolean> {
    const { log } = this.#options;
    for (let sequence = last; sequence > Math.max(0, last - ownRecordsMax); sequence--) {
      if ((await log.idAt(sequence)) === id) return true;
    }
    return false;
  }
}
