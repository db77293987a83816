/** Nodes that share one chain by a log, each a process of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NodeProcess, startNodeProcess } from "../node-process.js";
import { type NatsOptions, type NatsProcess, startNats } from "../processes/nats-process.js";

/** A lease that no busy machine lets expire, for tests of nodes whose sealer stays the same. */
export const steadyLease: readonly string[] = ["--lease-ms", "120000"];

export type Role = "auto" | "sealer" | "replica";

/** The servers of a log, as far as a test of nodes needs them. */
export type LogServers = Pick<NatsProcess, "restart" | "restartEmpty" | "stop" | "url">;

/** Where a node runs, and the servers as it sees them. */
export interface NodePlace {
  readonly url: string;
  /** A command that runs another one there. */
  readonly around: readonly string[];
}

export interface ClusterNodes<Servers extends LogServers = NatsProcess> {
  readonly nats: Servers;
  /**
   * Starts a node.
   * @param name of its data directory: a node that was stopped goes on with the same one.
   * @param place on this machine as it is by default.
   */
  start(
    name: string,
    role: Role,
    flags?: readonly string[],
    place?: NodePlace,
  ): Promise<NodeProcess>;
  /** The data directory of a node. */
  folderOf(name: string): string;
  /** Ends all nodes and the log, and removes what they wrote. */
  stop(): Promise<void>;
}

/** @param options of the server of the log. */
export const startCluster = async (options?: NatsOptions): Promise<ClusterNodes> =>
  startClusterWith(await startNats(options));

/** Makes a cluster with servers of the log that run already, and are ended with it. */
export async function startClusterWith<Servers extends LogServers>(
  nats: Servers,
): Promise<ClusterNodes<Servers>> {
  const directory = await mkdtemp(join(tmpdir(), "tandem-cluster-"));
  const nodes = new Set<NodeProcess>();
  const folderOf = (name: string) => join(directory, name);
  return {
    nats,
    folderOf,
    async start(name, role, flags = [], { url, around } = { url: nats.url, around: [] }) {
      const shared = ["--log", url, "--role", role, "--data-dir", folderOf(name)];
      const node = await startNodeProcess([...shared, ...flags], {}, around);
      nodes.add(node);
      return node;
    },
    async stop() {
      for (const node of nodes) {
        node.child.kill("SIGCONT");
        await node.stop("SIGKILL");
      }
      await nats.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
