/**
 * Declares methods that an explorer of a merge-mined chain needs: blocks of all branches, heights of
 * forks, submissions of miners, and alerts of the fork monitor.
 */
import * as z from "@tandem/schema";
import { anyCount } from "./codec/wire.js";
import { orNull } from "./codec/writer.js";
import { exampleAddress, exampleBlockHash } from "./example.js";
import { method } from "./method.js";
import {
  branchBlock,
  branchInformation,
  forkHeight,
  heightsMax,
  submissionReport,
} from "./shape/branches.js";
import { forkAlerts, witnessesMax } from "./shape/fork-alerts.js";

export const getBlocksByHeight = method("tandem_getBlocksByHeight", {
  summary:
    "Returns the blocks of a range of heights that the node has stored, on all branches: those of the canonical chain, " +
    "uncles, and other branches. A node that forks another chain has none of that chain.",
  params: {
    from: anyCount.describe("Lowest height, in hex or as a JSON number."),
    count: anyCount
      .refine(
        (heights) => heights > 0 && heights <= heightsMax,
        `expected a number of heights, at most ${heightsMax}`,
      )
      .describe(`Number of heights, at most ${heightsMax}.`),
  },
  result: z.array(branchBlock),
  faults: ["limit"],
  example: {
    params: [1, 1],
    result: [
      {
        number: "0x1",
        hash: exampleBlockHash,
        parentHash: exampleBlockHash,
        miner: exampleAddress,
        timestamp: "0x65e6f380",
        difficulty: "0x1",
        canonical: true,
      },
    ],
  },
});

export const getBlocksByNumber = method("eth_getBlocksByNumber", {
  summary:
    "Returns the blocks of a height that the node has stored, on all branches, as the reference node does. " +
    "`tandem_getBlocksByHeight` tells more about them.",
  params: { number: anyCount.describe("Height, in hex or as a JSON number.") },
  result: z.array(branchInformation),
  faults: ["limit"],
  example: {
    params: ["0x1"],
    result: [{ hash: exampleBlockHash, totalDifficulty: "0x20001", inMainChain: true }],
  },
});

export const getForks = method("tandem_getForks", {
  summary:
    "Returns the forks of the chain, of its merged-mining rules and of its EVM, each with the height of the first block " +
    "that it applies to. A fork that is not in the list never begins.",
  params: {},
  result: z.array(forkHeight),
  example: {
    params: [],
    result: [
      { name: "orchid", blockNumber: "0x0" },
      { name: "osaka", blockNumber: "0x0" },
    ],
  },
});

export const getSubmissions = method("tandem_getSubmissions", {
  isForSealer: true,
  summary:
    "Returns the submissions of outside miners since the node started: how many had which result, and the " +
    "newest ones. `REFUSED` is a submission that resulted in no block; `reason` is the cause, or the rule that an invalid " +
    "block violates.",
  params: {},
  result: submissionReport,
  example: {
    params: [],
    result: {
      counts: {
        IMPORTED_BEST: 1,
        IMPORTED_NOT_BEST: 0,
        EXIST: 0,
        INVALID_BLOCK: 0,
        NO_PARENT: 0,
        REFUSED: 0,
      },
      latest: [
        {
          timestamp: "0x65e6f380",
          result: "IMPORTED_BEST",
          blockNumber: "0x1",
          blockHash: exampleBlockHash,
          reason: null,
        },
      ],
    },
  },
});

export const getForkAlerts = method("tandem_getForkAlerts", {
  summary:
    "Returns the findings of the fork monitor in the newest blocks of the node's Bitcoin node: branches of this chain that " +
    "are mined but not published, the most urgent first, each with the heights between which it left the chain and " +
    `its newest ${witnessesMax} witnesses. Null if the node has no Bitcoin node (\`--bitcoin-rpc\`). \`failure\` is the reason why ` +
    "Bitcoin's blocks cannot be read at present.",
  params: {},
  result: orNull(forkAlerts),
  example: {
    params: [],
    result: {
      bitcoinFrom: "0xcd100",
      bitcoinTo: "0xcd18f",
      tags: { untagged: 70, "main-chain": 70, sibling: 2, witness: 2, repeat: 0, unplaced: 0 },
      headNumber: "0x4c4b40",
      failure: null,
      forks: [
        {
          firstBitcoinHeight: "0xcd180",
          level: 1,
          levelName: "urgent",
          leftAfter: "0x4c4a80",
          leftBefore: "0x4c4ac0",
          lengthMin: "0x61",
          lengthMax: "0xa0",
          lastNumber: "0x4c4b20",
          ahead: -32,
          share: 0.5,
          witnessCount: 2,
          witnesses: [
            {
              bitcoinHeight: "0xcd188",
              bitcoinHash: exampleBlockHash,
              timestamp: "0x65e6f380",
              blockNumber: "0x4c4b20",
              prefix: exampleAddress,
            },
          ],
          beganAt: "0x65e6e380",
          reaches4000At: "0x65e80180",
        },
      ],
    },
  },
});
