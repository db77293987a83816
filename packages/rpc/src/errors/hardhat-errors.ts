/**
 * Defines errors in the form of Hardhat's network 2.29.1: `data` repeats the message, and has the
 * output of the execution and, if it was mined, the hash of the transaction.
 */
import {
  type DecodedError,
  type FailedCheck,
  type FailureExplanation,
  type FaultData,
  type Refusal,
  stackLines,
  type TraceError,
  toChecksum,
  toHex,
} from "@tandem/primitives";
import { shownNameMax } from "../access/access.js";
import { type ErrorName, RpcError, unsupportedMethod } from "../contract/errors.js";
import type { FaultConverter, UnknownBlock } from "./error-form.js";
import { panicCode, revertString } from "./revert-reason.js";

const prefix = "VM Exception while processing transaction:";

/** Solidity's panic codes in Hardhat's wording. */
const panics: ReadonlyMap<bigint, string> = new Map([
  [0x1n, "Assertion error"],
  [0x11n, "Arithmetic operation overflowed outside of an unchecked block"],
  [0x12n, "Division or modulo division by zero"],
  [0x21n, "Tried to convert a value into an enum, but the value was too big or negative"],
  [0x22n, "Incorrectly encoded storage byte array"],
  [0x31n, ".pop() was called on an empty array"],
  [0x32n, "Array accessed at an out-of-bounds or negative index"],
  [0x41n, "Too much memory was allocated, or an array was created that is too large"],
  [0x51n, "Called a zero-initialized variable of internal function type"],
]);

/** Describes an empty revert, and every halt that has no words of its own. */
const withoutReason = "Transaction reverted without a reason string";

function revertWords(
  output: Uint8Array,
  { customError, check }: Pick<FailureExplanation, "customError" | "check">,
): string {
  if (output.length === 0) return check === undefined ? withoutReason : checkWords(check);
  const text = revertString(output);
  if (text !== undefined) return `${prefix} reverted with reason string '${text}'`;
  const code = panicCode(output);
  if (code !== undefined) {
    const words = panics.get(code) ?? "Unknown panic code";
    return `${prefix} reverted with panic code 0x${code.toString(16)} (${words})`;
  }
  if (customError !== undefined) {
    return `${prefix} reverted with custom error '${customErrorWords(customError)}'`;
  }
  return `${prefix} reverted with an unrecognized custom error (return data: ${toHex(output)})`;
}

function checkWords(check: FailedCheck): string {
  const words = "Transaction reverted:";
  switch (check.kind) {
    case "no-function":
      return `${words} function selector was not recognized and there's no fallback function`;
    case "no-receive":
      return `${words} function selector was not recognized and there's no fallback nor receive function`;
    case "not-payable":
      return `${words} non-payable function was called with value ${check.value}`;
    case "fallback-not-payable": {
      const receive = check.isInputEmpty ? "there's no receive function, " : "";
      return `${words} ${receive}fallback function is not payable and was called with value ${check.value}`;
    }
    case "malformed-input":
      return `${words} function was called with incorrect parameters`;
    case "library-called":
      return `${words} library was called directly`;
    case "no-code":
      return `${words} function call to a non-contract account`;
    case "malformed-output":
      return `${words} function returned an unexpected amount of data`;
  }
}

/** Hardhat shows values without names, and in quotes what is no number. */
const customErrorWords = ({ name, args }: DecodedError) =>
  `${name}(${args.map(({ type, value }) => (isQuoted(type) ? `"${value}"` : value)).join(", ")})`;

const isQuoted = (type: string) => /^(?:address|bytes\d*)$/.test(type);

const haltWords: Partial<Record<TraceError, string>> = {
  "Bad instruction": `${prefix} invalid opcode`,
  "Code too large": "Transaction reverted: trying to deploy a contract whose code is too large",
};

interface Failed {
  readonly error: TraceError;
  readonly output: Uint8Array;
  /** The hash of the transaction, if it was mined. */
  readonly hash?: Uint8Array;
  readonly explanation?: FailureExplanation | undefined;
}

function failed({ error, output, hash, explanation }: Failed): RpcError {
  const txHash = hash && { txHash: toHex(hash) };
  const stack = explanation && { stack: stackLines(explanation) };
  const data = toHex(output);
  if (error === "Out of gas") {
    const message = "Transaction ran out of gas";
    return new RpcError(-32000, message, { message, txHash: null, ...txHash, data, ...stack });
  }
  const words =
    error === "Reverted"
      ? revertWords(output, explanation ?? {})
      : (haltWords[error] ?? withoutReason);
  const message = `Error: ${words}`;
  return new RpcError("internal", message, { message, ...txHash, data, ...stack });
}

/** Returns an error of something else than an execution. */
export const withoutOutput = (error: ErrorName | number, message: string): RpcError =>
  new RpcError(error, message, { message, data: null });

/** The refusals that have geth's words in Hardhat's form too. */
type Unnamed = { kind: "undecodable" | "gas-over-allowance" };
type OtherChain = Extract<Refusal, { kind: "other-chain" }>;
/** The refusals whose code is that of invalid parameters. */
type Invalid = OtherChain | { kind: "init-code-too-long" };
type NamedRefusal = Exclude<Refusal, Unnamed | Invalid>;

function otherChainWords({ place, found, expected }: OtherChain): string {
  switch (place) {
    case "request":
      return `Invalid chainId ${found} provided, expected ${expected} instead.`;
    case "eip-155":
      return "Trying to send an incompatible EIP-155 transaction, signed for another chain.";
    case "field":
      return `Trying to send a raw transaction with an invalid chainId. The expected chainId is ${expected}`;
  }
}

