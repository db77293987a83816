/**
 * Opens the resources that a node shares with others on the servers of a log, under names of its
 * chain.
 */

import type { Topic } from "@tandem/runtime";
import type { Channel } from "../channel.js";
import type { Feed } from "../feed.js";
import type { Founding } from "../founding.js";
import type { Lease } from "../lease.js";
import { snapshotMsMax } from "../limits.js";
import type { ReplicationLog } from "../log.js";
import type { Snapshots } from "../snapshots.js";
import { openChannel } from "./channel.js";
import { type Connected, connectNats, type NatsOptions, openWhenReady } from "./connection.js";
import { openFeed } from "./feed.js";
import { openFounding } from "./founding.js";
import { openLease } from "./lease.js";
import { openSnapshots } from "./object-snapshots.js";
import { openStreamLog } from "./stream-log.js";

export interface LinkOptions extends NatsOptions {
  readonly chainId: number;
  readonly leaseMs: number;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
}

/** The connection of a node to its cluster. */
export interface ClusterLink {
  readonly log: ReplicationLog;
  readonly lease: Lease;
  readonly channel: Channel;
  /** The feed of pending transactions at the sealer. */
  readonly waiting: Feed;
  readonly founding: Founding;
  readonly snapshots: Snapshots;
  /** Lets one node at a time create a snapshot. */
  readonly snapshotClaim: Lease;
  /** Published after an interruption of the connection, when answers in transit are lost. */
  readonly restored: Topic<void>;
  /**
   * Repeats a question to the servers while they do not answer it, for as long as they may take to
   * start.
   * @throws {Fault} `unusable-data` with the reason.
   */
  whenReady<T>(request: () => Promise<T>): Promise<T>;
  /** Ends pending requests to the servers with {LogUnavailable}. */
  abort(): void;
  close(): Promise<void>;
}

/** @throws {Fault} `unusable-data` if the servers cannot be used. */
export async function openLink(options: LinkOptions): Promise<ClusterLink> {
  const connected = await connectNats(options);
  const { connection } = connected;
  const closing = new AbortController();
  try {
    const parts = await openWhenReady(options, () => openParts(connected, options, closing.signal));
    return {
      ...parts,
      restored: connected.restored,
      whenReady: (request) => openWhenReady(options, request),
      abort: () => closing.abort(),
      async close() {
        closing.abort();
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Opens everything that is stored on the servers, and creates what is missing. May be repeated. */
async function openParts(
  connected: Connected,
  { chainId, leaseMs, name, logger, now }: LinkOptions,
  closing: AbortSignal,
): Promise<Omit<ClusterLink, "restored" | "whenReady" | "abort" | "close">> {
  const names = { stream: `TANDEM_${chainId}`, subject: `tandem.${chainId}.log` };
  const log = await openStreamLog(connected, names, closing);
  const lease = await openLease(connected, {
    bucket: `tandem_${chainId}_lease`,
    holder: name,
    lifetimeMs: leaseMs,
    now,
  });
  const feed = { stream: `TANDEM_${chainId}_POOL`, subject: `tandem.${chainId}.pool` };
  const waiting = await openFeed(connected, feed, closing);
  const founding = await openFounding(connected, `tandem_${chainId}_founding`);
  const snapshots = openSnapshots(connected, `tandem_${chainId}_snapshots`);
  const snapshotClaim = await openLease(connected, {
    bucket: `tandem_${chainId}_snapshot_claim`,
    holder: name,
    lifetimeMs: snapshotMsMax,
    now,
  });
  const channel = openChannel(connected.connection, `tandem.${chainId}.ask`, logger, closing);
  return { log, lease, founding, channel, waiting, snapshots, snapshotClaim };
}
