/** Declares the control of the chain's clock. Block times always increase strictly. */

import { flag } from "../codec/wire.js";
import { method } from "../method.js";
import { loose, nothing, plainSeconds } from "../shape/control.js";

const isControl = true;

export const increaseTime = method("evm_increaseTime", {
  summary:
    "Turns the chain's clock on by so many seconds, and Bitcoin's with it. Answers how far ahead of " +
    "the machine's it is in all, as a JSON number.",
  isControl,
  aliases: ["anvil_increaseTime"],
  params: { seconds: loose.describe("Seconds.") },
  result: plainSeconds,
  example: { params: ["0xe10"], result: 3600 },
});

export const setNextBlockTimestamp = method("evm_setNextBlockTimestamp", {
  summary: "Gives the next block its time, from which the clock goes on.",
  isControl,
  aliases: ["anvil_setNextBlockTimestamp"],
  params: { timestamp: loose.describe("Unix seconds, above those of the newest block.") },
  result: nothing,
  example: { params: ["0x77359400"], result: null },
});

export const setTime = method("evm_setTime", {
  summary:
    "Sets the chain's clock. From 10^11 on the number is milliseconds, as Ganache wants it; below it " +
    "is seconds. While the clock is behind the newest block, blocks are a second apart. Answers the " +
    "seconds it was turned by.",
  isControl,
  aliases: ["anvil_setTime"],
  params: { time: loose.describe("Unix seconds, or milliseconds.") },
  result: plainSeconds,
  example: { params: ["0x77359400"], result: 300_000_000 },
});

export const setBlockTimestampInterval = method("anvil_setBlockTimestampInterval", {
  summary: "From now on each block is so many seconds after its parent, whatever the clock says.",
  isControl,
  params: { seconds: loose.describe("Seconds.") },
  result: nothing,
  example: { params: [12], result: null },
});

export const hardhatTimestampInterval = method("hardhat_setBlockTimestampInterval", {
  summary: "The same in milliseconds, which viem sends by this name.",
  isControl,
  params: { milliseconds: loose.describe("Milliseconds; whole seconds count.") },
  result: nothing,
  example: { params: [12_000], result: null },
});

export const removeBlockTimestampInterval = method("anvil_removeBlockTimestampInterval", {
  summary: "Block times come from the clock again. Answers whether they did not.",
  isControl,
  aliases: ["hardhat_removeBlockTimestampInterval"],
  params: {},
  result: flag,
  example: { params: [], result: true },
});