const notNext = (
  found: "low" | "high",
  nonces: { readonly next: bigint; readonly found: bigint },
) =>
  `Nonce too ${found}. Expected nonce to be ${nonces.next} but got ${nonces.found}. Note that transactions can't be queued when automining.`;

function refusalWords(refusal: NamedRefusal): string {
  switch (refusal.kind) {
    case "already-known":
      return `Known transaction: ${toHex(refusal.hash)}`;
    case "nonce-too-low":
      return refusal.takesLater
        ? `Transaction nonce too low. Expected nonce to be at least ${refusal.next} but got ${refusal.found}.`
        : notNext("low", refusal);
    case "nonce-too-high":
      return notNext("high", refusal);
    case "insufficient-funds":
      return `Sender doesn't have enough funds to send tx. The max upfront cost is: ${refusal.cost} and the sender's balance is: ${refusal.balance}.`;
    case "gas-too-low":
      return `Transaction requires at least ${refusal.minimum} gas but got ${refusal.found}`;
    case "gas-below-floor":
      return `Transaction requires gas floor of ${refusal.minimum} but got limit of ${refusal.found}`;
    case "gas-over-block-limit":
      return `Transaction gas limit is ${refusal.found} and exceeds block gas limit of ${refusal.limit}`;
    case "underpriced":
      return `Transaction ${refusal.price} (${refusal.found}) is too low for the next block, which has a baseFeePerGas of ${refusal.minimum}`;
    case "replacement-underpriced": {
      const name = refusal.price === "cap" ? "maxFeePerGas" : "maxPriorityFeePerGas";
      return `Replacement transaction underpriced. A gasPrice/${name} of at least ${refusal.minimum} is necessary to replace the existing transaction with nonce ${refusal.nonce}.`;
    }
    case "tip-over-cap":
      return `maxPriorityFeePerGas (${refusal.tip}) is bigger than maxFeePerGas (${refusal.cap})`;
  }
}

function refused(refusal: Refusal | undefined, message: string): RpcError {
  if (refusal === undefined) return withoutOutput("refused", message);
  switch (refusal.kind) {
    case "gas-over-allowance":
      return withoutOutput("refused", message);
    case "undecodable":
      return withoutOutput("params", message);
    case "other-chain":
      return withoutOutput("params", otherChainWords(refusal));
    case "init-code-too-long": {
      const limit = `The max length allowed by EIP-3860 is ${refusal.limit}.`;
      const words = `Trying to send a deployment transaction whose init code length is ${refusal.size}`;
      return withoutOutput("params", `${words}. ${limit}`);
    }
    default:
      return withoutOutput("refused", refusalWords(refusal));
  }
}

function callRefused(refusal: Refusal, message: string): RpcError {
  return refusal.kind === "init-code-too-long"
    ? withoutOutput("refused", "create initcode size limit")
    : refused(refusal, message);
}

/** Hardhat also names an option for blocks with the same timestamp, which this node does not have. */
const timestampWords = ({ found, newest }: { readonly found: number; readonly newest: number }) =>
  found === newest
    ? `Timestamp ${found} is equal to the previous block's timestamp`
    : `Timestamp ${found} is lower than the previous block's timestamp ${newest}`;

export function unsupportedByHardhat(name: string): RpcError {
  const message = `Method ${name.slice(0, shownNameMax)} is not supported`;
  return withoutOutput(unsupportedMethod, message);
}

/** Returns the error of a request to trace a transaction that is not mined. */
export const untracedByHardhat = (hash: unknown): RpcError =>
  withoutOutput("refused", `Unable to find a block containing transaction ${hash}`);

/** Returns the error of a request for the state of a block that does not exist. */
export function unknownToHardhat({ block, head }: UnknownBlock): RpcError {
  const name = "hash" in block ? toHex(block.hash) : block.number;
  const message = `Received invalid block tag ${name}. Latest block number is ${head}`;
  return withoutOutput("refused", message);
}

const feeWords = {
  maxFeePerGas: "Cannot send both gasPrice and maxFeePerGas params",
  maxPriorityFeePerGas: "Cannot send both gasPrice and maxPriorityFeePerGas",
} as const;

function badRequest(fault: Extract<FaultData, { readonly code: "bad-request" }>): RpcError {
  const { timestamp, feeWithPrice, message } = fault;
  if (timestamp !== undefined) return withoutOutput("refused", timestampWords(timestamp));
  if (feeWithPrice !== undefined) return withoutOutput("refused", feeWords[feeWithPrice]);
  return withoutOutput("params", message);
}

/** Converts a fault to Hardhat's form. Returns undefined if that form is the standard one. */
export const hardhatError: FaultConverter = (fault: FaultData) => {
  switch (fault.code) {
    case "reverted":
      return failed({ error: "Reverted", output: fault.data, explanation: fault.explanation });
    case "transaction-failed":
      return failed(fault);
    case "execution-failed":
      if (fault.error) {
        const { error, explanation } = fault;
        return failed({ error, output: new Uint8Array(0), explanation });
      }
      return fault.refusal && callRefused(fault.refusal, fault.message);
    case "unknown-block":
      return withoutOutput("params", "blockHash cannot be found");
    case "unknown-account":
      return withoutOutput("refused", `Unknown account ${toChecksum(fault.address)}`);
    case "transaction-refused":
      return refused(fault.refusal, fault.message);
    case "bad-request":
      return badRequest(fault);
    default:
      return undefined;
  }
};
