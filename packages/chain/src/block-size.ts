/** Limits the bytes of a block (EIP-7934), on chains with such a limit. */
import { type Violation, violation } from "@tandem/consensus";
import { type Block, type ChainSpec, encodeBlock, Fault } from "@tandem/primitives";
import { type BlockExecution, refuse } from "@tandem/state";
import { chainLimits } from "./limits.js";

const blockSizeReached = refuse("block-size", "block size limit reached");

/**
 * Wraps a block builder so that it takes only transactions that fit into the block's size limit.
 */
export function withinSize(
  execution: BlockExecution,
  { blockSizeLimit }: Pick<ChainSpec, "blockSizeLimit">,
): BlockExecution {
  if (blockSizeLimit === undefined) return execution;
  let left = blockSizeLimit - chainLimits.blockBytesBesideTransactions;
  return {
    finish: () => execution.finish(),
    reader: () => execution.reader(),
    transactions: execution.transactions,
    get gasUsed() {
      return execution.gasUsed;
    },
    async apply(transaction) {
      if (transaction.raw.length > left) return blockSizeReached;
      const refusal = await execution.apply(transaction);
      if (refusal === undefined) left -= transaction.raw.length + rlpPrefixBytes;
      return refusal;
    },
  };
}

/** The maximum length of an RLP prefix, in bytes. */
const rlpPrefixBytes = 9;

/**
 * Checks the size of a transaction. @throws {Fault} `transaction-refused` if it is larger than any
 * block of the chain may be.
 */
export function assertFitsBlock(
  raw: Uint8Array,
  { blockSizeLimit }: Pick<ChainSpec, "blockSizeLimit">,
): void {
  if (blockSizeLimit === undefined) return;
  const limit = blockSizeLimit - chainLimits.blockBytesBesideTransactions;
  if (raw.length <= limit) return;
  const message = `oversized data: transaction size ${raw.length}, limit ${limit}`;
  throw new Fault({ code: "transaction-refused", message });
}

/** Returns the violation `body/size` when the block's RLP has more bytes than the chain allows. */
export function validateSize(
  block: Block,
  { blockSizeLimit: expected }: Pick<ChainSpec, "blockSizeLimit">,
): Violation | undefined {
  if (expected === undefined) return undefined;
  const found = encodeBlock(block).length;
  return found > expected ? violation("body/size", { expected, found }) : undefined;
}
