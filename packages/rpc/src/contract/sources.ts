/** Declares the methods that read the compilations of contracts. */
import * as z from "@tandem/schema";
import { blockRef } from "./codec/block-ref.js";
import { address, hash32, plainCount } from "./codec/wire.js";
import { orNull } from "./codec/writer.js";
import { exampleAddress, exampleRecipient, exampleTransactionHash } from "./example.js";
import { method } from "./method.js";

const entry = z.object({
  address,
  name: orNull(z.string()),
  file: orNull(z.string()),
  line: orNull(plainCount),
  column: orNull(plainCount),
});

const stackTrace = z.object({
  stack: z.array(entry),
  omitted: plainCount,
  customError: orNull(z.string()),
  check: orNull(z.string()),
  problem: orNull(z.string()),
});

export const getStackTrace = method("tandem_getStackTrace", {
  historical: { kind: "transaction", param: "hash" },
  summary:
    "Returns the functions of Solidity that had not returned when a transaction failed, the innermost first, by the " +
    "compilations of `--build-info`, and its custom error. `check` tells which check of the compiler failed, where the revert " +
    "has no data, such as that a function is not payable. Lines and columns count from 1. `name`, `file`, `line` and " +
    "`column` are null where a contract's source is not known. The values of a custom error are cut after 16,384 characters, " +
    "and say how long they are. `omitted` counts entries that are left out before the last " +
    "one. `problem` is the reason why it could not be executed again, or why `stack` has only the functions that were " +
    "called from outside their contracts. Null if the transaction is not mined or " +
    "succeeded, or no contract that took part is in the compilations.",
  params: { hash: hash32.describe("Transaction hash.") },
  result: orNull(stackTrace),
  faults: ["limit"],
  example: {
    params: [exampleTransactionHash],
    result: {
      stack: [
        {
          address: exampleRecipient,
          name: "Lock.open",
          file: "contracts/Lock.sol",
          line: 20,
          column: 13,
        },
      ],
      omitted: 0,
      customError: "StillLocked(opensAt: 1800000000)",
      check: null,
      problem: null,
    },
  },
});

const compiledContract = z.object({
  name: orNull(z.string()),
  file: orNull(z.string()),
  abi: orNull(z.array(z.unknown())),
  implementation: orNull(address),
});

export const getCompiledContract = method("tandem_getCompiledContract", {
  historical: { kind: "state", param: "block" },
  summary:
    "Returns which contract of the compilations of `--build-info` an account has the code of: its name, the file of its " +
    "source, and its ABI as the compiler wrote it, which is null if its text is longer than 1 MiB. `implementation` is " +
    "the account whose code it runs, by a delegation (EIP-7702), as a minimal proxy (ERC-1167) or as a proxy that can " +
    "be upgraded (ERC-1967). Members that are not known are null. Null if there are no compilations, or the code is " +
    "neither one of theirs nor that of a proxy.",
  params: {
    address: address.describe("Account with the code."),
    block: blockRef.describe("Block after which the state is read.").prefault("latest"),
  },
  result: orNull(compiledContract),
  faults: ["limit"],
  example: {
    params: [exampleAddress, "latest"],
    result: {
      name: "Lock",
      file: "contracts/Lock.sol",
      abi: [
        { type: "function", name: "open", inputs: [], outputs: [], stateMutability: "nonpayable" },
      ],
      implementation: null,
    },
  },
});
