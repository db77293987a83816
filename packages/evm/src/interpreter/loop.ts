/**
 * Runs frames without a promise for each instruction. @ethereumjs/evm awaits every step, though few of its
 * instructions are asynchronous, and searches the jump destinations of a code at each call. This loop
 * awaits only promises, and keeps the analysis of a code. Instructions, gas and frames are the library's.
 * A frame that is observed step by step, or of a kind that this loop does not know, runs in the
 * library's loop.
 */
import type { Common } from "@ethereumjs/common";
import { type EVM, EVMError } from "@ethereumjs/evm";
import type { Pace } from "../execution/pace.js";
import {
  bytesAnalysedMax,
  codeAnalysedMax,
  costlyGas,
  gasBetweenLooks,
  gasPerStep,
} from "../limits.js";
import { after, runSlices } from "../slices.js";
import type { RunState } from "../trace/probe.js";
import {
  analyseCode,
  type CodeAnalysis,
  type Instruction,
  searchLongCode,
} from "./code-analysis.js";
import { runStraight } from "./straight-run.js";

/** The library's interpreter of one frame, as far as the loop touches it. */
export interface Interpreter {
  readonly _evm: EVM;
  readonly _runState: RunState;
  readonly common: Common;
  readonly _result: { returnValue?: Uint8Array };
  run(code: Uint8Array, options?: { readonly pc?: number }): Promise<RunResult>;
  useGas(amount: bigint): void;
  lookupOpInfo(opcode: number): unknown;
  _getValidJumpDestinations(code: Uint8Array): Pick<CodeAnalysis, "jumps" | "pushes"> & {
    readonly opcodesCached: readonly unknown[];
  };
}

interface RunResult {
  readonly runState: RunState;
  readonly exceptionError: EVMError | undefined;
}

const joined = new WeakMap<EVM, Pace["look"]>();
const prototypes = new WeakSet<object>();

/** With the table of the fork they were made for. */
let analyses = new WeakMap<
  Uint8Array,
  { readonly fork: string; readonly analysis: CodeAnalysis }
>();
let bytesAnalysed = 0;
/** What is known of runs takes this much more than jump destinations alone. */
const bytesOfRunsPerByte = 32;

/** The table is the EVM's own copy, made for its fork. */
export const instructionsOf = (evm: EVM) =>
  (evm as unknown as { readonly _opcodeMap: readonly Instruction[] })._opcodeMap;

/** JUMPDEST. */
export const jumpDestination = 0x5b;

/** STOP and RETURN: the library throws to end a frame at them. */
const stop = 0x00;
const returnData = 0xf3;

/** Reads the range of memory that RETURN has on top of the stack. */
function returned({ stack, memory }: RunState): Uint8Array {
  const [offset, length] = stack.popN(2) as [bigint, bigint];
  return length === 0n ? new Uint8Array(0) : memory.read(Number(offset), Number(length));
}

/** First byte of a container of EIP-3540, which no fork here has. */
const containerMark = 0xef;

/**
 * Lets an EVM run in this loop from now on; others keep the library's.
 * @param interpreter of any frame of it: the library does not export the class.
 * @param look is called every so many instructions; may throw to end the execution, or ask for a pause.
 */
export function joinLoop(evm: EVM, interpreter: Interpreter, look: Pace["look"]): void {
  joined.set(evm, look);
  const prototype = Object.getPrototypeOf(interpreter) as Interpreter;
  if (prototypes.has(prototype)) return;
  prototypes.add(prototype);
  const { run } = prototype;
  prototype.run = function (this: Interpreter, code, options) {
    const isKnown = options?.pc === undefined && code[0] !== containerMark;
    const isWatched = this._evm.events.listenerCount("step") > 0;
    const look = joined.get(this._evm);
    if (look === undefined || !isKnown) return run.call(this, code, options);
    if (!isWatched) return runFrame(this, code, look);
    return code.length > codeAnalysedMax
      ? runWatchedLong(this, code, look, run)
      : run.call(this, code, options);
  };
}

