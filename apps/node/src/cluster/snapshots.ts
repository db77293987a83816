/** Creates snapshots of the chain for new nodes of a cluster, and starts a new node from one. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { addAbortSignal, type Duplex, pipeline, Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { type Differences, dumpRows, readDump, replaceRows, restoreRows } from "@tandem/chain";
import { fromHex, isNoSpace, unusableData } from "@tandem/primitives";
import {
  type Dump,
  decodePosition,
  type Position,
  type ReplicationLog,
  type SnapshotName,
  type Snapshots,
} from "@tandem/replication";
import { cancellationOf, type Logger } from "@tandem/runtime";
import { isNewDatabase, openStore, type Reader, type Store, table } from "@tandem/store";
import { namedBy } from "./block-record.js";
import { clusterLimits } from "./limits.js";

/** Names the layout of the rows in a snapshot. */
export const snapshotLayout = `${table.schemaNumber}`;

/**
 * Returns the position in the log of the last record that a database has applied; undefined if it
 * follows none.
 */
export function positionIn(store: Pick<Reader, "get">): Position | undefined {
  const text = store.get(table.logPosition, "only");
  return text === undefined ? undefined : decodePosition(text);
}

/**
 * Returns the current rows of a database, which must be closed.
 * @param ending aborts the iteration with an error.
 */
export function dumpOf(store: Store, ending: AbortSignal): Dump {
  const snapshot = store.snapshot();
  async function* rows() {
    for await (const piece of dumpRows(snapshot)) {
      ending.throwIfAborted();
      yield piece;
    }
  }
  try {
    const position = dumpedPosition(snapshot);
    const pieces = through(createGzip({ level: 1 }), rows());
    const close = async () => {
      pieces.destroy();
      await snapshot.close();
    };
    return { position, pieces, close };
  } catch (error) {
    void snapshot.close();
    throw error;
  }
}

/** @throws {Error} if new nodes cannot begin with the rows. */
function dumpedPosition(rows: Reader): Position {
  const position = positionIn(rows);
  if (position === undefined) throw new Error("no record of the log was applied");
  const head = rows.get(table.head, "only");
  if (head !== undefined && rows.has(table.editedRoots, head)) {
    throw new Error("the state after the newest block was edited, which no block says");
  }
  return position;
}

/** Pipes bytes through a compressor or decompressor. An error of either ends the iteration. */
function through(
  converter: ReturnType<typeof createGzip> | ReturnType<typeof createGunzip>,
  pieces: AsyncIterable<Uint8Array>,
): Duplex {
  // The iteration throws the same error.
  return pipeline(Readable.from(pieces), converter, () => {});
}

export interface RestoreParts {
  readonly log: Pick<ReplicationLog, "bounds" | "idAt">;
  readonly snapshots: Pick<Snapshots, "list" | "read">;
  readonly logger: Logger;
  /** Returns in what the chain of a snapshot differs from that of this node. */
  readonly differences: Differences;
  /** The directory of the database; undefined if it is in memory. */
  readonly directory: string | undefined;
  /** Ends the restore with an error when it is aborted. */
  readonly leaving: AbortSignal;
}

/** The directory, within that of a database, in which its replacement is made. */
const restoringFolder = "restoring";

/**
 * Fills a new database, or one whose next record the log has deleted, from the newest usable
 * snapshot.
 * @throws {Fault} `unusable-data` if the log does not reach the database, and no snapshot can be
 * used; `no-space` if the disk is full. Then, too, the database counts as new or is as before, or its replacement is
 * complete.
 * @throws the reason of `leaving` once it is aborted. The database counts as new then, or is as before, or its
 * replacement is complete.
 */
export async function restoreFromSnapshot(parts: RestoreParts, store: Store): Promise<void> {
  const { log, snapshots } = parts;
  if (isNewDatabase(store)) await completeReplacement(parts, store);
  await removeReplacement(parts);
  const isNew = isNewDatabase(store);
  if (!isNew && (await isReached(log, store))) return;
  for (const name of await snapshots.list()) {
    if (name.layout === snapshotLayout && (await isRestored(name, parts, store, isNew))) return;
  }
  // A log that was cut without a snapshot, as by hand: another start may find one.
  if (isNew && (await isReached(log, store))) return;
  const { first } = await log.bounds();
  const message = `the log begins at ${first}, after the blocks of this node: it needs a snapshot, and none can be used`;
  throw unusableData(message);
}

