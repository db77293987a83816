/** Implements the methods that contract/dev/self.ts declares. */
import { toHex, toQuantity } from "@tandem/primitives";
import { yieldIfDue } from "@tandem/runtime";
import type { ChainApi, ShownBlock } from "../../backend/chain-api.js";
import type { NodeApi } from "../../backend/node-api.js";
import { answerFormOf } from "../../contract/answer-form.js";
import type * as contract from "../../contract/dev/self.js";
import type { Handler } from "../handler.js";

async function headOf(node: ChainApi): Promise<ShownBlock & { readonly hash: Uint8Array }> {
  const head = await node.block({ tag: "latest" });
  if (head?.hash === undefined) throw new Error("the head is missing");
  return { ...head, hash: head.hash };
}

export const setLoggingEnabled: Handler<typeof contract.setLoggingEnabled> = async (
  node,
  { enabled },
) => {
  await node.setLoggingEnabled(enabled);
  return undefined;
};

export const nodeInfo: Handler<typeof contract.nodeInfo> = async (node) => {
  const { header, hash } = await headOf(node);
  const { hardFork, forkedFrom } = node.self();
  return {
    currentBlockNumber: header.number,
    currentBlockTimestamp: header.timestamp,
    currentBlockHash: hash,
    hardFork,
    transactionOrder: "fees",
    environment: {
      baseFee: header.minimumGasPrice,
      chainId: node.chainId,
      gasLimit: header.gasLimit,
      gasPrice: node.gasPrice(),
    },
    forkConfig: {
      forkUrl: forkedFrom?.url,
      forkBlockNumber: forkedFrom?.blockNumber,
      forkRetryBackoff: forkedFrom?.retryMs,
    },
  };
};

async function metadataOf(node: NodeApi & ChainApi) {
  const { header, hash } = await headOf(node);
  const { instanceId, forkedFrom } = node.self();
  return {
    clientVersion: node.clientVersion,
    chainId: node.chainId,
    instanceId,
    latestBlockNumber: header.number,
    latestBlockHash: hash,
    forkedNetwork: forkedFrom && {
      chainId: forkedFrom.chainId,
      forkBlockNumber: forkedFrom.blockNumber,
      forkBlockHash: forkedFrom.blockHash,
    },
  };
}

/** Reads no snapshots, because Hardhat's clients call this several times in every test. */
export const metadata: Handler<typeof contract.metadata> = metadataOf;

export const anvilMetadata: Handler<typeof contract.anvilMetadata> = async (
  node,
  _params,
  call,
) => {
  const { snapshotOffset } = answerFormOf(call);
  const snapshots: [string, [number, string]][] = [];
  for (const { number, head } of node.controls.snapshots()) {
    snapshots.push([
      toQuantity(number + snapshotOffset),
      [node.header(head)?.number ?? 0, toHex(head)],
    ]);
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  return { ...(await metadataOf(node)), snapshots: Object.fromEntries(snapshots) };
};
