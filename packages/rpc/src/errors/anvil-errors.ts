/**
 * Defines errors in the form of anvil 1.7.1: geth's codes and messages, and its own where they
 * differ.
 */
import { isUtf8 } from "node:buffer";
import { type FaultData, type Refusal, type TraceError, toHex } from "@tandem/primitives";
import { RpcError } from "../contract/errors.js";
import type { FaultConverter, UnknownBlock } from "./error-form.js";
import { panicCode, revertString } from "./revert-reason.js";

/** The code of a transaction that is refused (EIP-1474). */
const rejected = -32003;

const panics: ReadonlyMap<bigint, string> = new Map([
  [0x1n, "assertion failed"],
  [0x11n, "arithmetic underflow or overflow"],
  [0x12n, "division or modulo by zero"],
  [0x21n, "failed to convert value into enum type"],
  [0x22n, "storage byte array incorrectly encoded"],
  [0x31n, "call to pop() on empty array"],
  [0x32n, "array out-of-bounds access"],
  [0x41n, "memory allocation error"],
  [0x51n, "called an invalid internal function"],
]);

const selectorBytes = 4;

function reasonOf(output: Uint8Array): string | undefined {
  const text = revertString(output);
  if (text !== undefined) return text;
  const code = panicCode(output);
  if (code !== undefined) {
    const words = panics.get(code) ?? "unknown panic";
    return `panic: ${words} (0x${code.toString(16).padStart(2, "0")})`;
  }
  if (output.length < selectorBytes) return undefined;
  const values = output.subarray(selectorBytes);
  const selector = toHex(output.subarray(0, selectorBytes));
  return `custom error ${selector}${values.length === 0 ? "" : `: ${textOrHex(values)}`}`;
}

/** Returns the bytes as the text that they encode, or in hex without prefix if they encode none. */
const textOrHex = (bytes: Uint8Array): string =>
  isUtf8(bytes) ? Buffer.from(bytes).toString() : toHex(bytes).slice(2);

function reverted(output: Uint8Array): RpcError {
  const reason = reasonOf(output);
  const message = reason === undefined ? "execution reverted" : `execution reverted: ${reason}`;
  return new RpcError("reverted", message, toHex(output));
}

/** The code of a block that is named by an unknown hash (EIP-1898). */
const notFound = -32001;

/** Returns the error of a request for the state of a block that does not exist. */
export function unknownToAnvil({ block, head }: UnknownBlock): RpcError {
  if ("hash" in block) return new RpcError(notFound, "Resource not found");
  const message = `BlockOutOfRangeError: block height is ${head} but requested was ${block.number}`;
  return new RpcError("params", message);
}

/** The names of revm for the causes of a halt. */
const halts: Partial<Record<TraceError, string>> = {
  "Bad instruction": "InvalidFEOpcode",
  "Out of gas": "OutOfGas",
  "Stack underflow": "StackUnderflow",
  "Out of stack": "StackOverflow",
  "Bad jump destination": "InvalidJump",
  "Out of bounds": "OutOfOffset",
  "Code too large": "CreateContractSizeLimit",
  "Invalid code": "CreateContractStartingWithEF",
};

const unfunded = () => new RpcError(rejected, "Insufficient funds for gas * price + value");

function halted(error: TraceError): RpcError {
  // Of the outermost call this is no halt of the EVM: anvil refuses a transfer that nobody can pay.
  if (error === "Insufficient balance") return unfunded();
  return new RpcError("internal", `EVM error ${halts[error] ?? error}`);
}

/** anvil compares the chain of a request with the one that its signer has. */
function otherChain({ place, found, expected }: Extract<Refusal, { kind: "other-chain" }>) {
  if (place !== "request") return new RpcError(rejected, "invalid chain id for signer");
  const ids = `chain ID (${found}) does not match the signer's chain ID (${expected})`;
  return new RpcError("params", `transaction-provided ${ids}`);
}

function refused(refusal: Refusal): RpcError {
  switch (refusal.kind) {
    case "undecodable":
      return new RpcError("params", "Failed to decode transaction");
    case "nonce-too-low":
      return new RpcError(rejected, "nonce too low");
    case "nonce-too-high":
      return new RpcError(rejected, "nonce too high");
    case "insufficient-funds":
      return unfunded();
    case "underpriced":
      return new RpcError(rejected, "max fee per gas less than block base fee");
    case "replacement-underpriced":
      return new RpcError(rejected, "replacement transaction underpriced");
    case "tip-over-cap":
      return new RpcError(rejected, "max priority fee per gas higher than max fee per gas");
    case "already-known":
      return new RpcError(rejected, "transaction already imported");
    case "other-chain":
      return otherChain(refusal);
    case "init-code-too-long":
      return new RpcError(rejected, "max initcode size exceeded");
    case "gas-over-allowance": {
      const message = `Out of gas: gas required exceeds allowance: ${refusal.allowance}`;
      return new RpcError(rejected, message);
    }
    case "gas-too-low":
    case "gas-below-floor":
      return new RpcError("refused", "intrinsic gas too low");
    case "gas-over-block-limit":
      return new RpcError(
        "refused",
        "intrinsic gas too high -- tx.gas_limit > env.block.gas_limit",
      );
  }
}

/** The words of revm for calls with too little gas; transactions are refused in geth's words. */
const callsRefused: Partial<Record<Refusal["kind"], string>> = {
  "gas-too-low": "intrinsic gas too high -- CallGasCostMoreThanGasLimit",
  "gas-below-floor": "intrinsic gas too high -- GasFloorMoreThanGasLimit",
};

function callRefused(refusal: Refusal): RpcError {
  const message = callsRefused[refusal.kind];
  return message === undefined ? refused(refusal) : new RpcError("refused", message);
}

/** anvil accepts the time of the newest block, which a block here cannot have. */
function timestampRefused({ found, newest }: { readonly found: number; readonly newest: number }) {
  if (found === newest) return undefined;
  const message = `Timestamp error: ${found} is lower than previous block's timestamp`;
  return new RpcError("params", message);
}

/** Converts a fault to anvil's form. Returns undefined if that form is the standard one. */
export const anvilError: FaultConverter = (fault: FaultData) => {
  switch (fault.code) {
    case "reverted":
      return reverted(fault.data);
    case "transaction-failed":
      return fault.error === "Reverted" ? reverted(fault.output) : halted(fault.error);
    case "execution-failed":
      return fault.refusal ? callRefused(fault.refusal) : fault.error && halted(fault.error);
    case "unknown-account":
      return new RpcError("params", "No Signer available");
    case "transaction-refused":
      return fault.refusal && refused(fault.refusal);
    case "bad-request":
      return fault.timestamp && timestampRefused(fault.timestamp);
    default:
      return undefined;
  }
};
