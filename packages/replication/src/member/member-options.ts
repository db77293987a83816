/** Declares what a member of a cluster is given. */
import type { Logger } from "@tandem/runtime";
import type { Lease } from "../lease.js";
import type { LogEntry, ReplicationLog } from "../log.js";
import type { Position } from "../position.js";

/**
 * The roles that a node is started with:
 * - `auto`: it seals when no other node does.
 * - `sealer`: it takes over at its start, and follows for good once another node took over from it.
 * - `replica`: it only follows.
 */
export type WantedRole = "auto" | "sealer" | "replica";

/** A record that the log lacks, of what this node has. */
export interface MissingRecord {
  readonly id: string;
  readonly body: Uint8Array;
}

/** The data that the log describes, as the node has them. */
export interface Applier {
  /** Returns the position that is stored with the data; undefined if none was stored. */
  position(): Position | undefined;
  /** Applies a record of blocks and stores the position with it. A record that was applied before is allowed. */
  apply(entry: LogEntry, position: Position): Promise<void>;
  /**
   * Yields what the node has and a log does not.
   * @param id the newest record of blocks that the log has; undefined if it has none.
   */
  missing(id: string | undefined): AsyncIterable<MissingRecord>;
  /** Is called again and again while the node is far behind. @param id the newest record of blocks of the log. */
  behind(id: string): void;
  /** Is called when a record says that another node has begun to seal since this one follows. */
  sealerChanged(): void;
  /** Is called when the node begins to seal, and when it must not seal any more. */
  sealingChanged(isSealing: boolean): void;
}

export interface MemberOptions {
  readonly log: ReplicationLog;
  readonly lease: Lease;
  /** The milliseconds for which a lease is valid. */
  readonly leaseMs: number;
  readonly role: WantedRole;
  readonly applier: Applier;
  readonly logger: Logger;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
}
