/**
 * Declares development methods of this node: uncles and reorgs on demand, mined like those of a
 * competing miner.
 */

import { hash32 } from "../codec/wire.js";
import { exampleBlockHash, exampleRawTransaction } from "../example.js";
import { method } from "../method.js";
import { branch, branchBlocksMax, minedBranch, unclePlace } from "../shape/branch.js";

export const mineUncle = method("tandem_mineUncle", {
  isControl: true,
  summary:
    "Mines a valid sibling of the head, or of the block `depth` below it, with the same transactions, " +
    "that loses the fork choice. The depth is limited to what the next block can list as an uncle. " +
    "Returns its hash.",
  params: {
    uncle: unclePlace
      .describe("Number of blocks below the head: `depth`, 0 if omitted.")
      .prefault({}),
  },
  result: hash32,
  example: { params: [{ depth: "0x1" }], result: exampleBlockHash },
});

export const mineBranch = method("tandem_mineBranch", {
  isControl: true,
  summary:
    `Mines \`length\` blocks, at most ${branchBlocksMax}, on \`parent\`, the hash of any block, or on the ` +
    "block `depth` below the head. Block i has exactly the raw transactions of list i, in order. The " +
    "blocks list no uncles. Once the branch is heavier than the canonical chain, it replaces it in an " +
    "ordinary reorg. The error names a transaction that cannot be executed; its block is not " +
    "created, and the blocks before it stay. `head` is true if the branch is canonical.",
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
    "Mines the next blocks on this block's branch, with the pool's transactions that are valid there, " +
    "until that branch is the canonical chain; null returns to the head. Returns the hash it builds " +
    "on. `latest`, `pending` and the pool still refer to the head. A transaction mined only on the " +
    "branch stays pending and has no receipt until the branch is canonical. In `auto` mode " +
    "`eth_sendRawTransaction` returns once it is in a block of the branch, or is valid in none.",
  params: {
    block: hash32.optional().describe("Hash of any block; null or omitted for the head."),
  },
  result: hash32,
  example: { params: [exampleBlockHash], result: exampleBlockHash },
});

export const tip = method("tandem_tip", {
  isControl: true,
  summary:
    "Returns the hash of the block the miner builds on: the head, or the newest of the branch it " +
    "extends.",
  params: {},
  result: hash32,
  example: { params: [], result: exampleBlockHash },
});
