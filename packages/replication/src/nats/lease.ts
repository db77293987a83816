/** Implements the lease as an entry of a NATS bucket whose entries expire. */
import type { StoredMsg } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { nuid } from "@nats-io/transport-node";
import { unusableData } from "@tandem/primitives";
import type { Lease } from "../lease.js";
import type { Connected } from "./connection.js";
import { isApiError } from "./errors.js";

const key = "sealer";

/** The header of an entry that was removed. */
const operationHeader = "KV-Operation";

export interface LeaseOptions {
  readonly bucket: string;
  /** Names the node among others. */
  readonly holder: string;
  readonly lifetimeMs: number;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
}

/** Opens the lease. Its bucket is created if it does not exist, and again if its servers lost it. */
export async function openLease(
  { stream, manager, replicas }: Connected,
  { bucket, holder, lifetimeMs, now }: LeaseOptions,
): Promise<Lease> {
  const buckets = new Kvm(stream);
  const open = () => buckets.create(bucket, { ttl: lifetimeMs, history: 1, replicas });
  const entries = await open();
  const { ttl } = await entries.status();
  if (ttl !== lifetimeMs) throw otherLifetime(ttl, lifetimeMs);
  const newest = async () => {
    // Unlike the bucket, which any server may read, the leader of its stream is asked.
    const query = { last_by_subj: `$KV.${bucket}.${key}` };
    const found = await manager.streams.getMessage(`KV_${bucket}`, query);
    return found === null || found.header.has(operationHeader) ? undefined : found;
  };
  const age = new EntryAge(lifetimeMs, now);
  // Nodes of several machines may have the same name.
  return new BucketLease({ open, newest, age }, entries, `${holder} ${nuid.next()}`);
}

/**
 * Measures for how long this node has seen one entry. A server removes an entry by its own clock, so it keeps one of the
 * time before its clock, or that of the server that stored it, was set back.
 */
class EntryAge {
  readonly #lifetimeMs: number;
  readonly #now: () => number;
  #seen = "";
  #sinceMs = 0;

  constructor(lifetimeMs: number, now: () => number) {
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  /** Returns whether the newest entry should have expired, since nobody has renewed it for its lifetime. */
  isOver({ seq, time }: Pick<StoredMsg, "seq" | "time">): boolean {
    const entry = `${seq} ${time.toISOString()}`;
    if (entry !== this.#seen) [this.#seen, this.#sinceMs] = [entry, this.#now()];
    return this.#now() - this.#sinceMs > this.#lifetimeMs;
  }
}

/** Gives access to the bucket of a lease. */
interface LeaseParts {
  readonly open: () => Promise<KV>;
  /** Returns the entry of the node that holds the lease, if one does. */
  readonly newest: () => Promise<StoredMsg | undefined>;
  readonly age: EntryAge;
}

class BucketLease implements Lease {
  readonly #parts: LeaseParts;
  readonly #holder: string;
  #entries: KV;
  /** The newest known revision of this node's entry. */
  #revision: number | undefined;
  /** The time at which the bucket of the entry was created, as the servers write it. */
  #created = "";

  constructor(parts: LeaseParts, entries: KV, holder: string) {
    this.#parts = parts;
    this.#entries = entries;
    this.#holder = holder;
  }

  async acquire(): Promise<boolean> {
    this.#created = await this.#ask(() => createdOf(this.#entries));
    // A node that stands by does not write: servers in a cluster replicate writes that they refuse.
    const newest = await this.#ask(this.#parts.newest);
    if (newest !== undefined) {
      const isOver = this.#parts.age.isOver(newest);
      return this.#extend(isOver ? newest.seq : await this.#ownRevision());
    }
    try {
      this.#revision = await this.#ask(() => this.#entries.create(key, this.#holder));
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return this.#extend(await this.#ownRevision());
    }
  }

  async seize(): Promise<void> {
    this.#created = await this.#ask(() => createdOf(this.#entries));
    this.#revision = await this.#ask(() => this.#entries.put(key, this.#holder));
  }

  /** Another node's entry in a bucket that was created again may have the revision of a lost one. */
  async renew(): Promise<boolean> {
    if (this.#revision === undefined) return false;
    const isSame = (await this.#ask(() => createdOf(this.#entries))) === this.#created;
    const isHeld =
      isSame &&
      ((await this.#extend(this.#revision)) || (await this.#extend(await this.#ownRevision())));
    if (!isHeld) this.#revision = undefined;
    return isHeld;
  }

  async release(): Promise<void> {
    const held = this.#revision;
    this.#revision = undefined;
    if (held === undefined || (await this.#remove(held))) return;
    const own = await this.#ownRevision();
    if (own !== undefined) await this.#remove(own);
  }

  /** Removes a revision. Returns false if it is not the newest. */
  async #remove(held: number): Promise<boolean> {
    try {
      await this.#entries.delete(key, { previousSeq: held });
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  /** Repeats a request once after the bucket was created again. */
  async #ask<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.#entries = await this.#parts.open();
      return request();
    }
  }

  /** Returns the revision of this node's entry, which it does not know if an answer was lost. */
  async #ownRevision(): Promise<number | undefined> {
    const entry = await this.#entries.get(key);
    const isOwn = entry?.operation === "PUT" && entry.string() === this.#holder;
    return isOwn ? entry.revision : undefined;
  }

  /** Extends the lease with a revision. Returns false if another node, or none, holds it. */
  async #extend(held: number | undefined): Promise<boolean> {
    if (held === undefined) return false;
    try {
      this.#revision = await this.#entries.update(key, this.#holder, held);
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return false;
    }
  }
}

/** The error code of an update with a revision that is not the newest. */
const wrongRevision = 10071;

const isRefusal = (error: unknown) => isApiError(error, wrongRevision);

const createdOf = async (entries: KV): Promise<string> =>
  (await entries.status()).streamInfo.created;

const otherLifetime = (found: number, wanted: number) => {
  const message = `--lease-ms: the nodes of the cluster have ${found}, got ${wanted}`;
  return unusableData(message);
};
