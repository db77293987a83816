/** Implements the methods that contract/native.ts declares. */

import {
  type BlockRef,
  encodeHeaderForHash,
  encodeReceipt,
  isEqual,
  orderedTrieProofSteps,
} from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import type { ChainApi, ShownReceipt } from "../backend/chain-api.js";
import type * as contract from "../contract/native.js";
import type { Handler } from "./handler.js";
import { onceLoaded } from "./receipt.js";

export const protocolVersion: Handler<typeof contract.protocolVersion> = (node) =>
  node.protocolVersion;

function* proofSteps(receipts: readonly ShownReceipt[], index: number) {
  const values: Uint8Array[] = [];
  for (const { receipt } of receipts) {
    values.push(encodeReceipt(receipt));
    yield;
  }
  return yield* orderedTrieProofSteps(values, index);
}

async function rawHeader(node: ChainApi, ref: BlockRef) {
  const block = await node.block(ref);
  return block && encodeHeaderForHash(block.header);
}

export const getRawBlockHeaderByHash: Handler<typeof contract.getRawBlockHeaderByHash> = (
  node,
  { hash },
) => rawHeader(node, { hash });

export const getRawBlockHeaderByNumber: Handler<typeof contract.getRawBlockHeaderByNumber> = (
  node,
  { block },
) => rawHeader(node, block);

export const getRawTransactionReceiptByHash: Handler<
  typeof contract.getRawTransactionReceiptByHash
> = (given, { hash }) =>
  onceLoaded(given, hash, (node) => {
    const shown = node.receipt(hash);
    return shown && encodeReceipt(shown.receipt);
  });

export const getTransactionReceiptNodesByHash: Handler<
  typeof contract.getTransactionReceiptNodesByHash
> = async (node, { blockHash, hash }) => {
  const receipts = (await node.blockReceipts({ hash: blockHash })) ?? [];
  const index = receipts.findIndex(({ transaction }) => isEqual(transaction.hash, hash));
  if (index === -1) return undefined;
  return runYielding(proofSteps(receipts, index));
};
