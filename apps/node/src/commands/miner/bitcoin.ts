/**
 * Implements the Bitcoin chain of the miner: headers linked by hash, coinbases with the tag, and a
 * few payments, so that the Merkle branch is not empty.
 */
import {
  type BitcoinTransaction,
  coinbaseBranch,
  createCoinbase,
  encodeBitcoinBlock,
  encodeBitcoinHeader,
  encodeBitcoinTransaction,
  hashBitcoinHeader,
  headerTimeOf,
  type InternalHash,
  merkleRoot,
  regtestBits,
  targetFromBits,
  toDisplay,
  transactionId,
} from "@tandem/bitcoin";
import { grind, tagScript } from "@tandem/consensus";
import type { Client } from "@tandem/rpc/client";

const subsidySatoshi = 5_000_000_000n;
/** A script that anyone can spend. */
const openScript = Uint8Array.of(0x51);
const paymentCount = 4;
const headerVersion = 0x20000000;
/**
 * A block must also meet Bitcoin's easiest target, so that the chain satisfies Bitcoin's rules of
 * work.
 */
const bitcoinTarget = targetFromBits(regtestBits);

export interface FoundBlock {
  readonly header: Uint8Array;
  readonly transactions: readonly BitcoinTransaction[];
  /** The transaction ids in the order of the transactions. */
  readonly ids: readonly InternalHash[];
}

export interface BitcoinWork {
  readonly hashForMergedMining: Uint8Array;
  /** The maximum hash. */
  readonly target: bigint;
  /** The time in Unix seconds. */
  readonly time: number;
}

/**
 * Returns payments that spend non-existent outputs: a full node would refuse them, but a Merkle tree
 * does not check.
 */
function payments(previousHash: InternalHash): BitcoinTransaction[] {
  return Array.from({ length: paymentCount }, (_, previousIndex) => ({
    version: 2,
    inputs: [{ previousHash, previousIndex, script: openScript, sequence: 0xffffffff }],
    outputs: [{ value: 1000n, script: openScript }],
    lockTime: 0,
  }));
}

function coinbaseFor(
  { hashForMergedMining }: BitcoinWork,
  { name, height, round }: { name: string; height: number; round: number },
): BitcoinTransaction {
  const counter = Buffer.alloc(4);
  counter.writeUInt32LE(round);
  return createCoinbase({
    height,
    extraNonce: new Uint8Array([...Buffer.from(name), ...counter]),
    outputs: [
      { value: subsidySatoshi, script: openScript },
      // It is the last output, so that few bytes follow the tag.
      { value: 0n, script: tagScript(hashForMergedMining) },
    ],
  });
}

/** Returns header and coinbase in the form of two of the methods. */
const headOf = ({ header, transactions: [coinbase] }: FoundBlock) => ({
  blockHash: Buffer.from(toDisplay(hashBitcoinHeader(header))).toString("hex"),
  blockHeader: header,
  coinbase: encodeBitcoinTransaction(coinbase as BitcoinTransaction),
});

/** The methods that submit a block. */
export const submissions = {
  block: (client: Client, { header, transactions }: FoundBlock) =>
    client.mnr_submitBitcoinBlock({ block: encodeBitcoinBlock({ header, transactions }) }),
  transactions: (client: Client, block: FoundBlock) =>
    client.mnr_submitBitcoinBlockTransactions({
      ...headOf(block),
      txnHashes: block.ids.map(toDisplay),
    }),
  partial: (client: Client, block: FoundBlock) =>
    client.mnr_submitBitcoinBlockPartialMerkle({
      ...headOf(block),
      merkleHashes: [block.ids[0] as InternalHash, ...coinbaseBranch(block.ids)],
      blockTxnCount: block.ids.length,
    }),
};

export type Way = keyof typeof submissions;

export interface MinerBitcoin {
  /**
   * Finds the next block, with work for both chains.
   * @throws the signal's reason, once it is aborted.
   */
  find(work: BitcoinWork, signal: AbortSignal): Promise<FoundBlock>;
}

/** @param name is written into every coinbase. */
export function createBitcoin(name: string): MinerBitcoin {
  let previousHash: InternalHash = new Uint8Array(32);
  let height = 0;
  return {
    async find(work, signal) {
      const next = height + 1;
      const target = work.target < bitcoinTarget ? work.target : bitcoinTarget;
      for (let round = 0; ; round++) {
        const coinbase = coinbaseFor(work, { name, height: next, round });
        const transactions = [coinbase, ...payments(previousHash)];
        const ids = transactions.map(transactionId);
        const unsolved = encodeBitcoinHeader({
          version: headerVersion,
          previousHash,
          merkleRoot: merkleRoot(ids),
          time: headerTimeOf(work.time),
          bits: regtestBits,
          nonce: 0,
        });
        const header = await grind({ header: unsolved, target, signal });
        if (header === undefined) continue;
        previousHash = hashBitcoinHeader(header);
        height = next;
        return { header, transactions, ids };
      }
    },
  };
}
