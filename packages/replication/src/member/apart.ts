/**
 * Notices a node whose head the log does not have: it keeps a chain with more work, which is that of a
 * database from elsewhere, or was lost with the log. Its clients see blocks that no other node has.
 */
import { ownRecordsMax } from "../limits.js";
import type { Position } from "../position.js";
import { LostHeads } from "./lost-heads.js";
import type { MemberOptions, WantedRole } from "./member-options.js";
import type { Turn } from "./turn.js";

type ApartOptions = Pick<MemberOptions, "log" | "applier" | "logger" | "now">;

export class Apart {
  readonly #options: ApartOptions;
  readonly #turn: Pick<Turn, "isWaiting">;
  #sinceMs: number | undefined;
  /** The head at the last check. */
  #head: string | undefined;
  /** The newest head for which the log was searched, or which was read from it, and whether it is there. */
  #searched: { readonly id: string; readonly isThere: boolean } | undefined;
  /** Is undefined before the node has found its place in the log. */
  #isForeign: boolean | undefined;
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

  /**
   * Returns whether a node may take over in a role. A chain that no log ever had may only be brought to one with blocks by
   * a node that takes over whatever there is.
   */
  mayTakeOver(role: WantedRole): boolean {
    const isBarred = this.#sinceMs !== undefined && this.#isForeign;
    return role === "sealer" || (role === "auto" && !isBarred);
  }

  /** Forgets everything, since the node seals: then the log has its chain. */
  noteSealing(): void {
    this.#noteThere();
    this.lost.clear();
  }

  /**
   * Notes that the log is read from a position.
   * @param isSame whether it is the stored one.
   */
  noteLocated(stored: Position | undefined, isSame: boolean): void {
    this.#isForeign ??= stored === undefined || stored.isForeign === true;
    if (!isSame) this.#searched = undefined;
  }

  /** Returns a position as it is stored with a record that is applied there. */
  marked(position: Position): Position {
    return this.#isForeign ? { ...position, isForeign: true } : position;
  }

  /** Remembers that the log has the node's head. @param id a record that was applied. */
  noteApplied(id: string): void {
    if (id !== this.#options.applier.newestId()) return;
    this.#searched = { id, isThere: true };
    this.#isForeign = false;
  }

  /**
   * Compares the head of a node that has applied the whole log.
   * @param last the last sequence of the log. @param newestId its newest record of blocks.
   * @param epoch that of its sealer.
   */
  async check(last: number, newestId: string | undefined, epoch: number): Promise<void> {
    const { applier, logger } = this.#options;
    if (!this.#turn.isWaiting) {
      this.lost.settle(newestId, epoch, (error) => {
        logger.error({ error }, "blocks that a lost log had cannot be passed to the sealer");
      });
    }
    const own = applier.newestId();
    // A record whose import moves the head just now is not applied yet, and later than the last one.
    const isStill = own === this.#head;
    this.#head = own;
    if (isStill || own === newestId) await this.#compare(last, newestId);
  }

  /** Returns the same as {mayTakeOver} for an elected node, which has read the whole log and applies nothing. */
  async mayGoOn(role: WantedRole, last: number, newestId: string | undefined): Promise<boolean> {
    if (role === "auto" && this.#isForeign === true) await this.#compare(last, newestId);
    return this.mayTakeOver(role);
  }

  async #compare(last: number, newestId: string | undefined): Promise<void> {
    const { applier, logger, now } = this.#options;
    const own = applier.newestId();
    if (newestId === undefined) {
      this.#sinceMs = undefined;
    } else if (own === newestId || (await this.#isInEnd(last, own))) {
      this.#noteThere();
    } else if (this.#sinceMs === undefined) {
      this.#sinceMs = now();
      logger.error({ log: newestId, own }, "the log does not have the newest block of this node");
    }
  }

  #noteThere(): void {
    this.#sinceMs = undefined;
    this.#isForeign = false;
  }

  /** Returns whether one of the last records has an id: those after it may be of side blocks. */
  async #isInEnd(last: number, id: string): Promise<boolean> {
    const before = this.#searched;
    if (before?.id === id) return before.isThere;
    const isThere = await this.#search(last, id);
    // The record may have been applied meanwhile.
    if (this.#searched === before) this.#searched = { id, isThere };
    return isThere || this.#searched?.isThere === true;
  }

  async #search(last: number, id: string): Promise<boolean> {
    const { log } = this.#options;
    for (let sequence = last; sequence > Math.max(0, last - ownRecordsMax); sequence--) {
      if ((await log.idAt(sequence)) === id) return true;
    }
    return false;
  }
}
