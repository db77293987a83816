/**
 * Declares what this node's explorer asks for beyond other nodes: blocks of all branches, heights of forks, and
 * submissions of miners.
 */
import { z } from "zod";
import { anyCount } from "./codec/wire.js";
import { exampleAddress, exampleBlockHash } from "./example.js";
import { method } from "./method.js";
import { branchBlock, forkHeight, heightsMax, submissionReport } from "./shape/branches.js";

export const getBlocksByHeight = method("tandem_getBlocksByHeight", {
  summary:
    "Returns the blocks of heights that the node has stored, on all branches: those of the canonical chain, uncles, " +
    "and branches that lost. A node that forks another chain has none of that chain.",
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
  summary:
    "Returns what outside miners submitted since the node started: how many submissions had which result, and the " +
    "newest ones. `REFUSED` is a submission of which no block was made; `reason` says why, or which rule an invalid " +
    "block breaks.",
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
