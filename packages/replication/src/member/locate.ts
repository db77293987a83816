/** Finds the position at which a node that has applied a log continues. */
import type { ReplicationLog } from "../log.js";
import type { Position } from "../position.js";

export interface Place {
  readonly position: Position;
  /** The current bounds of the log. */
  readonly first: number;
  readonly last: number;
  /** Is true if the log still has the record that was applied last. */
  readonly isSame: boolean;
}

/**
 * Returns the stored position, or the beginning of a log that no longer has its record: records
 * that were applied before may be applied again.
 */
export async function locate(log: ReplicationLog, stored: Position | undefined): Promise<Place> {
  const { identity, first, last } = await log.bounds();
  const isLikely = stored?.identity === identity && stored.sequence <= last;
  if (isLikely && (await log.idAt(stored.sequence)) === stored.id) {
    return { position: stored, first, last, isSame: true };
  }
  return { position: { identity, sequence: first - 1, id: "" }, first, last, isSame: false };
}

/** Returns whether an available log is another one than that of a position, or ends before it. */
export const isLost = (
  log: Pick<ReplicationLog, "bounds">,
  { identity, sequence }: Position,
): Promise<boolean> =>
  log.bounds().then(
    (bounds) => bounds.identity !== identity || bounds.last < sequence,
    () => false,
  );
