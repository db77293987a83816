/** Declares the control of the chain's clock. Block times always increase strictly. */

import { flag } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { method } from "../method.js";
import { decimalSeconds, loose, nothing, plainSeconds } from "../shape/control.js";

const isControl = true;

export const increaseTime = method("evm_increaseTime", {
  summary:
    "Advances the chain's clock by N seconds, and the clock of the Bitcoin chain with it. Returns the " +
    "total difference to the machine's clock in seconds, as a JSON number, or with `--errors hardhat` as a string of " +
    "decimal digits, as there.",
  isControl,
  aliases: ["anvil_increaseTime"],
  params: { seconds: loose.describe("Seconds.") },
  result: plainSeconds,
  example: { params: ["0xe10"], result: 3600 },
});

export const setNextBlockTimestamp = method("evm_setNextBlockTimestamp", {
  summary:
    "Sets the time of the next block, from which the clock continues. Returns it with `--errors hardhat`, in decimal " +
    "digits, as there.",
  isControl,
  aliases: ["anvil_setNextBlockTimestamp"],
  params: { timestamp: loose.describe("Unix seconds, above those of the newest block.") },
  result: orNull(decimalSeconds),
  example: { params: ["0x77359400"], result: null },
});

export const setTime = method("evm_setTime", {
  summary:
    "Sets the chain's clock. A number from 10^11 on is read as milliseconds, as Ganache does, a lower " +
    "one as seconds. While the clock is behind the newest block, blocks are one second apart. Returns " +
    "the difference in seconds.",
  isControl,
  aliases: ["anvil_setTime"],
  params: { time: loose.describe("Unix seconds, or milliseconds.") },
  result: plainSeconds,
  example: { params: ["0x77359400"], result: 300_000_000 },
});

export const setBlockTimestampInterval = method("anvil_setBlockTimestampInterval", {
  summary:
    "Sets the time of each block to this many seconds after its parent, independent of the clock.",
  isControl,
  params: { seconds: loose.describe("Seconds.") },
  result: nothing,
  example: { params: [12], result: null },
});

export const hardhatTimestampInterval = method("hardhat_setBlockTimestampInterval", {
  summary:
    "Sets the time of each block to this interval after its parent, as `anvil_setBlockTimestampInterval` " +
    "in milliseconds. viem sends it under this name.",
  isControl,
  params: { milliseconds: loose.describe("Milliseconds, rounded down to whole seconds.") },
  result: nothing,
  example: { params: [12_000], result: null },
});

export const removeBlockTimestampInterval = method("anvil_removeBlockTimestampInterval", {
  summary: "Takes block times from the clock again. Returns whether an interval was set.",
  isControl,
  aliases: ["hardhat_removeBlockTimestampInterval"],
  params: {},
  result: flag,
  example: { params: [], result: true },
});
