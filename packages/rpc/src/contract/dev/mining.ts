/** Declares the control of mining: times, blocks, their parameters and the pool. */

import { address, flag, hash32 } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { exampleAddress, exampleTransactionHash } from "../example.js";
import { method } from "../method.js";
import {
  anyAmount,
  done,
  loose,
  maybePlainCount,
  miningInterval,
  nothing,
} from "../shape/control.js";

const isControl = true;

export const mine = method("hardhat_mine", {
  summary:
    "Mines blocks one after the other, each merge-mined, the first with the pending transactions, and " +
    "each further one `interval` seconds after the previous one; 0 uses the clock. The default is the " +
    "interval of `anvil_setBlockTimestampInterval`, else one second. With `--errors anvil` the clock is " +
    "advanced by a given interval for the first block too, and an interval of " +
    "`anvil_setBlockTimestampInterval` prevails over a given one, as there.",
  isControl,
  aliases: ["anvil_mine"],
  aliasResults: { anvil_mine: nothing },
  params: {
    blocks: loose.default(1).describe("Number of blocks; one if omitted."),
    interval: loose.optional().describe("Seconds."),
  },
  result: done,
  faults: ["limit"],
  example: { params: ["0x100", "0x3c"], result: true },
});

export const setAutomine = method("evm_setAutomine", {
  summary:
    "Turns automining on or off: whether a block is mined as soon as a transaction is executable. Pending " +
    "transactions are mined at once.",
  isControl,
  aliases: ["anvil_setAutomine"],
  aliasResults: { anvil_setAutomine: nothing },
  params: { enabled: flag.describe("True or false.") },
  result: done,
  example: { params: [false], result: true },
});

export const getAutomine = method("hardhat_getAutomine", {
  summary: "Returns whether a block is mined as soon as a transaction is executable.",
  isControl,
  aliases: ["anvil_getAutomine"],
  params: {},
  result: flag,
  example: { params: [], result: true },
});

export const isMining = method("eth_mining", {
  summary:
    "Returns whether blocks are mined without a request: for each transaction, or at an interval.",
  isControl,
  params: {},
  result: flag,
  example: { params: [], result: true },
});

export const setIntervalMining = method("evm_setIntervalMining", {
  summary:
    "Mines a block at this interval in milliseconds, as Hardhat does; 0 stops it. A number below 100 " +
    "is read as seconds, as anvil does. Of a pair `[min, max]` of milliseconds, each interval is drawn at random between " +
    "the two. Automining is a separate setting. With `--errors anvil` every number is seconds, and automining and " +
    "an interval exclude each other, as there.",
  isControl,
  params: {
    interval: miningInterval.describe("Milliseconds, or below 100 seconds; or `[min, max]`."),
  },
  result: done,
  example: { params: [5000], result: true },
});

export const anvilIntervalMining = method("anvil_setIntervalMining", {
  summary: "Mines a block at this interval in seconds; 0 stops it.",
  isControl,
  params: { seconds: loose.describe("Seconds.") },
  result: nothing,
  example: { params: [5], result: null },
});

export const getIntervalMining = method("anvil_getIntervalMining", {
  summary: "Returns the interval of mining in seconds, or null if none is set.",
  isControl,
  params: {},
  result: maybePlainCount,
  example: { params: [], result: 5 },
});

export const minerStart = method("miner_start", {
  summary:
    "Mines again as before `miner_stop`, under the names of Ganache and the reference node; automining is turned on if " +
    "nothing was mined.",
  isControl,
  aliases: ["evm_startMining"],
  aliasResults: { evm_startMining: nothing },
  params: {},
  result: done,
  example: { params: [], result: true },
});

export const minerStop = method("miner_stop", {
  summary:
    "Turns automining and interval mining off until `miner_start`, under the names of Ganache and the reference node.",
  isControl,
  aliases: ["evm_stopMining"],
  aliasResults: { evm_stopMining: nothing },
  params: {},
  result: done,
  example: { params: [], result: true },
});

