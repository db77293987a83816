/** What the chain behind ours had when it was forked: it has gone on since, and that is not of ours. */
import type { Fork } from "./fork.js";

export interface Behind {
  hasBlock(hash: string): Promise<boolean>;
  hasTransaction(hash: string): Promise<boolean>;
}

/** @throws from its methods what the other node answers. */
export function behind({ node, from }: Pick<Fork, "node" | "from">): Behind {
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
