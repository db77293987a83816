/**
 * Makes the library's frames yield to the event loop: during a frame, and while a long code is
 * searched for jump destinations. The library awaits every instruction, but only for a microtask.
 */
import type { EVM } from "@ethereumjs/evm";
import { toBigInt } from "@tandem/primitives";
import { nothingToSave, runSlices, type Slices, type YieldIfDue } from "../environment/slices.js";
import {
  codeScannedInSlice,
  codeSearchedMax,
  codesKnownMax,
  gasBetweenLooks,
  stepsBetweenLooks,
} from "../limits.js";
import type { CodeEnd } from "./run-state.js";

/**
 * The library's analysis of a code: by offset, by the offset behind a PUSH, and by offset again.
 */
interface CodeSearch {
  readonly jumps: Uint8Array;
  readonly pushes: Readonly<Record<number, bigint>>;
  readonly opcodesCached: readonly unknown[];
}

/** The members of the library's interpreter of a frame that are used here. */
interface Interpreter {
  readonly _evm: EVM;
  readonly _runState: { readonly gasLeft: bigint };
  run(code: Uint8Array, options?: object): Promise<CodeEnd>;
  runStep(instruction?: unknown): Promise<void>;
  lookupOpInfo(opcode: number): unknown;
  _getValidJumpDestinations(code: Uint8Array): CodeSearch;
}

/**
 * The state of an EVM whose frames check the clock: the work since the last check, and its analyses
 * of codes.
 */
class PacedEvm {
  readonly yieldIfDue: YieldIfDue;
  onCodeEnd: (end: CodeEnd) => void = () => {};
  #steps = 0;
  #gasLeft = 0n;
  #known = new WeakMap<Uint8Array, CodeSearch>();
  #knownCount = 0;

  constructor(yieldIfDue: YieldIfDue) {
    this.yieldIfDue = yieldIfDue;
  }

  /** Returns whether the work since the last check makes another one due. */
  isLookDue(gasLeft: bigint): boolean {
    this.#steps++;
    const used = this.#gasLeft - gasLeft;
    // The gas is higher than before if another frame continues.
    if (this.#steps < stepsBetweenLooks && used >= 0n && used < gasBetweenLooks) return false;
    this.#steps = 0;
    this.#gasLeft = gasLeft;
    return true;
  }

  knowledgeOf(code: Uint8Array): CodeSearch | undefined {
    return this.#known.get(code);
  }

  /** Caches the analysis for the next frames of the code, until some others were added. */
  keep(code: Uint8Array, found: CodeSearch): CodeSearch {
    this.#knownCount++;
    if (this.#knownCount > codesKnownMax) {
      this.#known = new WeakMap();
      this.#knownCount = 1;
    }
    this.#known.set(code, found);
    return found;
  }
}

const paced = new WeakMap<EVM, PacedEvm>();
const prototypes = new WeakSet<object>();

const jumpDestination = 0x5b;
const firstPush = 0x60;
const lastPush = 0x7f;

/** Returns the value of a PUSH, with zeros behind a code that ends within it. */
function pushedAt(code: Uint8Array, at: number): bigint {
  const length = (code[at] as number) - firstPush + 1;
  const present = toBigInt(code.subarray(at + 1, at + 1 + length));
  const missing = at + 1 + length - code.length;
  return missing > 0 ? present << BigInt(8 * missing) : present;
}

/** Finds jump destinations outside of PUSH data, in slices. */
export function* searchJumps(code: Uint8Array): Slices<Uint8Array> {
  const jumps = new Uint8Array(code.length);
  let sliceEnd = codeScannedInSlice;
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at] as number;
    if (opcode === jumpDestination) jumps[at] = 1;
    else if (opcode >= firstPush && opcode <= lastPush) at += opcode - firstPush + 1;
    if (at < sliceEnd) continue;
    sliceEnd = at + codeScannedInSlice;
    yield nothingToSave;
  }
  return jumps;
}

/**
 * Returns the analysis of a code that is too long to be searched at once; most of it is computed on
 * demand.
 */
async function searchLong(interpreter: Interpreter, code: Uint8Array, yieldIfDue: YieldIfDue) {
  const jumps = await runSlices(searchJumps(code), yieldIfDue);
  const pushes = new Proxy({}, { get: (_, place) => pushedAt(code, Number(place) - 1) });
  const opcodesCached = new Proxy([], {
    get: (_, place) => interpreter.lookupOpInfo(code[Number(place)] as number),
  });
  return { jumps, pushes, opcodesCached };
}

function patch(prototype: Interpreter): void {
  const { run, runStep, _getValidJumpDestinations: search } = prototype;
  prototype.run = async function (this: Interpreter, code, options) {
    const evm = paced.get(this._evm);
    const isLong = code.length > codeSearchedMax;
    if (evm !== undefined && isLong && evm.knowledgeOf(code) === undefined)
      evm.keep(code, await searchLong(this, code, evm.yieldIfDue));
    const end = await run.call(this, code, options);
    evm?.onCodeEnd(end);
    return end;
  };
  prototype.runStep = function (this: Interpreter, instruction) {
    const evm = paced.get(this._evm);
    const isDue = evm?.isLookDue(this._runState.gasLeft) === true;
    const pause = isDue ? evm?.yieldIfDue() : undefined;
    if (pause === undefined) return runStep.call(this, instruction);
    return pause.then(() => runStep.call(this, instruction));
  };
  prototype._getValidJumpDestinations = function (this: Interpreter, code) {
    const evm = paced.get(this._evm);
    if (evm === undefined) return search.call(this, code);
    return evm.knowledgeOf(code) ?? evm.keep(code, search.call(this, code));
  };
}

/**
 * Makes the frames of an EVM check the clock from now on; other EVMs are not affected.
 * @param yieldIfDue may throw to end the execution, or return a pause.
 */
export async function paceFrames(evm: EVM, yieldIfDue: YieldIfDue): Promise<void> {
  // The library does not export the class: it is taken from the frame of a minimal execution.
  const { runState } = await evm.runCode({ code: Uint8Array.of(0x00), gasLimit: 1n });
  if (runState === undefined) throw new Error("a frame of the EVM does not show its state");
  const prototype = Object.getPrototypeOf(runState.interpreter) as Interpreter;
  paced.set(evm, new PacedEvm(yieldIfDue));
  if (prototypes.has(prototype)) return;
  prototypes.add(prototype);
  patch(prototype);
}

/** Sets what is told of the ends of the frames of a paced EVM. */
export function observeCodeEnds(evm: EVM, onCodeEnd: (end: CodeEnd) => void): void {
  const found = paced.get(evm);
  if (found !== undefined) found.onCodeEnd = onCodeEnd;
}
