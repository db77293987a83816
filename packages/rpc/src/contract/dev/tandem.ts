/**
 * Declares development methods of this node: uncles and reorgs on demand, mined as a rival miner
 * would.
 */

import { hash32 } from "../codec/wire.js";
import { exampleBlockHash, exampleRawTransaction } from "../example.js";
import { method } from "../method.js";
import { branch, branchBlocksMax, minedBranch, unclePlace } from "../shape/branch.js";

export const mineUncle = method("tandem_mineUncle", {
  isControl: true,
  summary:
    "Makes a valid block that lost: beside the head, or beside the block `depth` below it as long as " +
    "the next block can still list it, with the same transactions. The next block lists it as an " +
    "uncle. Answers its hash.",
  params: { uncle: unclePlace.describe("How deep: `depth`, 0 when left out.").prefault({}) },
  result: hash32,
  example: { params: [{ depth: "0x1" }], result: exampleBlockHash },
});

export const mineBranch = method("tandem_mineBranch", {
  isControl: true,
  summary:
    `Makes \`length\` blocks, at most ${branchBlocksMax}, on \`parent\`, the hash of any block, or on the ` +
    "block `depth` below the head. Block i has just the raw transactions of list i, in order, and none " +
    "of the pool's; none of the blocks lists uncles. Once heavier than the chain, the branch is the " +
    "chain: a reorg like any other. A transaction that cannot be executed is named in the error, its " +
    "block is not made, and the blocks before it stay. `head` tells whether the branch is the chain.",
  params: {
    branch: branch.describe("`parent` or `depth`, `length`, `transactions`."),
  },
  result: minedBranch,
  example: {
    params: [{ depth: "0x1", length: "0x2", transactions: [[exampleRawTransaction]] }],
    result: { hashes: [exampleBlockHash, exampleBlockHash], head: true },
  },
});

export const extend = method("tandem_extend", {
  isControl: true,
  summary:
    "The miner builds on this block's branch from now on, with the pool's transactions that are valid " +
    "there, until that branch is the chain; null: on the head again. Answers the hash it builds on. " +
    "The rest is about the head still: `latest`, `pending`, the pool. A transaction mined only on the " +
    "branch stays pending and has no receipt until the branch is the chain; where blocks are made at " +
    "once, `eth_sendRawTransaction` answers when it is in a block of the branch, or fits none.",
  params: {
    block: hash32.optional().describe("Hash of any block; null or nothing for the head."),
  },
  result: hash32,
  example: { params: [exampleBlockHash], result: exampleBlockHash },
});

export const tip = method("tandem_tip", {
  isControl: true,
  summary:
    "Hash of the block the miner builds on: the head, or the newest of the branch it was told of.",
  params: {},
  result: hash32,
  example: { params: [], result: exampleBlockHash },
});
