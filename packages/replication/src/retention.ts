/** Decides when a snapshot is due, and what may be removed once it is made. */
import type { Lease } from "./lease.js";
import type { ReplicationLog } from "./log.js";
import type { Position } from "./position.js";
import type { SnapshotName, Snapshots } from "./snapshots.js";

/** The snapshots that are kept: if the newest one cannot be read, there is another. */
const snapshotsKept = 2;

export interface RetentionOptions {
  readonly log: ReplicationLog;
  readonly snapshots: Snapshots;
  /** Lets one node at a time make a snapshot. */
  readonly claim: Lease;
  /** The messages of the log between two snapshots; 0 for none. */
  readonly everyMessages: number;
  readonly layout: string;
  /** Returns the data of this node, and the place in the log up to which it has everything. */
  readonly dump: () => { readonly position: Position; readonly pieces: AsyncIterable<Uint8Array> };
  /** Is called when a snapshot was made. */
  readonly made: (name: SnapshotName, removedBelow: number | undefined) => void;
}

export class Retention {
  readonly #options: RetentionOptions;
  /** The sequence of the newest snapshot that is known, by the identity of its log. */
  #newest: Pick<Position, "identity" | "sequence"> = { identity: "", sequence: 0 };

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Returns whether a snapshot at a place is due, by what is known. */
  isDue({ identity, sequence }: Pick<Position, "identity" | "sequence">): boolean {
    const { everyMessages } = this.#options;
    const from = identity === this.#newest.identity ? this.#newest.sequence : 0;
    return everyMessages > 0 && sequence - from >= everyMessages;
  }

  /** Makes a snapshot if it is due and no other node makes one, and removes what is then not needed. */
  async makeIfDue(position: Position): Promise<void> {
    const { snapshots, claim } = this.#options;
    const [newest] = ofLog(await snapshots.list(), position.identity);
    if (newest !== undefined) this.#newest = newest;
    if (!this.isDue(position) || !(await claim.acquire())) return;
    try {
      await this.#make();
    } finally {
      await claim.release();
    }
  }

  async #make(): Promise<void> {
    const { snapshots, layout, dump, made } = this.#options;
    const { position, pieces } = dump();
    const name = { ...position, layout };
    await snapshots.put(name, pieces);
    this.#newest = position;
    made(name, await this.#removeOld(position.identity));
  }

  /** Removes all but the newest snapshots, and the log before the oldest of them. @returns its sequence. */
  async #removeOld(identity: string): Promise<number | undefined> {
    const { snapshots, log } = this.#options;
    const all = await snapshots.list();
    const own = ofLog(all, identity);
    const kept = own.slice(0, snapshotsKept);
    for (const each of all) if (!kept.includes(each)) await snapshots.remove(each);
    const oldest = kept[snapshotsKept - 1];
    if (oldest === undefined) return undefined;
    const { identity: current } = await log.bounds();
    // A log that was made anew has other sequences.
    if (current !== identity) return undefined;
    // The record of the snapshot itself stays: by its id a node knows that the log is the same.
    await log.purge(oldest.sequence);
    return oldest.sequence;
  }
}

/** Returns the snapshots of a log, the newest first. */
const ofLog = (all: readonly SnapshotName[], identity: string): SnapshotName[] =>
  all
    .filter((each) => each.identity === identity)
    .sort((one, other) => other.sequence - one.sequence);
