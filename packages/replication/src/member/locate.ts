/** Finds the position at which a node that has applied a log continues. */
import { Fault } from "@tandem/primitives";
import type { LogBounds, ReplicationLog } from "../log.js";
import type { Position } from "../position.js";
import type { Apart } from "./apart.js";
import type { MemberOptions } from "./member-options.js";
import type { Turn } from "./turn.js";

export interface Place {
  readonly position: Position;
  /** The current bounds of the log. */
  readonly first: number;
  readonly last: number;
  /** Is true if the log still has the record that was applied last. */
  readonly isSame: boolean;
  /** The epoch of that record; 0 if the log is read from its beginning. */
  readonly epoch: number;
}

/**
 * Returns the stored position, or the beginning of a log that no longer has its record: records
 * that were applied before may be applied again.
 */
export async function locate(log: ReplicationLog, stored: Position | undefined): Promise<Place> {
  const { identity, first, last } = await log.bounds();
  const isLikely = stored?.identity === identity && stored.sequence <= last;
  if (isLikely && (await log.idAt(stored.sequence)) === stored.id) {
    const epoch = (await log.epochAt(stored.sequence)) ?? 0;
    return { position: stored, first, last, isSame: true, epoch };
  }
  const beginning = { identity, sequence: first - 1, id: "" };
  return { position: beginning, first, last, isSame: false, epoch: 0 };
}

/**
 * Locates the position that a node has stored with its data, and reports a log that was lost.
 * @param turn is told of the loss, which decides which node may take over.
 * @param apart is told of it too.
 */
export async function locateStored(
  { log, applier, logger }: Pick<MemberOptions, "log" | "applier" | "logger">,
  turn: Turn,
  apart: Apart,
): Promise<Place> {
  const stored = applier.position();
  const place = await locate(log, stored);
  apart.noteLocated(stored, place.isSame);
  if (place.isSame || stored === undefined) return place;
  const { position, first, last } = place;
  const loss = `${position.identity} ${stored.identity} ${stored.sequence} ${stored.id}`;
  // A node that cannot apply the log locates its position again and again.
  if (turn.noteLostLog(loss)) {
    apart.lost.note();
    logger.warn(
      { first, last },
      "the log is not the one that was followed: it is read again from its beginning",
    );
  }
  return place;
}

/** Returns what a test says of a log; false if the log does not answer, or cannot be used. */
const ifAvailable = (
  log: Pick<ReplicationLog, "bounds">,
  test: (bounds: LogBounds) => boolean,
): Promise<boolean> => log.bounds().then(test, () => false);

/**
 * Returns why a sealer cannot go on with an available log: it is another one than that of a position, or somebody has
 * changed its settings. A renewed lease does not tell, since servers may lose the log and not the lease.
 */
export async function reasonToStop(
  log: Pick<ReplicationLog, "bounds">,
  { identity }: Pick<Position, "identity">,
): Promise<string | undefined> {
  try {
    return (await log.bounds()).identity === identity ? undefined : "the log was lost";
  } catch (error) {
    return error instanceof Fault ? error.message : undefined;
  }
}

/** Returns whether an available log is another one than that of a position, or ends before it. */
export const isLost = (
  log: Pick<ReplicationLog, "bounds">,
  { identity, sequence }: Position,
): Promise<boolean> =>
  ifAvailable(log, (bounds) => bounds.identity !== identity || bounds.last < sequence);

/**
 * Returns the bounds of a log without the messages of an unfinished record at its end, which no node can apply.
 * @param applied the position of the node. The end is looked at if the node has not applied the whole log.
 */
export async function completeBounds(
  log: Pick<ReplicationLog, "bounds" | "partAt">,
  applied: Pick<Position, "identity" | "sequence">,
): Promise<LogBounds> {
  const bounds = await log.bounds();
  const { identity, last } = bounds;
  if (applied.identity !== identity || applied.sequence >= last) return bounds;
  const found = await log.partAt(last);
  const isUnfinished = found !== undefined && found.part < found.parts - 1;
  return isUnfinished ? { ...bounds, last: last - found.part - 1 } : bounds;
}