/** In the library's loop, which would search the code in one go. */
async function runWatchedLong(
  interpreter: Interpreter,
  code: Uint8Array,
  look: Pace["look"],
  run: Interpreter["run"],
): Promise<RunResult> {
  const { jumps, pushes } = await analyse(interpreter, code, look);
  const opcodesCached = new Proxy([], {
    get: (_, place) => interpreter.lookupOpInfo(code[Number(place)] as number),
  });
  interpreter._getValidJumpDestinations = () => ({ jumps, pushes, opcodesCached });
  return run.call(interpreter, code);
}

function analyse(
  interpreter: Interpreter,
  code: Uint8Array,
  look: Pace["look"],
): CodeAnalysis | Promise<CodeAnalysis> {
  const fork = interpreter.common.hardfork();
  const known = analyses.get(code);
  if (known?.fork === fork) return known.analysis;
  const found =
    code.length <= codeAnalysedMax
      ? analyseCode(code, instructionsOf(interpreter._evm))
      : runSlices(searchLongCode(code), look);
  return after(found, (analysis) => keepAnalysis(code, fork, analysis));
}

function keepAnalysis(code: Uint8Array, fork: string, analysis: CodeAnalysis): CodeAnalysis {
  const bytes = analysis.hasRuns ? code.length : code.length / bytesOfRunsPerByte;
  bytesAnalysed += bytes;
  if (bytesAnalysed > bytesAnalysedMax) {
    analyses = new WeakMap();
    bytesAnalysed = bytes;
  }
  analyses.set(code, { fork, analysis });
  return analysis;
}

async function runFrame(
  interpreter: Interpreter,
  code: Uint8Array,
  look: Pace["look"],
): Promise<RunResult> {
  const { _runState: runState, common } = interpreter;
  const found = analyse(interpreter, code, look);
  const analysis = found instanceof Promise ? await found : found;
  const instructions = instructionsOf(interpreter._evm);
  const program = { analysis, instructions, common };
  runState.code = code;
  runState.validJumps = analysis.jumps;
  runState.cachedPushes = analysis.pushes;
  runState.shouldDoJumpAnalysis = false;
  let exceptionError: EVMError | undefined;
  let gasLeft = gasBetweenLooks;
  try {
    while (runState.programCounter < code.length) {
      if (analysis.hasRuns) gasLeft -= runStraight(runState, program, gasBetweenLooks);
      if (runState.programCounter >= code.length) break;
      const opcode = code[runState.programCounter] as number;
      const { opcodeInfo, opHandler, gasHandler } = instructions[opcode] as Instruction;
      runState.opCode = opcode;
      let gas = opcodeInfo.feeBigInt;
      if (opcodeInfo.dynamicGas) {
        const asked = gasHandler(runState, gas, common);
        gas = typeof asked === "bigint" ? asked : await asked;
        if (gas >= costlyGas) gasLeft = 0;
      }
      gasLeft -= gasPerStep;
      if (gasLeft < 0) {
        gasLeft = gasBetweenLooks;
        const pause = look();
        if (pause !== undefined) await pause;
      }
      if (opcodeInfo.isInvalid) throw new EVMError(EVMError.errorMessages.INVALID_OPCODE);
      interpreter.useGas(gas);
      runState.programCounter++;
      // The instance's own JUMPDEST only looks at the clock, which is done here.
      if (opcode === jumpDestination) continue;
      if (opcode === stop) break;
      if (opcode === returnData) {
        interpreter._result.returnValue = returned(runState);
        break;
      }
      const done = opHandler(runState, common);
      if (done !== undefined) await done;
    }
  } catch (error) {
    if (!(error instanceof EVMError)) throw error;
    if (error.error !== EVMError.errorMessages.STOP) exceptionError = error;
  }
  return { runState, exceptionError };
}
