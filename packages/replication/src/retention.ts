/** Decides when a snapshot is due, and what can be removed once it exists. */
import type { Lease } from "./lease.js";
import { renewalsInLease, snapshotMsMax } from "./limits.js";
import type { ReplicationLog } from "./log.js";
import type { Position } from "./position.js";
import type { SnapshotName, Snapshots } from "./snapshots.js";

/** The number of stored snapshots: if the newest one cannot be read, there is another. */
const snapshotsKept = 2;

/** The data of a node, and the position of the last record in it. */
export interface Dump {
  readonly position: Position;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Releases the data. The pieces need not have been read to their end, or at all. */
  close(): Promise<void>;
}

/** The number of distances between snapshots for which the sealer waits for another node to store one. */
const sealerPatience = 2;

export interface RetentionOptions {
  readonly log: ReplicationLog;
  readonly snapshots: Snapshots;
  /** Lets one node at a time create a snapshot. */
  readonly claim: Lease;
  /** The messages of the log between two snapshots; 0 for none. */
  readonly everyMessages: number;
  readonly layout: string;
  /** Returns whether this node is the sealer: it stores a snapshot only where no other node does. */
  readonly isSealing: () => boolean;
  /** Returns the data of this node. */
  readonly dump: () => Dump;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
  /** Called when a snapshot was stored. */
  readonly made: (name: SnapshotName, removedBelow: number | undefined) => void;
}

export class Retention {
  readonly #options: RetentionOptions;
  /** The sequence of the newest known snapshot, or of a later attempt, with the identity of its log. */
  #newest: Pick<Position, "identity" | "sequence"> = { identity: "", sequence: 0 };

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Returns whether a snapshot is due at a position, as far as known. */
  isDue({ identity, sequence }: Pick<Position, "identity" | "sequence">): boolean {
    const { everyMessages, isSealing } = this.#options;
    const from = identity === this.#newest.identity ? this.#newest.sequence : 0;
    const distance = isSealing() ? everyMessages * sealerPatience : everyMessages;
    return everyMessages > 0 && sequence - from >= distance;
  }

  /**
   * Creates a snapshot if it is due and no other node creates one, and removes what is then not
   * needed.
   */
  async makeIfDue(position: Position): Promise<void> {
    const { snapshots, claim } = this.#options;
    const [newest] = await this.#ofLog(await snapshots.list(), position.identity);
    if (newest !== undefined) this.#newest = newest;
    if (!this.isDue(position) || !(await claim.acquire())) return;
    // One that fails may fill the servers meanwhile, which then refuse blocks: the next block is too early.
    this.#newest = position;
    try {
      await this.#make();
    } finally {
      await claim.release();
    }
  }

  async #make(): Promise<void> {
    const { snapshots, layout, dump, made } = this.#options;
    // No other node stores one as long as this one holds the claim.
    await snapshots.removeIncomplete();
    const { position, pieces, close } = dump();
    const name = { ...position, layout };
    // Servers that refuse a snapshot leave its pieces unread.
    await snapshots.put(name, this.#claimed(pieces)).finally(close);
    this.#newest = position;
    made(name, await this.#removeOld(position.identity));
  }

  /**
   * Yields the pieces of a snapshot, and renews the claim meanwhile.
   * @throws {Error} if another node has the claim, which may have removed the pieces that are stored.
   */
  async *#claimed(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const { claim, now } = this.#options;
    let renewedMs = now();
    for await (const piece of pieces) {
      yield piece;
      if (now() - renewedMs < snapshotMsMax / renewalsInLease) continue;
      if (!(await claim.renew())) throw new Error("another node stores a snapshot meanwhile");
      renewedMs = now();
    }
  }

  /**
   * Removes all but the newest snapshots, and the log before the oldest of them. @returns its
   * sequence.
   */
  async #removeOld(identity: string): Promise<number | undefined> {
    const { snapshots, log } = this.#options;
    // A log that was created again has other sequences, and may have snapshots of its own.
    if ((await log.bounds()).identity !== identity) return undefined;
    const all = await snapshots.list();
    const own = await this.#ofLog(all, identity);
    const kept = own.slice(0, snapshotsKept);
    for (const each of all) if (!kept.includes(each)) await snapshots.remove(each);
    const oldest = kept[snapshotsKept - 1];
    if (oldest === undefined) return undefined;
    // The record of the snapshot itself stays: a node compares its id to detect another log.
    await log.purge(oldest.sequence);
    return oldest.sequence;
  }

  /**
   * Returns the snapshots of a log, the newest first. One whose record the log does not have is not of it: the log has lost
   * its end since, or the snapshot is not of a node. The log must not be removed before such a record.
   */
  async #ofLog(all: readonly SnapshotName[], identity: string): Promise<SnapshotName[]> {
    const found: SnapshotName[] = [];
    for (const each of all) {
      if (each.identity !== identity) continue;
      if ((await this.#options.log.idAt(each.sequence)) === each.id) found.push(each);
    }
    return found.sort((one, other) => other.sequence - one.sequence);
  }
}
