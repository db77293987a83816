/** Implements the store of snapshots as a NATS object store, which verifies their digests. */

import { StorageType } from "@nats-io/jetstream";
import { type ObjectInfo, type ObjectStore, Objm } from "@nats-io/obj";
import { unlessAborted } from "@tandem/runtime";
import { messageBytesMax, snapshotPieceMsMax } from "../limits.js";
import { keyOfSnapshot, readSnapshotName, type Snapshots } from "../snapshots.js";
import type { Connected } from "./connection.js";

/** The metadata key of an object's name. */
const field = "snapshot";

/**
 * Opens the snapshots in a bucket, which is created if it does not exist, and again if its servers
 * lost it.
 * @param pieceMsMax the maximum milliseconds until the next piece of a snapshot that is read.
 */
export function openSnapshots(
  { stream, manager, replicas }: Connected,
  bucket: string,
  pieceMsMax: number = snapshotPieceMsMax,
): Snapshots {
  const buckets = new Objm(stream);
  const open = (): Promise<ObjectStore> =>
    buckets.create(bucket, { replicas, storage: StorageType.File });
  // The subjects of the pieces of objects end with the unique id of their object.
  const [name, prefix] = [`OBJ_${bucket}`, `$O.${bucket}.C.`];
  /** Returns the objects, and how many pieces there are of each id. A list may name objects whose pieces were removed. */
  async function stored() {
    const objects = await (await open()).list();
    const { state } = await manager.streams.info(name, { subjects_filter: `${prefix}>` });
    const counts = Object.entries(state.subjects ?? {});
    const pieces = new Map(counts.map(([subject, count]) => [subject.slice(prefix.length), count]));
    const isComplete = ({ nuid, chunks }: ObjectInfo) => (pieces.get(nuid) ?? 0) === chunks;
    return { objects, pieces, isComplete };
  }
  return {
    async list() {
      const { objects, isComplete } = await stored();
      return objects
        .filter(isComplete)
        .sort((one, other) => Date.parse(other.mtime) - Date.parse(one.mtime))
        .map(({ metadata }) => readSnapshotName(metadata?.[field]))
        .filter((each) => each !== undefined);
    },
    async put(snapshot, pieces) {
      const options = { max_chunk_size: messageBytesMax };
      const metadata = { [field]: JSON.stringify(snapshot) };
      const meta = { name: keyOfSnapshot(snapshot), options, metadata };
      await (await open()).put(meta, streamOf(pieces));
    },
    async *read(snapshot) {
      const found = await (await open()).get(keyOfSnapshot(snapshot));
      if (found === null) throw new Error("the snapshot does not exist any more");
      // It is undefined without an error, although its type says null.
      const failure: Promise<unknown> = found.error.catch((error) => error);
      const reader = found.data.getReader();
      try {
        // The client library waits for ever for pieces that were removed.
        const readNext = () => unlessAborted(reader.read(), AbortSignal.timeout(pieceMsMax));
        for (let next = await readNext(); !next.done; next = await readNext()) yield next.value;
      } finally {
        await reader.cancel().catch(() => {});
      }
      const error = await failure;
      if (error instanceof Error) throw error;
    },
    async remove(snapshot) {
      await (await open()).delete(keyOfSnapshot(snapshot));
    },
    async removeIncomplete() {
      const { objects, pieces, isComplete } = await stored();
      const complete = new Set(objects.filter(isComplete).map(({ nuid }) => nuid));
      for (const id of pieces.keys()) {
        if (!complete.has(id)) await manager.streams.purge(name, { filter: `${prefix}${id}` });
      }
      const opened = await open();
      for (const object of objects) if (!isComplete(object)) await opened.delete(object.name);
    },
  };
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}
