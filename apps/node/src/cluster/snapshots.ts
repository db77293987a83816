/** Creates snapshots of the chain for new nodes of a cluster, and starts a new node from one. */
import { pipeline, Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { dumpRows, readDump, restoreRows } from "@tandem/chain";
import { Fault } from "@tandem/primitives";
import {
  decodePosition,
  type Position,
  type ReplicationLog,
  type SnapshotName,
  type Snapshots,
} from "@tandem/replication";
import type { Logger } from "@tandem/runtime";
import { type Reader, type Store, table } from "@tandem/store";

/** Names the layout of the rows in a snapshot. */
export const snapshotLayout = `${table.schemaNumber}`;

/**
 * Returns the position in the log of the last record that a database has applied; undefined if it
 * follows none.
 */
export function positionIn(store: Reader): Position | undefined {
  const text = store.get(table.logPosition, "only");
  return text === undefined ? undefined : decodePosition(text);
}

/** Returns the current rows of a database. @param ending aborts the iteration with an error. */
export function dumpOf(store: Store, ending: AbortSignal) {
  const snapshot = store.snapshot();
  const position = positionIn(snapshot);
  if (position === undefined) throw new Error("no record of the log was applied");
  async function* rows() {
    try {
      for await (const piece of dumpRows(snapshot)) {
        ending.throwIfAborted();
        yield piece;
      }
    } finally {
      await snapshot.close();
    }
  }
  return { position, pieces: through(createGzip({ level: 1 }), rows()) };
}

/** Pipes bytes through a compressor or decompressor. An error of either ends the iteration. */
function through(
  converter: ReturnType<typeof createGzip> | ReturnType<typeof createGunzip>,
  pieces: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  // The iteration throws the same error.
  return pipeline(Readable.from(pieces), converter, () => {});
}

export interface RestoreParts {
  readonly log: Pick<ReplicationLog, "bounds">;
  readonly snapshots: Snapshots;
  readonly logger: Logger;
}

/**
 * Fills a new database, or one whose next record the log has deleted, from the newest usable
 * snapshot.
 * @throws {Fault} `unusable-data` if the log does not reach the database, and no snapshot can be
 * used.
 */
export async function restoreFromSnapshot(
  { log, snapshots, logger }: RestoreParts,
  store: Store,
): Promise<void> {
  const isNew = store.get(table.schema, "only") === undefined;
  const stored = positionIn(store);
  const { identity, first } = await log.bounds();
  const isCutOff = stored?.identity === identity && stored.sequence < first - 1;
  if (!isNew && !isCutOff) return;
  for (const name of await snapshots.list()) {
    if (name.layout === snapshotLayout && (await isRestored(name, snapshots, store, logger)))
      return;
  }
  if (!isCutOff) return;
  const message = `the log begins at ${first}, and this node is at ${stored.sequence}: it needs a snapshot, and none can be used`;
  throw new Fault({ code: "unusable-data", message });
}

async function isRestored(
  name: SnapshotName,
  snapshots: Snapshots,
  store: Store,
  logger: Logger,
): Promise<boolean> {
  const { sequence, id } = name;
  try {
    await restoreRows(store, readDump(through(createGunzip(), snapshots.read(name))));
    logger.info({ sequence, id }, "the chain was restored from a snapshot");
    return true;
  } catch (error) {
    logger.error({ sequence, id, error }, "a snapshot cannot be used");
    return false;
  }
}