/** Returns whether the log has all blocks that follow those of a database. */
async function isReached(
  log: Pick<ReplicationLog, "bounds" | "idAt">,
  store: Reader,
): Promise<boolean> {
  const { identity, first, last } = await log.bounds();
  if (first <= 1) return true;
  const stored = positionIn(store);
  if (stored?.identity === identity) {
    if (stored.sequence === first - 1) return true;
    if ((await log.idAt(stored.sequence)) === stored.id) return true;
  }
  // The log is another one, or has lost its end: a node that has its first block can follow it.
  const end = Math.min(last, first + clusterLimits.firstMessagesMax);
  for (let sequence = first; sequence <= end; sequence++) {
    const named = namedBy((await log.idAt(sequence)) ?? "");
    if (named !== undefined) return store.has(table.headers, fromHex(named.hash));
  }
  return true;
}

async function isRestored(
  name: SnapshotName,
  parts: RestoreParts,
  store: Store,
  isNew: boolean,
): Promise<boolean> {
  const { sequence, id } = name;
  const { snapshots, logger, differences, leaving } = parts;
  const restoreInto = (into: Store) => {
    const gunzip = addAbortSignal(leaving, createGunzip());
    const rows = readDump(through(gunzip, snapshots.read(name)));
    const all: Differences = async (recorded) => {
      const found = await differences(recorded);
      return isAt(recorded, name) ? found : [...found, "the position in the log"];
    };
    return restoreRows(into, rows, all, cancellationOf(leaving));
  };
  try {
    await (isNew ? restoreInto(store) : replace(store, parts, restoreInto));
    logger.info({ sequence, id }, "the chain was restored from a snapshot");
    return true;
  } catch (error) {
    leaving.throwIfAborted();
    // A full disk says nothing about the snapshot, and has no space for another one.
    if (isNoSpace(error)) throw error;
    logger.error({ sequence, id, error }, "a snapshot cannot be used");
    return false;
  }
}

/** Returns whether the rows of a snapshot have its position in the log. */
function isAt(recorded: Pick<Reader, "get">, { identity, sequence, id }: SnapshotName): boolean {
  const found = positionIn(recorded);
  return found?.identity === identity && found.sequence === sequence && found.id === id;
}

/** Restores into another database first: the own rows remain until all of the others are verified. */
async function replace(
  store: Store,
  parts: RestoreParts,
  restoreInto: (other: Store) => Promise<void>,
): Promise<void> {
  let isVerified = false;
  try {
    await withReplacement(parts, async (other) => {
      await restoreInto(other);
      isVerified = true;
      await replaceRows(store, other, cancellationOf(parts.leaving));
    });
  } catch (error) {
    // The next start continues with it: the own rows may be deleted already.
    const isKept = parts.leaving.aborted || (isVerified && isNoSpace(error));
    if (!isKept) await removeReplacement(parts);
    throw error;
  }
  await removeReplacement(parts);
}

/** Continues a replacement that was interrupted after the other database was complete. */
async function completeReplacement(parts: RestoreParts, store: Store): Promise<void> {
  const { logger, leaving } = parts;
  const place = replacementOf(parts);
  if (place === undefined || !existsSync(place)) return;
  try {
    await withReplacement(parts, async (other) => {
      if (!isNewDatabase(other)) await replaceRows(store, other, cancellationOf(leaving));
    });
  } catch (error) {
    leaving.throwIfAborted();
    if (isNoSpace(error)) throw error;
    logger.error({ error }, "an interrupted replacement of the database cannot be continued");
  }
}

async function withReplacement(
  parts: RestoreParts,
  use: (other: Store) => Promise<void>,
): Promise<void> {
  const { leaving } = parts;
  const other = await openStore({ directory: replacementOf(parts), isDurable: false, leaving });
  try {
    await use(other);
  } finally {
    await other.close();
  }
}

const replacementOf = ({ directory }: RestoreParts) =>
  directory && join(directory, restoringFolder);

async function removeReplacement(parts: RestoreParts): Promise<void> {
  const place = replacementOf(parts);
  if (place !== undefined) await rm(place, { recursive: true, force: true });
}
