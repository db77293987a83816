/** Declares the control of mining: times, blocks, their parameters and the pool. */

import { address, flag, hash32 } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { exampleAddress, exampleTransactionHash } from "../example.js";
import { method } from "../method.js";
import { anyAmount, done, loose, maybePlainCount, nothing } from "../shape/control.js";

const isControl = true;

export const mine = method("hardhat_mine", {
  summary:
    "Makes blocks one after the other, each merge-mined, the first with what waits in the pool, and " +
    "each of the others `interval` seconds after the one before; with 0 the clock decides. Left out " +
    "it is what `anvil_setBlockTimestampInterval` said, else one second.",
  isControl,
  aliases: ["anvil_mine"],
  aliasResults: { anvil_mine: nothing },
  params: {
    blocks: loose.default(1).describe("Blocks; one when left out."),
    interval: loose.optional().describe("Seconds."),
  },
  result: done,
  faults: ["limit"],
  example: { params: ["0x100", "0x3c"], result: true },
});

export const setAutomine = method("evm_setAutomine", {
  summary: "Whether a block is made as soon as a transaction can run. What waits is mined at once.",
  isControl,
  aliases: ["anvil_setAutomine"],
  aliasResults: { anvil_setAutomine: nothing },
  params: { enabled: flag.describe("True or false.") },
  result: done,
  example: { params: [false], result: true },
});

export const getAutomine = method("hardhat_getAutomine", {
  summary: "Whether a block is made as soon as a transaction can run.",
  isControl,
  aliases: ["anvil_getAutomine", "eth_mining"],
  params: {},
  result: flag,
  example: { params: [], result: true },
});

export const setIntervalMining = method("evm_setIntervalMining", {
  summary:
    "Makes a block every so many milliseconds, as Hardhat has it; 0 ends it. A number below 100 is " +
    "taken for seconds, as anvil has it. Automining is a switch of its own.",
  isControl,
  params: { interval: loose.describe("Milliseconds, or below 100 seconds.") },
  result: done,
  example: { params: [5000], result: true },
});

export const anvilIntervalMining = method("anvil_setIntervalMining", {
  summary: "Makes a block every so many seconds, and none otherwise; 0 ends it.",
  isControl,
  params: { seconds: loose.describe("Seconds.") },
  result: nothing,
  example: { params: [5], result: null },
});

export const getIntervalMining = method("anvil_getIntervalMining", {
  summary: "Seconds between blocks that are made on time; null when none are.",
  isControl,
  params: {},
  result: maybePlainCount,
  example: { params: [], result: 5 },
});

export const minerStart = method("miner_start", {
  summary: "Automining begins, by Ganache's name.",
  isControl,
  params: {},
  result: done,
  example: { params: [], result: true },
});

export const minerStop = method("miner_stop", {
  summary: "Automining ends, by Ganache's name.",
  isControl,
  params: {},
  result: done,
  example: { params: [], result: true },
});

export const setBlockGasLimit = method("evm_setBlockGasLimit", {
  summary:
    "Gas limit blocks move to. A rule of the chain lets one block go a 1,024th of its parent's limit.",
  isControl,
  aliases: ["anvil_setBlockGasLimit"],
  params: { gasLimit: anyAmount.describe("Gas.") },
  result: done,
  example: { params: ["0x1c9c380"], result: true },
});

export const setMinGasPrice = method("hardhat_setMinGasPrice", {
  summary:
    "Minimum gas price blocks move to, in wei. A rule of the chain lets one block go 1 % of its " +
    "parent's price, or 1 wei.",
  isControl,
  aliases: ["anvil_setMinGasPrice"],
  aliasResults: { anvil_setMinGasPrice: nothing },
  params: { price: anyAmount.describe("Wei.") },
  result: done,
  example: { params: ["0x3938700"], result: true },
});

export const setCoinbase = method("hardhat_setCoinbase", {
  summary: "Who is paid the fees of the blocks from the next one on.",
  isControl,
  aliases: ["anvil_setCoinbase"],
  aliasResults: { anvil_setCoinbase: nothing },
  params: { address: address.describe("Account that is paid.") },
  result: done,
  example: { params: [exampleAddress], result: true },
});

const waiting = { hash: hash32.describe("Hash of a transaction that waits in the pool.") };

export const dropTransaction = method("hardhat_dropTransaction", {
  summary: "Takes a transaction out of the pool. Answers whether it was there.",
  isControl,
  params: waiting,
  result: flag,
  example: { params: [exampleTransactionHash], result: true },
});

export const anvilDropTransaction = method("anvil_dropTransaction", {
  summary: "Takes a transaction out of the pool. Answers its hash, or null when it was not there.",
  isControl,
  params: waiting,
  result: orNull(hash32),
  example: { params: [exampleTransactionHash], result: exampleTransactionHash },
});

export const dropAllTransactions = method("anvil_dropAllTransactions", {
  summary: "Empties the pool.",
  isControl,
  aliases: ["hardhat_dropAllTransactions"],
  params: {},
  result: nothing,
  example: { params: [], result: null },
});

export const removePoolTransactions = method("anvil_removePoolTransactions", {
  summary: "Takes all transactions of a sender out of the pool.",
  isControl,
  params: { sender: address.describe("Who signed them.") },
  result: nothing,
  example: { params: [exampleAddress], result: null },
});
