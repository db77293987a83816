/** Declares the description of a development node, in the shapes of anvil and of Hardhat. */
import * as z from "@tandem/schema";
import { count, flag, hash32, objectOf, plainCount, quantity } from "../codec/wire.js";
import { orNull, written } from "../codec/writer.js";
import { exampleBlockHash } from "../example.js";
import { method } from "../method.js";
import { done, nothing } from "../shape/control.js";

const text = z.string();
const snapshots = written(z.record(text, z.tuple([z.int(), text])), JSON.stringify);

export const setLoggingEnabled = method("hardhat_setLoggingEnabled", {
  summary:
    "Turns the console output of requests, calls, transactions and blocks on or off. Warnings and errors " +
    "are always printed.",
  aliases: ["anvil_setLoggingEnabled"],
  aliasResults: { anvil_setLoggingEnabled: nothing },
  isControl: true,
  params: { enabled: flag.describe("True to print it.") },
  result: done,
  example: { params: [false], result: true },
});

export const nodeInfo = method("anvil_nodeInfo", {
  summary: "Returns the newest block, the rules, the prices and the forked chain, in anvil's form.",
  isControl: true,
  params: {},
  result: objectOf("anvil's description of a node", {
    currentBlockNumber: count,
    /** Unix seconds as a JSON number. */
    currentBlockTimestamp: plainCount,
    currentBlockHash: hash32,
    hardFork: text,
    /** Transactions are ordered by their fees. */
    transactionOrder: z.literal("fees"),
    environment: objectOf("an environment", {
      baseFee: quantity,
      chainId: plainCount,
      gasLimit: quantity,
      gasPrice: quantity,
    }),
    forkConfig: objectOf("a fork", {
      forkUrl: orNull(text),
      forkBlockNumber: orNull(plainCount),
      forkRetryBackoff: orNull(plainCount),
    }),
  }),
  example: {
    params: [],
    result: {
      currentBlockNumber: "0x4b7",
      currentBlockTimestamp: 1_700_000_000,
      currentBlockHash: exampleBlockHash,
      hardFork: "Osaka",
      transactionOrder: "fees",
      environment: {
        baseFee: "0x3938700",
        chainId: 31,
        gasLimit: "0x1c9c380",
        gasPrice: "0x3ef1480",
      },
      forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
    },
  },
});

const metadataMembers = {
  clientVersion: text,
  chainId: plainCount,
  instanceId: hash32,
  latestBlockNumber: plainCount,
  latestBlockHash: hash32,
  forkedNetwork: objectOf("a network", {
    chainId: plainCount,
    forkBlockNumber: plainCount,
    forkBlockHash: hash32,
  }).optional(),
};

const exampleMetadata = {
  clientVersion: "Tandem/v0.1.0/linux-x64/node20.20.2",
  chainId: 31,
  instanceId: exampleBlockHash,
  latestBlockNumber: 1207,
  latestBlockHash: exampleBlockHash,
};

export const metadata = method("hardhat_metadata", {
  summary:
    "Returns the version, the newest block and the forked chain, in Hardhat's form. `instanceId` differs in every " +
    "run of the node, and changes with a reset.",
  isControl: true,
  params: {},
  result: objectOf("Hardhat's description of a node", metadataMembers),
  example: { params: [], result: exampleMetadata },
});

export const anvilMetadata = method("anvil_metadata", {
  summary: "Returns the result of `hardhat_metadata`, and the snapshots, in anvil's form.",
  isControl: true,
  params: {},
  result: objectOf("anvil's description of a node and its snapshots", {
    ...metadataMembers,
    /** Maps the number of a snapshot, in hex, to the number and hash of its block. */
    snapshots,
  }),
  example: {
    params: [],
    result: { ...exampleMetadata, snapshots: { "0x1": [1203, exampleBlockHash] } },
  },
});
