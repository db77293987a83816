// The outside miner's own Bitcoin chain: headers linked by hash, coinbases with the tag, a few
// payments so that there is a Merkle branch to hand in.
import {
  coinbaseBranch,
  createCoinbase,
  encodeBitcoinBlock,
  encodeBitcoinHeader,
  encodeBitcoinTransaction,
  hashBitcoinHeader,
  merkleRoot,
  regtestBits,
  targetFromBits,
  toDisplay,
  transactionId,
} from "../packages/bitcoin/dist/index.js";
import { grind, tagScript } from "../packages/consensus/dist/index.js";

const subsidySatoshi = 5_000_000_000n;
/** Script anybody may spend. */
const openScript = Uint8Array.of(0x51);
const paymentCount = 4;
const headerVersion = 0x20000000;
/** A block here meets Bitcoin's easiest target too, so the chain is one by Bitcoin's rules of work. */
const bitcoinTarget = targetFromBits(regtestBits);

const hex = (bytes) => Buffer.from(bytes).toString("hex");

/** Each spends something nobody has: a full node would refuse them, a Merkle tree does not mind. */
function payments(previousHash) {
  return Array.from({ length: paymentCount }, (_, previousIndex) => ({
    version: 2,
    inputs: [{ previousHash, previousIndex, script: openScript, sequence: 0xffffffff }],
    outputs: [{ value: 1000n, script: openScript }],
    lockTime: 0,
  }));
}

function coinbaseFor({ hashForMergedMining, name, height, round }) {
  const counter = Buffer.alloc(4);
  counter.writeUInt32LE(round);
  return createCoinbase({
    height,
    extraNonce: new Uint8Array([...Buffer.from(name), ...counter]),
    outputs: [
      { value: subsidySatoshi, script: openScript },
      // Last, so that the bytes after the tag are few.
      { value: 0n, script: tagScript(hashForMergedMining) },
    ],
  });
}

/** Parameters of each way to hand a block in, after its method: hex without 0x. */
const parameters = {
  block: ({ header, transactions }) => [hex(encodeBitcoinBlock({ header, transactions }))],
  transactions: ({ header, transactions, ids }) => [
    hex(toDisplay(hashBitcoinHeader(header))),
    hex(header),
    hex(encodeBitcoinTransaction(transactions[0])),
    ids.map((id) => hex(toDisplay(id))).join(" "),
  ],
  partial: ({ header, transactions, ids }) => [
    hex(toDisplay(hashBitcoinHeader(header))),
    hex(header),
    hex(encodeBitcoinTransaction(transactions[0])),
    [ids[0], ...coinbaseBranch(ids)].map(hex).join(" "),
    ids.length.toString(16),
  ],
};

const methods = {
  block: "mnr_submitBitcoinBlock",
  transactions: "mnr_submitBitcoinBlockTransactions",
  partial: "mnr_submitBitcoinBlockPartialMerkle",
};

/** The call that hands a block in. */
export const submissionOf = (way, block) => ({
  method: methods[way],
  params: parameters[way](block),
});

/** @param {string} name stands in every coinbase. */
export function createBitcoin(name) {
  let previousHash = new Uint8Array(32);
  let height = 0;
  return {
    /**
     * The next block, with work for both chains.
     * @param {{ hashForMergedMining: Uint8Array, target: bigint, time: number }} work time in Unix seconds.
     * @throws the signal's reason, once it is aborted.
     */
    async find(work, signal) {
      const next = height + 1;
      const target = work.target < bitcoinTarget ? work.target : bitcoinTarget;
      for (let round = 0; ; round++) {
        const { hashForMergedMining } = work;
        const coinbase = coinbaseFor({ hashForMergedMining, name, height: next, round });
        const transactions = [coinbase, ...payments(previousHash)];
        const ids = transactions.map(transactionId);
        const draft = encodeBitcoinHeader({
          version: headerVersion,
          previousHash,
          merkleRoot: merkleRoot(ids),
          time: work.time,
          bits: regtestBits,
          nonce: 0,
        });
        const header = await grind({ header: draft, target, signal });
        if (header === undefined) continue;
        previousHash = hashBitcoinHeader(header);
        height = next;
        return { header, transactions, ids };
      }
    },
  };
}
