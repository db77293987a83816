/**
 * Declares direct changes of the state, by the names that other development nodes use. A change is
 * visible at once, without a block.
 */
import { type Bytes, type Hash32, padStart, toHex } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { address, bytesOfText, data, flag } from "../codec/wire.js";
import { exampleAddress } from "../example.js";
import { method } from "../method.js";
import { anyAmount, unsaid } from "../shape/control.js";

const account = address.describe("Account to change.");

/** A value of up to 32 bytes in hex, with or without leading zeros; 32 bytes inside. */
const word = z
  .codec(
    z
      .string("expected a value: 0x and 1 to 64 hex digits")
      .regex(/^0x[0-9a-fA-F]{1,64}$/, "expected a value: 0x and 1 to 64 hex digits"),
    z.custom<Bytes>((value) => value instanceof Uint8Array),
    {
      decode: (hex) => bytesOfText(`0x${hex.slice(2).padStart(64, "0")}`),
      encode: (value) => toHex(padStart(value, 32)),
    },
  )
  .meta({ id: "StorageValue" });

/** A slot in any form that tools write, such as the JSON number that `cast rpc` makes of digits. */
const anyPosition = z
  .codec(
    anyAmount,
    z.custom<Hash32>((value) => value instanceof Uint8Array),
    {
      decode: (slot) => bytesOfText(`0x${slot.toString(16).padStart(64, "0")}`),
      encode: (slot) => BigInt(toHex(slot)),
    },
  )
  .meta({ id: "AnyStoragePosition" });

export const setBalance = method("hardhat_setBalance", {
  isBeyondBlocks: true,
  summary:
    "Sets the balance of an account, in wei. The state then differs from the one the newest header " +
    "commits to: `eth_getProof` proves against the edited one. Pending transactions that alone cost more leave " +
    "the pool.",
  aliases: ["anvil_setBalance", "evm_setAccountBalance"],
  aliasResults: { anvil_setBalance: unsaid },
  isControl: true,
  params: { address: account, balance: anyAmount.describe("Wei.") },
  result: flag,
  example: { params: [exampleAddress, "0xde0b6b3a7640000"], result: true },
});

export const addBalance = method("anvil_addBalance", {
  isBeyondBlocks: true,
  summary: "Adds wei to the balance of an account.",
  aliases: ["hardhat_addBalance"],
  isControl: true,
  params: { address: account, wei: anyAmount.describe("Wei to add.") },
  result: unsaid,
  example: { params: [exampleAddress, "0xde0b6b3a7640000"], result: null },
});

export const setCode = method("hardhat_setCode", {
  isBeyondBlocks: true,
  summary: "Sets the code of an address; `0x` removes it. The storage stays.",
  aliases: ["anvil_setCode", "evm_setAccountCode"],
  aliasResults: { anvil_setCode: unsaid },
  isControl: true,
  params: { address: account, code: data.describe("Runtime code.") },
  result: flag,
  example: { params: [exampleAddress, "0x60016000526001601ff3"], result: true },
});

export const setNonce = method("hardhat_setNonce", {
  isBeyondBlocks: true,
  summary: "Sets the nonce of an account. Its pending transactions with a lower nonce are dropped.",
  aliases: ["anvil_setNonce", "evm_setAccountNonce"],
  aliasResults: { anvil_setNonce: unsaid },
  isControl: true,
  params: {
    address: account,
    nonce: anyAmount.describe("Below 2^64; with 2^64 - 1 the account can send nothing (EIP-2681)."),
  },
  result: flag,
  example: { params: [exampleAddress, "0x5"], result: true },
});

export const setStorageAt = method("hardhat_setStorageAt", {
  isBeyondBlocks: true,
  summary: "Sets one storage slot of an account.",
  aliases: ["anvil_setStorageAt", "evm_setAccountStorageAt"],
  isControl: true,
  params: {
    address: account,
    position: anyPosition.describe("Slot."),
    value: word.describe("Value, leading zeros optional."),
  },
  result: flag,
  example: { params: [exampleAddress, "0x0", `0x${"00".repeat(31)}2a`], result: true },
});
