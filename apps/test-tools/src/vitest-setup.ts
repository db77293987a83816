/** Is a global set-up of vitest: one node for a run. Tests get its address with `inject("tandem")`. */
import { type CreateNodeOptions, createNode, type NodeAccount } from "@tandem/node";

/** The address and accounts for tests. vitest copies them to their processes. */
export interface ProvidedNode {
  readonly url: string;
  readonly wsUrl: string;
  readonly chainId: number;
  readonly accounts: readonly NodeAccount[];
}

/** The part of vitest's project that a set-up uses. */
export interface VitestProject {
  provide(key: "tandem", value: ProvidedNode): void;
}

type Teardown = () => Promise<void>;

/** Returns a global set-up that starts a node with these options. */
export const nodePerRun =
  (options: CreateNodeOptions = {}) =>
  async (project: VitestProject): Promise<Teardown> => {
    const { url, wsUrl, chainId, accounts, close } = await createNode(options);
    project.provide("tandem", { url, wsUrl, chainId, accounts });
    return close;
  };

/** Starts a node with the default settings. */
export const setup = nodePerRun();
