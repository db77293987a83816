/** Finds the check of Solidity's compiler that an execution failed: such a revert has no data. */
import { abiItemsOf, functionOf } from "@tandem/explorer/abi";
import { callOpcodes, type FailedCheck, toHex } from "@tandem/primitives";
import type { ExecutedContract } from "./compiled-contracts.js";
import type { OpenFrame } from "./failure-tracer.js";
import { innermostPartOf } from "./frame-entries.js";
import { isSamePart } from "./source-map.js";

const extcodesize = 0x3b;
const revert = 0xfd;
const selectorBytes = 4;
const wordBytes = 32;

/** The items of an ABI that say whether coins are taken: functions, a constructor, `fallback` and `receive`. */
interface Entrance {
  readonly type?: unknown;
  readonly stateMutability?: unknown;
  /** Takes the place of the mutability in compilers before 0.4.16. */
  readonly payable?: unknown;
  readonly inputs?: readonly unknown[];
}

/** @param frame the innermost that failed. @returns undefined if it did not fail at a check, or with data. */
export function failedCheckOf(
  frame: OpenFrame,
  contract: ExecutedContract,
): FailedCheck | undefined {
  const { position, statement, code, outputBytes } = frame;
  if (outputBytes > 0 || position === undefined || code[position] !== revert) return undefined;
  return statement === undefined
    ? entryCheckOf(frame, contract)
    : callCheckOf(frame, position, contract);
}

/** Returns the check before a function or a constructor begins. */
function entryCheckOf(frame: OpenFrame, contract: ExecutedContract): FailedCheck | undefined {
  const { selector, value, inputBytes = 0 } = frame;
  if (isLibraryCall(frame, contract)) return { kind: "library-called" };
  const abi = contract.abi as readonly Entrance[];
  const called =
    selector === undefined
      ? abi.find(({ type }) => type === "constructor")
      : (functionOf(toHex(selector), abiItemsOf(abi)) as Entrance | undefined);
  if (selector !== undefined && called === undefined) return fallbackCheckOf(frame, abi);
  if (value > 0n && !isPayable(called)) return { kind: "not-payable", value };
  const leastBytes = selectorBytes + wordBytes * (called?.inputs?.length ?? 0);
  // Init code does not tell where the arguments of its constructor begin.
  const isShort = selector === undefined || inputBytes < leastBytes;
  return isShort ? { kind: "malformed-input" } : undefined;
}

/** Returns the check that a call failed which chooses no function. */
function fallbackCheckOf(
  { value, inputBytes }: OpenFrame,
  abi: readonly Entrance[],
): FailedCheck | undefined {
  const receive = abi.find(({ type }) => type === "receive");
  const fallback = abi.find(({ type }) => type === "fallback");
  if (inputBytes === 0 && receive !== undefined) return undefined;
  if (fallback === undefined) {
    return inputBytes === 0 ? { kind: "no-receive" } : { kind: "no-function" };
  }
  if (value === 0n || isPayable(fallback)) return undefined;
  return { kind: "fallback-not-payable", value, isInputEmpty: inputBytes === 0 };
}

const isPayable = (entrance: Entrance | undefined) =>
  entrance?.stateMutability === "payable" || entrance?.payable === true;

/** Returns whether a library is called, of which only functions that read may be. */
function isLibraryCall({ to, code }: OpenFrame, contract: ExecutedContract): boolean {
  const own = contract.code.ownAddressIn(code);
  return own !== undefined && Buffer.compare(own, to) === 0;
}

/** Returns the check of a call in a statement. */
function callCheckOf(
  frame: OpenFrame,
  position: number,
  contract: ExecutedContract,
): FailedCheck | undefined {
  const { instructions } = contract;
  const part = innermostPartOf(frame, contract);
  const sizeAt = lastCodeSize(frame, position, contract);
  // The check is of the expression that calls, or in a block that several of them share.
  const parts = [part, instructions.get(position)];
  if (sizeAt !== undefined && parts.some((one) => isSamePart(one, instructions.get(sizeAt)))) {
    return { kind: "no-code" };
  }
  const { returned } = frame;
  const caller = returned === undefined ? undefined : instructions.get(returned);
  return isSamePart(caller, part) ? { kind: "malformed-output" } : undefined;
}

/**
 * Returns the position of the EXTCODESIZE before a position, on the way on which the execution came; undefined if there
 * is none, or a call after it. The revert may be in a block that others share, or in a function of the compiler.
 */
function lastCodeSize(
  { code, functions }: OpenFrame,
  position: number,
  contract: ExecutedContract,
): number | undefined {
  const ways = new Map(
    functions.flatMap(({ call, entry, arrivals }) => [
      [entry, call] as const,
      ...arrivals.map(({ at, from }) => [at, from] as const),
    ]),
  );
  for (let at = position; at >= 0; at--) {
    const opcode = contract.instructions.has(at) ? code[at] : undefined;
    if (opcode === extcodesize) return at;
    if (opcode !== undefined && callOpcodes.has(opcode)) return undefined;
    if (!contract.targets.has(at)) continue;
    // Each way is gone once.
    const from = ways.get(at);
    ways.delete(at);
    if (from === undefined) return undefined;
    at = from + 1;
  }
  return undefined;
}
