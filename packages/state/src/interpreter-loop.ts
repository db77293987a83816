/**
 * The interpreter's loop, without a promise an instruction. @ethereumjs/evm waits for every step,
 * though few of its instructions are asynchronous, and looks for the jump destinations of a code
 * anew at each call. Here only what is a promise is waited for, and what was found of a code is
 * kept with it. Instructions, gas and frames stay the library's own; a frame that somebody watches
 * step by step, or of a kind this loop does not know, runs in the library's loop.
 */
import type { Common } from "@ethereumjs/common";
import { type EVM, EVMError } from "@ethereumjs/evm";
import { bytesAnalysedMax, costlyGas, stepsBetweenLooks } from "./limits.js";
import type { Pace } from "./pace.js";
import type { RunState } from "./trace/probe.js";

interface Instruction {
  readonly opcodeInfo: {
    readonly feeBigInt: bigint;
    readonly dynamicGas: boolean;
    readonly isInvalid: boolean;
  };
  readonly opHandler: (runState: RunState, common: Common) => unknown;
  readonly gasHandler: (
    runState: RunState,
    gas: bigint,
    common: Common,
  ) => bigint | Promise<bigint>;
}

/** What the library finds out about a code before the first jump. */
interface Analysis {
  readonly jumps: Uint8Array;
  readonly pushes: Record<number, bigint>;
}

/** The library's interpreter of one frame, as far as the loop touches it. */
export interface Interpreter {
  readonly _evm: EVM;
  readonly _runState: RunState;
  readonly common: Common;
  run(code: Uint8Array, options?: { readonly pc?: number }): Promise<RunResult>;
  _getValidJumpDestinations(code: Uint8Array): Analysis;
  useGas(amount: bigint): void;
}

interface RunResult {
  readonly runState: RunState;
  readonly exceptionError: EVMError | undefined;
}

const joined = new WeakMap<EVM, Pace["look"]>();
const prototypes = new WeakSet<object>();

let analyses = new WeakMap<Uint8Array, Analysis>();
let bytesAnalysed = 0;

const instructionsOf = (evm: EVM) =>
  (evm as unknown as { readonly _opcodeMap: readonly Instruction[] })._opcodeMap;

/** JUMPDEST. */
export const jumpDestination = 0x5b;

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
    return look !== undefined && isKnown && !isWatched
      ? runFrame(this, code, look)
      : run.call(this, code, options);
  };
}

function analyse(interpreter: Interpreter, code: Uint8Array): Analysis {
  const known = analyses.get(code);
  if (known !== undefined) return known;
  const { jumps, pushes } = interpreter._getValidJumpDestinations(code);
  bytesAnalysed += code.length;
  if (bytesAnalysed > bytesAnalysedMax) {
    analyses = new WeakMap();
    bytesAnalysed = code.length;
  }
  analyses.set(code, { jumps, pushes });
  return { jumps, pushes };
}

async function runFrame(
  interpreter: Interpreter,
  code: Uint8Array,
  look: Pace["look"],
): Promise<RunResult> {
  const { _runState: runState, common } = interpreter;
  const { jumps, pushes } = analyse(interpreter, code);
  const instructions = instructionsOf(interpreter._evm);
  runState.code = code;
  runState.validJumps = jumps;
  runState.cachedPushes = pushes;
  runState.shouldDoJumpAnalysis = false;
  let exceptionError: EVMError | undefined;
  let stepsLeft = stepsBetweenLooks;
  try {
    while (runState.programCounter < code.length) {
      const opcode = code[runState.programCounter] as number;
      const { opcodeInfo, opHandler, gasHandler } = instructions[opcode] as Instruction;
      runState.opCode = opcode;
      let gas = opcodeInfo.feeBigInt;
      if (opcodeInfo.dynamicGas) {
        const asked = gasHandler(runState, gas, common);
        gas = typeof asked === "bigint" ? asked : await asked;
        if (gas >= costlyGas) stepsLeft = 0;
      }
      if (--stepsLeft < 0) {
        stepsLeft = stepsBetweenLooks;
        const pause = look();
        if (pause !== undefined) await pause;
      }
      if (opcodeInfo.isInvalid) throw new EVMError(EVMError.errorMessages.INVALID_OPCODE);
      interpreter.useGas(gas);
      runState.programCounter++;
      // The machine's own JUMPDEST only looks at the clock, which is done here.
      if (opcode === jumpDestination) continue;
      const done = opHandler(runState, common);
      if (done !== undefined) await done;
    }
  } catch (error) {
    if (!(error instanceof EVMError)) throw error;
    if (error.error !== EVMError.errorMessages.STOP) exceptionError = error;
  }
  return { runState, exceptionError };
}
