/** Implements the lease as an entry of a NATS bucket whose entries expire. */
import { JetStreamApiError } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { nuid } from "@nats-io/transport-node";
import { Fault } from "@tandem/primitives";
import type { Lease } from "../lease.js";
import type { Connected } from "./connection.js";

const key = "sealer";

export interface LeaseOptions {
  readonly bucket: string;
  /** Names the node among others. */
  readonly holder: string;
  readonly lifetimeMs: number;
}

/** Opens the lease. Its bucket is created if it does not exist, and again if its servers lost it. */
export async function openLease(connected: Connected, options: LeaseOptions): Promise<Lease> {
  const { stream, replicas } = connected;
  const { bucket, lifetimeMs } = options;
  // Nodes of several machines may have the same name.
  const holder = `${options.holder} ${nuid.next()}`;
  const buckets = new Kvm(stream);
  const open = () => buckets.create(bucket, { ttl: lifetimeMs, history: 1, replicas });
  let entries: KV = await open();
  const { ttl } = await entries.status();
  if (ttl !== lifetimeMs) throw otherLifetime(ttl, lifetimeMs);
  let revision: number | undefined;
  /** Repeats a request once after the bucket was created again. */
  const ask = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      if (isRefusal(error)) throw error;
      entries = await open();
      return request();
    }
  };
  /** Returns the revision of an entry that this node wrote, which it did not know if the answer was lost. */
  const ownRevision = async (): Promise<number | undefined> => {
    const entry = await entries.get(key);
    const isOwn = entry?.operation === "PUT" && entry.string() === holder;
    return isOwn ? entry.revision : undefined;
  };
  /** Extends the lease with a revision. Returns false if another node, or none, holds it. */
  const extend = async (held: number | undefined): Promise<boolean> => {
    if (held === undefined) return false;
    try {
      revision = await entries.update(key, holder, held);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  };
  return {
    async acquire() {
      try {
        revision = await ask(() => entries.create(key, holder));
        return true;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return extend(await ownRevision());
      }
    },
    async seize() {
      revision = await ask(() => entries.put(key, holder));
    },
    async renew() {
      if (revision === undefined) return false;
      const isHeld = (await extend(revision)) || (await extend(await ownRevision()));
      if (!isHeld) revision = undefined;
      return isHeld;
    },
    async release() {
      const held = revision;
      revision = undefined;
      if (held !== undefined) await entries.delete(key, { previousSeq: held });
    },
  };
}

/** The error code of an update with a revision that is not the newest. */
const wrongRevision = 10071;

const isRefusal = (error: unknown) =>
  error instanceof JetStreamApiError && error.code === wrongRevision;

const otherLifetime = (found: number, wanted: number) => {
  const message = `--lease-ms: the nodes of the cluster have ${found}, got ${wanted}`;
  return new Fault({ code: "unusable-data", message });
};
