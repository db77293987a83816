/** Declares the options of a member of a cluster. */
import type { Logger } from "@tandem/runtime";
import type { Lease } from "../lease.js";
import type { LogEntry, ReplicationLog } from "../log.js";
import type { Position } from "../position.js";

/**
 * The roles with which a node is started:
 * - `auto`: it seals if no other node does.
 * - `sealer`: it takes over at its start, and only follows once another node took over from it.
 * - `replica`: it only follows.
 */
export type WantedRole = "auto" | "sealer" | "replica";

/** A record of this node's data that the log lacks. */
export interface MissingRecord {
  readonly id: string;
  readonly body: Uint8Array;
}

/** Applies the records of the log to the data of this node. */
export interface Applier {
  /** Returns the position that is stored with the data, or undefined if none is stored. */
  position(): Position | undefined;
  /** Returns whether the body of a record of blocks has what its id names. Otherwise no node has appended it. */
  isRecord(entry: LogEntry): boolean;
  /** Begins to decode a record of blocks, while the one before it is applied. */
  prepare(entry: LogEntry): void;
  /** Applies a record of blocks and stores the position with it. A record that was applied before is allowed. */
  apply(entry: LogEntry, position: Position): Promise<void>;
  /** Returns the id of the newest record of blocks that this node has, whether it was in a log or not. */
  newestId(): string;
  /** Returns that one of two ids of records whose block is higher: an old record may be in the log again. */
  newerOf(known: string | undefined, id: string): string;
  /**
   * Yields the data of the node that a log lacks.
   * @param id the newest record of blocks in the log; undefined if it has none.
   * @param lost records of this node that a log had which was lost, in its chain or beside it.
   */
  missing(id: string | undefined, lost: readonly string[]): AsyncIterable<MissingRecord>;
  /**
   * Called when another node has filled a log that was lost: it may lack records of this node, and
   * what the servers stored beside the log is lost too.
   * @param id the newest record that this node had. @param newestId that of the log.
   * @returns whether the sealer has appended them.
   */
  bringBack(id: string, newestId: string): Promise<boolean>;
  /** Called repeatedly while the node is far behind. @param id the newest record of blocks of the log. */
  behind(id: string): void;
  /** Called when a record reports that another node has begun to seal since this one follows. */
  sealerChanged(): void;
  /** Called when the node begins to seal, and when it stops. */
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
