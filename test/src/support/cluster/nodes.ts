/** Nodes that share one chain by a log, each a process of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NodeProcess, startNodeProcess } from "../node-process.js";
import { type NatsOptions, type NatsProcess, startNats } from "../processes/nats-process.js";

/** A lease that no busy machine lets expire, for tests of nodes whose sealer stays the same. */
export const steadyLease: readonly string[] = ["--lease-ms", "120000"];

export type Role = "auto" | "sealer" | "replica";

export interface ClusterNodes {
  readonly nats: NatsProcess;
  /**
   * Starts a node.
   * @param name of its data directory: a node that was stopped goes on with the same one.
   */
  start(name: string, role: Role, flags?: readonly string[]): Promise<NodeProcess>;
  /** The data directory of a node. */
  folderOf(name: string): string;
  /** Ends all nodes and the log, and removes what they wrote. */
  stop(): Promise<void>;
}

/** @param options of the server of the log. */
export async function startCluster(options?: NatsOptions): Promise<ClusterNodes> {
  const directory = await mkdtemp(join(tmpdir(), "tandem-cluster-"));
  const nats = await startNats(options);
  const nodes = new Set<NodeProcess>();
  const folderOf = (name: string) => join(directory, name);
  return {
    nats,
    folderOf,
    async start(name, role, flags = []) {
      const shared = ["--log", nats.url, "--role", role, "--data-dir", folderOf(name)];
      const node = await startNodeProcess([...shared, ...flags]);
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
