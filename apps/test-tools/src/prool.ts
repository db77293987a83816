/** Defines an instance for prool: `Instance.define(tandem)`. */
import { type CreateNodeOptions, createNode, type InProcessNode } from "@tandem/node";

/** The members that prool reads from a definition. */
export interface InstanceDefinition {
  readonly _internal: object;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  start(options: { readonly port?: number | undefined }): Promise<void>;
  stop(): Promise<void>;
}

const defaultPort = 8545;
const defaultHost = "127.0.0.1";

/** Describes a node with these options, which runs in prool's process. */
export function tandem(options: CreateNodeOptions = {}): InstanceDefinition {
  const { host = defaultHost, port = defaultPort } = options;
  /** Is pending while the node starts, which prool may stop before. */
  let started: Promise<InProcessNode> | undefined;
  return {
    _internal: {},
    name: "tandem",
    host,
    port,
    async start({ port: given = port }) {
      started = createNode({ ...options, host, port: given });
      await started;
    },
    async stop() {
      const node = await started?.catch(() => undefined);
      started = undefined;
      await node?.close();
    },
  };
}
