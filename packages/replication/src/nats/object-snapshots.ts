/** Implements the store of snapshots as a NATS object store, which verifies their digests. */

import { StorageType } from "@nats-io/jetstream";
import { type ObjectStore, Objm } from "@nats-io/obj";
import { messageBytesMax } from "../limits.js";
import { keyOfSnapshot, readSnapshotName, type Snapshots } from "../snapshots.js";
import type { Connected } from "./connection.js";

/** The metadata key of an object's name. */
const field = "snapshot";

/**
 * Opens the snapshots in a bucket, which is created if it does not exist, and again if its servers
 * lost it.
 */
export function openSnapshots({ stream, manager, replicas }: Connected, bucket: string): Snapshots {
  const buckets = new Objm(stream);
  const open = (): Promise<ObjectStore> =>
    buckets.create(bucket, { replicas, storage: StorageType.File });
  return {
    async list() {
      const found = await (await open()).list();
      return found
        .filter(({ deleted }) => !deleted)
        .sort((one, other) => Date.parse(other.mtime) - Date.parse(one.mtime))
        .map(({ metadata }) => readSnapshotName(metadata?.[field]))
        .filter((name) => name !== undefined);
    },
    async put(name, pieces) {
      const options = { max_chunk_size: messageBytesMax };
      const metadata = { [field]: JSON.stringify(name) };
      const meta = { name: keyOfSnapshot(name), options, metadata };
      await (await open()).put(meta, streamOf(pieces));
    },
    async *read(name) {
      const found = await (await open()).get(keyOfSnapshot(name));
      if (found === null) throw new Error("the snapshot does not exist any more");
      const reader = found.data.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
      // It is undefined without an error, although its type says null.
      const error: unknown = await found.error;
      if (error instanceof Error) throw error;
    },
    async remove(name) {
      await (await open()).delete(keyOfSnapshot(name));
    },
    async removeIncomplete() {
      const complete = new Set((await (await open()).list()).map(({ nuid }) => nuid));
      // The subjects of the pieces of objects end with the unique id of their object.
      const [name, prefix] = [`OBJ_${bucket}`, `$O.${bucket}.C.`];
      const { state } = await manager.streams.info(name, { subjects_filter: `${prefix}>` });
      for (const subject of Object.keys(state.subjects ?? {})) {
        if (complete.has(subject.slice(prefix.length))) continue;
        await manager.streams.purge(name, { filter: subject });
      }
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