export const setBlockGasLimit = method("evm_setBlockGasLimit", {
  summary:
    "Sets the target of the gas limit. A block moves at most 1/1024 of its parent's limit towards it; with `--compat` the " +
    "next block has this limit, and other nodes refuse that block.",
  isControl,
  aliases: ["anvil_setBlockGasLimit"],
  params: { gasLimit: anyAmount.describe("Gas.") },
  result: done,
  example: { params: ["0x1c9c380"], result: true },
});

export const setMinGasPrice = method("hardhat_setMinGasPrice", {
  summary:
    "Sets the target of the minimum gas price, in wei. A block moves at most 1 % of its parent's " +
    "price, or 1 wei, towards it. Refused with `--errors hardhat` or `anvil`, as by those nodes.",
  isControl,
  aliases: ["anvil_setMinGasPrice"],
  aliasResults: { anvil_setMinGasPrice: nothing },
  params: { price: anyAmount.describe("Wei.") },
  result: done,
  example: { params: ["0x3938700"], result: true },
});

export const setNextBlockBaseFeePerGas = method("hardhat_setNextBlockBaseFeePerGas", {
  isBeyondBlocks: true,
  summary:
    "Sets the minimum gas price of the next block, in wei, regardless of its parent's. Later " +
    "blocks move from there towards the target; with `--compat`, a price below the target is the new " +
    "target, and a transaction below a higher price is refused as by those nodes. Other nodes refuse the block, since the rules of the chain limit the step to 1 %.",
  isControl,
  aliases: ["anvil_setNextBlockBaseFeePerGas"],
  aliasResults: { anvil_setNextBlockBaseFeePerGas: nothing },
  params: { price: anyAmount.describe("Wei.") },
  result: done,
  example: { params: ["0x2540be400"], result: true },
});

export const setPrevRandao = method("hardhat_setPrevRandao", {
  isBeyondBlocks: true,
  summary:
    "Sets what `block.prevrandao` and `block.difficulty` return in the next block; in others they are its difficulty. " +
    "The node stores the value beside the block. Other nodes refuse the block if the value changes its state.",
  isControl,
  params: { value: hash32.describe("The 32 bytes.") },
  result: done,
  example: { params: [`0x${"0".repeat(63)}7`], result: true },
});

export const setCoinbase = method("hardhat_setCoinbase", {
  summary: "Sets the address that receives the fees, from the next block on.",
  isControl,
  aliases: ["anvil_setCoinbase", "miner_setEtherbase"],
  aliasResults: { anvil_setCoinbase: nothing },
  params: { address: address.describe("Account that receives the fees.") },
  result: done,
  example: { params: [exampleAddress], result: true },
});

const waiting = { hash: hash32.describe("Hash of a transaction in the pool.") };

export const dropTransaction = method("hardhat_dropTransaction", {
  summary: "Removes a transaction from the pool. Returns whether the pool had it.",
  isControl,
  params: waiting,
  result: flag,
  example: { params: [exampleTransactionHash], result: true },
});

export const anvilDropTransaction = method("anvil_dropTransaction", {
  summary:
    "Removes a transaction from the pool. Returns its hash, or null if the pool did not have it.",
  isControl,
  params: waiting,
  result: orNull(hash32),
  example: { params: [exampleTransactionHash], result: exampleTransactionHash },
});

export const dropAllTransactions = method("anvil_dropAllTransactions", {
  summary: "Removes all transactions from the pool.",
  isControl,
  aliases: ["hardhat_dropAllTransactions"],
  params: {},
  result: nothing,
  example: { params: [], result: null },
});

export const removePoolTransactions = method("anvil_removePoolTransactions", {
  summary: "Removes all transactions of a sender from the pool.",
  isControl,
  params: { sender: address.describe("Sender of the transactions.") },
  result: nothing,
  example: { params: [exampleAddress], result: null },
});
