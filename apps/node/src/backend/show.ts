/** Converts blocks, transactions and receipts to the form of the RPC. */
import type { Chain, PendingBlock } from "@tandem/chain";
import { committedHash, hashForMergedMining } from "@tandem/consensus";
import {
  logCount,
  rulesAt,
  type StoredBlock,
  type TxHash,
  unsealedProof,
} from "@tandem/primitives";
import type { Inclusion, ShownBlock, ShownReceipt, ShownTransaction } from "@tandem/rpc";
import type { ReadChain } from "./read-chain.js";

/** Caches the converted block as long as the chain caches the decoded block. */
const shownBlocks = new WeakMap<StoredBlock, ShownBlock>();

export function shownBlock(
  block: StoredBlock,
  { spec, blocks }: Pick<ReadChain, "spec" | "blocks">,
): ShownBlock {
  const known = shownBlocks.get(block);
  if (known !== undefined) return known;
  const { header } = block;
  const committed = committedHash(header, rulesAt(spec.forks, header.number));
  const hash = committed ?? hashForMergedMining(header, undefined);
  const prevRandao = blocks.prevRandao(block);
  const shown: ShownBlock = { ...block, hashForMergedMining: hash, prevRandao };
  shownBlocks.set(block, shown);
  return shown;
}

/** Converts a pending block. Without a seal it has no hash, no proof and no total difficulty. */
export function showPending(pending: PendingBlock): ShownBlock {
  const { header, transactions, uncles, parent, prevRandao } = pending;
  return {
    header: { ...header, ...unsealedProof },
    transactions,
    uncles,
    hash: undefined,
    prevRandao,
    totalDifficulty: parent.totalDifficulty + header.difficulty,
    hashForMergedMining: hashForMergedMining(header, undefined),
  };
}

export function findTransaction(chain: Chain, hash: TxHash): ShownTransaction | undefined {
  const mined = findMined(chain, hash);
  if (mined !== undefined) return mined;
  const transaction = chain.pool.get(hash);
  return transaction && { transaction, inclusion: undefined };
}

/** Returns a transaction of the canonical chain. */
export function findMined(chain: ReadChain, hash: TxHash): ShownTransaction | undefined {
  const found = locate(chain, hash);
  const transaction = found?.block.transactions[found.index];
  return found && transaction && { transaction, inclusion: inclusionOf(found) };
}

export function findReceipt(chain: ReadChain, hash: TxHash): ShownReceipt | undefined {
  const found = locate(chain, hash);
  const transaction = found?.block.transactions[found.index];
  const receipt = found?.block.receipts[found.index];
  if (found === undefined || transaction === undefined || receipt === undefined) return undefined;
  const before = found.block.receipts.slice(0, found.index);
  const logsBefore = before.reduce((count, one) => count + logCount(one), 0);
  return { transaction, inclusion: inclusionOf(found), receipt, logsBefore };
}

interface Located {
  readonly block: StoredBlock;
  readonly index: number;
}

function locate(chain: ReadChain, hash: TxHash): Located | undefined {
  const location = chain.locate(hash);
  const block = location && chain.blocks.block(location.blockHash);
  return block && { block, index: location.index };
}

const inclusionOf = ({ block, index }: Located): Inclusion => ({
  blockHash: block.hash,
  blockNumber: block.header.number,
  blockTimestamp: block.header.timestamp,
  transactionIndex: index,
  minimumGasPrice: block.header.minimumGasPrice,
});
