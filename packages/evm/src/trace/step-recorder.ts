/** Records every instruction with the EVM's state before it: geth's struct logs. */
import type { EVMResult, InterpreterStep, Message } from "@ethereumjs/evm";
import {
  emptyBytes,
  fromBigInt,
  fromKey,
  padStart,
  type Step,
  type StepOptions,
  type StepTrace,
  toKey,
} from "@tandem/primitives";
import type { EvmState } from "../environment/evm-state.js";
import { isCreation, type Opening } from "../frames/frame.js";
import { failureOf } from "../library/frame-failure.js";
import type { Probe } from "../library/probe.js";
import type { RunState } from "../library/run-state.js";
import { stepBytes } from "../limits.js";
import type { Budget } from "./budget.js";
import type { Executed } from "./tracer.js";

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** An open frame. */
interface Open {
  readonly isCreation: boolean;
  readonly depth: number;
  /** Its latest step, if that was recorded. */
  last: Mutable<Step> | undefined;
  returnData: Uint8Array;
}

/** Instructions that end the code of a call without a failure. */
export const endings: readonly string[] = ["STOP", "RETURN", "SELFDESTRUCT"];

const word = (value: bigint) => padStart(fromBigInt(value), 32);

const bytesOfWords = (words: bigint) => Number(words) * 32;

/** Returns a copy of the memory, with zeros where nothing was written yet. */
function wholeMemory(written: Uint8Array, bytes: number): Uint8Array {
  const memory = new Uint8Array(bytes);
  memory.set(written.subarray(0, bytes));
  return memory;
}

export class StepRecorder implements Probe {
  readonly #options: StepOptions;
  readonly #state: EvmState;
  readonly #steps: Step[] = [];
  readonly #open: Open[] = [];
  /** Slots accessed so far by contract, both as keys. */
  readonly #storages = new Map<string, Map<string, Uint8Array>>();
  /** The last recorded slots of a contract, by contract. */
  readonly #shown = new Map<string, NonNullable<Step["storage"]>>();
  readonly #budget: Budget;

  constructor(options: StepOptions, state: EvmState, budget: Budget) {
    this.#budget = budget;
    this.#options = options;
    this.#state = state;
  }

  onOpen(message: Message, opening: Opening): void {
    const { depth } = message;
    this.#open.push({
      isCreation: isCreation(opening),
      depth,
      last: undefined,
      returnData: emptyBytes,
    });
  }

  onStep(step: InterpreterStep): undefined {
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    const { opcode, stack, memory, memoryWordCount, gasRefund } = step;
    this.#add(frame, {
      pc: step.pc,
      op: opcode.name,
      gas: step.gasLeft,
      gasCost: opcode.dynamicFee ?? BigInt(opcode.fee),
      stack,
      memory,
      memoryBytes: bytesOfWords(memoryWordCount),
      refund: gasRefund,
      storage: this.#storageAt(step),
    });
  }

  onAsk(runState: RunState, opening: Opening): void {
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    frame.returnData = emptyBytes;
    // A creation is charged for the gas it passes when it ends, a call at once.
    if (frame.last === undefined || isCreation(opening)) return;
    frame.last.gasCost += runState.messageGasLimit ?? 0n;
  }

  onClose({ execResult }: EVMResult): void {
    const frame = this.#open.pop();
    if (frame === undefined) return;
    const failure = failureOf(execResult);
    const parent = this.#open.at(-1);
    const isHandedOn = failure === undefined ? !frame.isCreation : failure.kind === "reverted";
    if (parent !== undefined) {
      parent.returnData = isHandedOn ? execResult.returnValue.slice() : emptyBytes;
    }
    const { last } = frame;
    if (last === undefined) return;
    const isOver = endings.includes(last.op);
    if (failure === undefined && !isOver && last.op !== "REVERT") this.#stop(frame, execResult);
    // A failure of a creation after its code has returned is not that of its last instruction.
    const isCodeRefused = frame.isCreation && isOver && last.gasCost <= last.gas;
    if (failure === undefined || failure.kind === "reverted" || isCodeRefused) return;
    last.error = failure.message;
  }

  finish({ gasUsed, output, failure }: Executed): StepTrace {
    const hasOutput = failure === undefined || failure.kind === "reverted";
    return {
      gas: gasUsed,
      failed: failure !== undefined,
      returnValue: hasOutput ? output : emptyBytes,
      structLogs: this.#steps,
    };
  }

  /** Adds a STOP for code that ends without one, as geth shows it. */
  #stop(frame: Open, { runState, gas }: EVMResult["execResult"]): void {
    if (runState === undefined) return;
    this.#add(frame, {
      pc: runState.programCounter,
      op: "STOP",
      gas: gas ?? 0n,
      gasCost: 0n,
      stack: runState.stack.getStack(),
      memory: runState.memory._store,
      memoryBytes: bytesOfWords(runState.memoryWordCount),
      refund: runState.gasRefund,
      storage: undefined,
    });
  }

  #add(
    frame: Open,
    now: Pick<Step, "pc" | "op" | "gas" | "gasCost"> &
      Readonly<Record<"stack", bigint[]> & Record<"memory", Uint8Array>> & {
        /** The length of the memory, of which the library has only the beginning. */
        readonly memoryBytes: number;
        readonly refund: bigint;
        readonly storage: Step["storage"] | undefined;
      },
  ): void {
    const { enableMemory, disableStack, enableReturnData, limit } = this.#options;
    if (limit > 0 && this.#steps.length >= limit) {
      frame.last = undefined;
      return;
    }
    const { pc, op, gas, gasCost, stack, memory, memoryBytes, refund, storage } = now;
    const { returnData } = frame;
    this.#budget.spend(stepBytes + (disableStack ? 0 : stack.length * 32));
    this.#budget.spend(
      (enableMemory ? memoryBytes : 0) + (enableReturnData ? returnData.length : 0),
    );
    const step: Mutable<Step> = { pc, op, gas, gasCost, depth: frame.depth + 1 };
    if (!disableStack) step.stack = stack;
    if (enableMemory) step.memory = wholeMemory(memory, memoryBytes);
    if (enableReturnData) step.returnData = returnData;
    if (storage !== undefined) step.storage = storage;
    if (refund !== 0n) step.refund = refund;
    frame.last = step;
    this.#steps.push(step);
  }

  /**
   * Returns the contract's slots so far, including the one that this instruction reads or writes.
   */
  #storageAt({ opcode, stack, address }: InterpreterStep): Step["storage"] | undefined {
    const { disableStorage, storageAtEachStep } = this.#options;
    if (disableStorage) return undefined;
    const slot = stack.at(-1);
    const written = opcode.name === "SSTORE" ? stack.at(-2) : undefined;
    const isAccess = slot !== undefined && (opcode.name === "SLOAD" || written !== undefined);
    if (!isAccess && storageAtEachStep !== true) return undefined;
    const contract = toKey(address.bytes);
    if (!isAccess) return this.#shown.get(contract) ?? [];
    const slots = this.#storages.get(contract) ?? new Map<string, Uint8Array>();
    this.#storages.set(contract, slots);
    const key = word(slot);
    const value =
      written === undefined ? padStart(this.#state.slot(address.bytes, key), 32) : word(written);
    slots.set(toKey(key), value);
    this.#budget.spend(slots.size * 64);
    const shown = [...slots].map(([known, held]) => [fromKey(known), held] as const);
    this.#shown.set(contract, shown);
    return shown;
  }
}
