/**
 * Declares methods that change the history. Subscribers see each change as a reorg: logs of removed
 * blocks are sent again with `removed`, and returned transactions become pending. Removed blocks
 * can still be read by their hash.
 */
import * as z from "@tandem/schema";
import { sliced } from "../codec/slices.js";
import { anyCount, flag, quantity } from "../codec/wire.js";
import { exampleRawTransaction } from "../example.js";
import { method } from "../method.js";
import { pairedCallSteps } from "../shape/call/sliced-call.js";
import {
  anyAmount,
  done,
  httpUrl,
  nothing,
  placedTransaction,
  resetOptions,
} from "../shape/control.js";

const isControl = true;

/** The maximum number of blocks that one reorg replaces. */
const depthMax = 256;
/** The maximum number of transactions in one reorg. */
const placedMax = 10_000;

const placedTransactions = sliced(
  z
    .array(placedTransaction, "expected an array of pairs")
    .max(placedMax, `expected at most ${placedMax} pairs`),
  (value, decode) => pairedCallSteps(placedMax, value, decode),
);

export const snapshot = method("evm_snapshot", {
  isBeyondBlocks: true,
  summary:
    "Takes a snapshot of head, state edits, pool, clock and mining mode. Returns its number, which counts from 1, or " +
    "from 0 with `--errors anvil`, as there. " +
    "Snapshots survive a restart when there is a data directory. The newest 4,096 are kept, with " +
    "256 MiB in all.",
  isControl,
  aliases: ["anvil_snapshot"],
  params: {},
  result: quantity,
  faults: ["limit"],
  example: { params: [], result: "0x1" },
});

export const revert = method("evm_revert", {
  isBeyondBlocks: true,
  summary:
    "Reverts to a snapshot and removes it together with all later ones. The clock is restored, and the mining mode, " +
    "which stays with `--errors hardhat` and `--errors anvil`, as there. Returns false if there is no such snapshot.",
  isControl,
  aliases: ["anvil_revert"],
  params: { snapshot: anyAmount.describe("Number of a snapshot.") },
  result: flag,
  example: { params: ["0x1"], result: true },
});

export const reset = method("hardhat_reset", {
  isBeyondBlocks: true,
  summary:
    "Begins a new chain, with an empty pool, no snapshots, and the initial clock and mining mode: with `forking` a " +
    "fork of another chain, without it the genesis block of a chain that is not a fork. Sockets, subscriptions and " +
    "filters remain. A chain of `--data-dir` cannot change what it forks.",
  isControl,
  aliases: ["anvil_reset", "evm_reset"],
  aliasResults: { anvil_reset: nothing, evm_reset: nothing },
  params: {
    options: resetOptions
      .optional()
      .describe(
        "`forking` with `jsonRpcUrl`, by default the node of the current fork, and `blockNumber`, by default the newest. " +
          "The two may also stand without `forking`, as clients of anvil write them. An object without any of them " +
          "keeps the fork with `--errors anvil`, as there.",
      ),
  },
  result: done,
  faults: ["params"],
  example: { params: [], result: true },
});

export const setRpcUrl = method("anvil_setRpcUrl", {
  summary:
    "Reads the forked chain from another node from now on. The node must have the block that is forked. " +
    "A chain that forks none refuses it, or ignores it with `--errors anvil`.",
  isControl,
  params: { url: httpUrl.describe("The JSON-RPC node.") },
  result: nothing,
  faults: ["params"],
  example: { params: ["http://127.0.0.1:9545"], result: null },
});

export const rollback = method("anvil_rollback", {
  isBeyondBlocks: true,
  summary:
    "Removes the newest blocks from the chain. Their transactions are pending again, and gone with `--errors anvil`, as there.",
  isControl,
  params: { depth: anyCount.default(1).describe("Number of blocks; one if omitted.") },
  result: nothing,
  faults: ["params"],
  example: { params: [3], result: null },
});

export const reorg = method("anvil_reorg", {
  isBeyondBlocks: true,
  summary:
    "Replaces the newest blocks, at most 256, by as many others with these transactions and no " +
    "others. The transactions of the replaced blocks are pending again, and gone with `--errors anvil`, as there. An " +
    "object with `depth` and `tx_block_pairs` may stand in place of the array of parameters, since alloy sends one.",
  isControl,
  memberNames: ["depth", "tx_block_pairs"],
  params: {
    depth: anyCount
      .refine((depth) => depth <= depthMax, `expected a depth of at most ${depthMax}`)
      .describe("Number of blocks to replace."),
    transactions: placedTransactions
      .default([])
      .describe(
        "Pairs of a transaction and the number of its block, the first being 0. A transaction is raw, or " +
          "an object whose sender is unlocked or impersonated; a missing nonce is the sender's next after " +
          "the objects before it.",
      ),
  },
  result: nothing,
  faults: ["params"],
  example: { params: [2, [[exampleRawTransaction, 0]]], result: null },
});
