/** Runs nodes that share one chain through a log, each in its own process. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NodeProcess, startNodeProcess } from "../node-process.js";
import { type NatsOptions, type NatsProcess, startNats } from "../processes/nats-process.js";

/** A lease that does not expire on a busy machine, for tests without a change of the sealer. */
export const steadyLease: readonly string[] = ["--lease-ms", "120000"];

export type Role = "auto" | "sealer" | "replica";

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
