/** Reads the forked chain at the fork: its later blocks are not part of this chain. */
import type { Fork } from "../fork/fork.js";
import type { RemoteNode } from "../fork/remote-node.js";

/** The forked block, and the node that answers for the blocks up to it. */
export interface Answering extends Pick<Fork, "from"> {
  readonly node: Pick<RemoteNode, "call">;
}

export interface Behind {
  hasBlock(hash: string): Promise<boolean>;
  hasTransaction(hash: string): Promise<boolean>;
}

/** @throws from its methods the errors of the other node. */
export function behind({ node, from }: Answering): Behind {
  const isNoLater = (height: unknown) =>
    typeof height === "string" && Number(height) <= from.blockNumber;
  type Found = Readonly<Record<string, unknown>> | null | undefined;
  return {
    async hasBlock(hash) {
      const block = (await node.call("eth_getBlockByHash", [hash, false])) as Found;
      return isNoLater(block?.number);
    },
    async hasTransaction(hash) {
      const transaction = (await node.call("eth_getTransactionByHash", [hash])) as Found;
      return isNoLater(transaction?.blockNumber);
    },
  };
}
