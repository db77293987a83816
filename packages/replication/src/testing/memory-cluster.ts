/** Runs nodes of a cluster over a log and a lease in memory, with a test's ticks and clock. */
import assert from "node:assert/strict";
import { silentLogger } from "@tandem/runtime";
import { MemoryLease } from "../lease.js";
import type { LogEntry } from "../log.js";
import { Member } from "../member/member.js";
import type { Applier, WantedRole } from "../member/member-options.js";
import { MemoryLog } from "../memory-log.js";
import type { Position } from "../position.js";

export const leaseMs = 3000;

/** The id of a record that has something else than it names. */
export const falseId = "false";

/** A list of ids that replaces a chain. */
export class List implements Applier {
  readonly ids: string[] = [];
  stored: Position | undefined;
  isSealing = false;
  newSealers = 0;
  newestTold: string | undefined;
  position() {
    return this.stored;
  }
  isRecord({ id }: LogEntry) {
    return id !== falseId;
  }
  prepare() {}
  async apply({ id, body }: LogEntry, position: Position) {
    assert.ok(body.length > 0, "it has blocks");
    // A record that was applied before is not written again.
    if (this.ids.includes(id)) return;
    this.ids.push(id);
    this.stored = position;
  }
  newestId() {
    return this.ids.at(-1) ?? "";
  }
  newerOf(known: string | undefined, id: string) {
    const isOld = known !== undefined && this.ids.indexOf(id) < this.ids.indexOf(known);
    return isOld ? known : id;
  }
  /** The ids that are not in the chain. */
  readonly beside: string[] = [];
  async *missing(id: string | undefined, lost: readonly string[]) {
    const known = id === undefined ? 0 : this.ids.indexOf(id) + 1;
    const beside = lost.filter((one) => this.beside.includes(one));
    for (const one of [...this.ids.slice(known), ...beside])
      yield { id: one, body: new Uint8Array(1) };
  }
  readonly broughtBack: [id: string, newestId: string][] = [];
  /** Says whether the sealer appends what is brought back. */
  isTakenBack = true;
  async bringBack(id: string, newestId: string) {
    this.broughtBack.push([id, newestId]);
    return this.isTakenBack;
  }
  behind(id: string) {
    this.newestTold = id;
  }
  sealerChanged() {
    this.newSealers++;
  }
  sealingChanged(isSealing: boolean) {
    assert.notEqual(isSealing, this.isSealing, "it is told of changes alone");
    this.isSealing = isSealing;
  }
}

/** A cluster of one process. */
export class Cluster {
  readonly log = new MemoryLog();
  nowMs = 0;
  logger = silentLogger;
  readonly lease = new MemoryLease(leaseMs, () => this.nowMs);
  readonly members: Member[] = [];

  /** Adds a node. @param lease as the node sees it. */
  async join(
    role: WantedRole,
    list = new List(),
    lease = this.lease.of(`node-${this.members.length}`),
  ) {
    const now = () => this.nowMs;
    const { log, logger } = this;
    const parts = { log, lease, leaseMs, role, applier: list, logger, now };
    const member = new Member(parts);
    this.members.push(member);
    await member.start();
    return { member, list, seal: (id: string) => seal(member, list, id) };
  }

  at(sequence: number) {
    return { identity: this.log.identity, sequence };
  }

  async stop() {
    for (const member of this.members) await member.stop();
  }
}

/** Appends an id as the sealer. Returns whether it was stored. */
async function seal(member: Member, list: List, id: string): Promise<boolean> {
  const position = await member.append({ id, body: new Uint8Array(1) });
  if (position === undefined) return false;
  list.ids.push(id);
  list.stored = position;
  return true;
}

/** A signal that is never aborted. */
export const never: AbortSignal = new AbortController().signal;

/** Creates a cluster that ends with a test. */
export function clusterOf(t: { after(fn: () => Promise<void>): void }): Cluster {
  const cluster = new Cluster();
  t.after(() => cluster.stop());
  return cluster;
}

/** Creates a cluster whose first node seals, and whose second may take over. It ends with a test. */
export async function pairOf(t: Parameters<typeof clusterOf>[0]) {
  const cluster = clusterOf(t);
  return { cluster, first: await cluster.join("auto"), second: await cluster.join("auto") };
}
