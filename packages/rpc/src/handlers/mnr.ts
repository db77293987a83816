/** Implements the methods that contract/mnr.ts declares. */

import type { Submission } from "@tandem/primitives";
import { fromBigInt, padStart } from "@tandem/primitives";
import type { MiningApi } from "../backend/mining-api.js";
import { RpcError } from "../contract/errors.js";
import type * as contract from "../contract/mnr.js";
import { importResultOf } from "../contract/shape/work.js";
import type { Handler } from "./handler.js";

const hashBytes = 32;

export const getWork: Handler<typeof contract.getWork> = async (node) => {
  const work = await node.work();
  return {
    blockHashForMergedMining: work.hashForMergedMining,
    target: padStart(fromBigInt(work.target), hashBytes),
    feesPaidToMiner: work.paidFees,
    notify: work.isNew,
    parentBlockHash: work.parentHash,
  };
};

async function submit(node: MiningApi, submission: Submission) {
  const { status, hash, number } = await node.submitWork(submission);
  return {
    blockImportedResult: importResultOf[status],
    blockHash: hash,
    blockIncludedHeight: number,
  };
}

export const submitBitcoinBlock: Handler<typeof contract.submitBitcoinBlock> = (node, { block }) =>
  submit(node, { form: "block", block });

export const submitBitcoinBlockTransactions: Handler<
  typeof contract.submitBitcoinBlockTransactions
> = (node, { blockHeader: header, coinbase, txnHashes: transactionIds }) =>
  submit(node, { form: "transactions", header, coinbase, transactionIds });

export const submitBitcoinBlockPartialMerkle: Handler<
  typeof contract.submitBitcoinBlockPartialMerkle
> = async (node, { blockHeader: header, coinbase, merkleHashes }) => {
  if (merkleHashes.length === 0) {
    throw new RpcError("mining", "The list of merkle hashes can't be empty");
  }
  return submit(node, { form: "branch", header, coinbase, merkleHashes });
};
