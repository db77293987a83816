/** Runs nodes that share one chain through a log, each in its own process or in that of the test. */
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalNode } from "../local-node.js";
import { type NodeProcess, type RunningNode, startNodeProcess } from "../node-process.js";
import { atEndSignal } from "../processes/at-end-signal.js";
import { type NatsOptions, type NatsProcess, startNats } from "../processes/nats-process.js";

/** A lease that does not expire on a busy machine, for tests without a change of the sealer. */
export const steadyLease: readonly string[] = ["--lease-ms", "120000"];

/**
 * A lease that does not expire by itself while a busy machine holds a node for a moment, for tests in which a node waits for
 * the end of a lease that nobody gave back.
 */
export const shortLease: readonly string[] = ["--lease-ms", "3000"];

export type Role = "auto" | "sealer" | "replica";

/** Attempts to remove a folder in which nodes that are ending still write. */
const removalsMax = 10;

/** The servers of a log, as used in tests of nodes. */
export type LogServers = Pick<NatsProcess, "restart" | "restartEmpty" | "stop" | "url">;

/** The location of a node, and the address of the servers there. */
export interface NodePlace {
  readonly url: string;
  /** A command that runs another one at this location. */
  readonly around: readonly string[];
}

export interface ClusterNodes<Servers extends LogServers = NatsProcess> {
  readonly nats: Servers;
  /**
   * Starts a node.
   * @param name of its data directory: a node that was stopped continues with the same one.
   * @param place this machine by default.
   */
  start(
    name: string,
    role: Role,
    flags?: readonly string[],
    place?: NodePlace,
  ): Promise<NodeProcess>;
  /** Starts a node in this process, where it cannot be killed. */
  startLocal(name: string, role: Role, flags?: readonly string[]): Promise<RunningNode>;
  /** Returns the data directory of a node. */
  folderOf(name: string): string;
  /** Stops all nodes and the log, and removes their files. */
  stop(): Promise<void>;
}

/** @param options of the log server. */
export const startCluster = async (options?: NatsOptions): Promise<ClusterNodes> =>
  startClusterWith(await startNats(options));

/** Creates a cluster with running log servers, which end with it. */
export async function startClusterWith<Servers extends LogServers>(
  nats: Servers,
): Promise<ClusterNodes<Servers>> {
  const directory = await mkdtemp(join(tmpdir(), "tandem-cluster-"));
  const nodes = new Set<NodeProcess>();
  const localNodes = new Set<RunningNode>();
  const removal = { recursive: true, force: true, maxRetries: removalsMax };
  const forget = atEndSignal(() => rmSync(directory, removal));
  const folderOf = (name: string) => join(directory, name);
  const flagsOf = (name: string, role: Role, url: string) =>
    ["--log", url, "--role", role, "--data-dir", folderOf(name)] as const;
  return {
    nats,
    folderOf,
    async start(name, role, flags = [], { url, around } = { url: nats.url, around: [] }) {
      const node = await startNodeProcess([...flagsOf(name, role, url), ...flags], {}, around);
      nodes.add(node);
      return node;
    },
    async startLocal(name, role, flags = []) {
      const node = await startLocalNode([...flagsOf(name, role, nats.url), ...flags]);
      localNodes.add(node);
      return node;
    },
    async stop() {
      for (const node of nodes) {
        node.child.kill("SIGCONT");
        await node.stop("SIGKILL");
      }
      for (const node of localNodes) await node.stop();
      await nats.stop();
      forget();
      await rm(directory, removal);
    },
  };
}
