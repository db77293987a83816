/**
 * Passes the steps and frames of an execution to a script, in the order of geth's hooks. They are passed
 * in batches, and the execution waits for the script before it changes the state: so a script finds
 * the state of the moment, whatever part of it it reads.
 */
import type { EVMResult, InterpreterStep, Message } from "@ethereumjs/evm";
import {
  type Address,
  create2Address,
  creationAddress,
  emptyBytes,
  type FrameFailure,
  fromBigInt,
  hexDigits,
  padStart,
} from "@tandem/primitives";
import type { EvmState } from "../environment/evm-state.js";
import { isCreation, type Opening } from "../frames/frame.js";
import type { FrameBeginning, FrameEnding } from "../frames/frame-sink.js";
import { failureOf } from "../library/frame-failure.js";
import type { StateWatcher } from "../library/library-state.js";
import type { Probe } from "../library/probe.js";
import { refusedBy, toAddress } from "../library/refused-frame.js";
import type { CodeEnd, RunState } from "../library/run-state.js";
import { beginningOf, endingOf } from "../library/sink-probe.js";
import { scriptBatchesAhead } from "../limits.js";
import { endings } from "../trace/step-recorder.js";
import { EventBatch } from "./event-batch.js";
import type { Sent } from "./messages.js";
import type { ScriptThread } from "./script-thread.js";
import { keptItems, writtenRange } from "./step-differences.js";

/** A step that is not passed on: whether it fails, and what a call costs, is known after it. */
interface HeldStep {
  readonly step: InterpreterStep;
  /** A copy of what the instruction before it wrote: the memory changes before the step is passed on. */
  readonly written: Written | undefined;
  cost: bigint;
  failure: string | undefined;
}

interface Written {
  readonly from: number;
  readonly bytes: Uint8Array;
}

/** An open frame. */
interface Open {
  /** The step that was passed on last. */
  last: InterpreterStep | undefined;
}

/** geth's texts of failures that it finds before an instruction begins. */
const failuresBefore: readonly string[] = ["out of gas", "stack underflow"];
const isBefore = ({ message }: FrameFailure) =>
  failuresBefore.includes(message) || message.startsWith("stack limit reached");

const digits = (value: bigint) => value.toString(16);

/** The outermost frame, for the script's `ctx`. */
export interface Outermost {
  readonly beginning: FrameBeginning;
  readonly ending: FrameEnding | undefined;
}

/** The part of what runs a script that takes events. */
export interface EventTaker
  extends Pick<ScriptThread, "underWay" | "whenAnswered" | "whenIdle" | "throwIfFailed"> {
  send(request: Sent): void;
}

/** Runs a script. */
export interface ScriptRunner extends EventTaker {
  ask(request: Sent): Promise<string>;
}

export class ScriptRecorder implements Probe, StateWatcher {
  readonly #thread: EventTaker;
  readonly #state: EvmState;
  readonly #batch = new EventBatch();
  readonly #open: Open[] = [];
  readonly #named = new Set<number>();
  #held: HeldStep | undefined;
  #beginning: FrameBeginning | undefined;
  #ending: FrameEnding | undefined;
  readonly onStep?: (step: InterpreterStep) => Promise<void> | undefined;

  /** @param hasSteps whether the script observes them. */
  constructor(thread: EventTaker, state: EvmState, hasSteps: boolean) {
    this.#thread = thread;
    this.#state = state;
    if (hasSteps) this.onStep = (step) => this.#observe(step);
  }

  get outermost(): Outermost {
    if (this.#beginning === undefined) throw new Error("nothing was executed");
    return { beginning: this.#beginning, ending: this.#ending };
  }

  /** Waits until the script has seen all events. An instruction that changes the state does not fail. */
  beforeChange(): Promise<void> | undefined {
    this.#release();
    this.#pass();
    this.#thread.throwIfFailed();
    return this.#thread.underWay === 0 ? undefined : this.#thread.whenIdle();
  }

  onOpen(message: Message, opening: Opening): void {
    this.#release();
    const beginning = beginningOf(message, opening);
    const to = beginning.to ?? this.#created(message);
    this.#beginning ??= beginning;
    this.#open.push({ last: undefined });
    this.#enter({ ...beginning, to }, message);
  }

  onAsk(runState: RunState, opening: Opening): Promise<void> | undefined {
    this.#thread.throwIfFailed();
    const { messageGasLimit = 0n } = runState;
    // A creation is charged for the gas it passes when it ends, a call at once.
    if (this.#held !== undefined && !isCreation(opening)) this.#held.cost += messageGasLimit;
    const refusal = refusedBy(runState, opening);
    if (refusal !== undefined) {
      this.#release();
      const { frame, failure } = refusal;
      const to = frame.to ?? this.#refusedCreation(frame, runState);
      this.#enter({ ...frame, to });
      this.#exit({ gasUsed: 0n, failure, output: emptyBytes, created: undefined });
    }
    return this.#passIfFull();
  }

  onSelfDestruct({ env, stack }: RunState): void {
    this.#release();
    const [heir = 0n] = stack.peek(1);
    const from = env.address.bytes;
    const value = env.contract.balance;
    const opening = "selfdestruct";
    this.#enter({ opening, from, to: toAddress(heir), gas: 0n, value, input: emptyBytes });
    this.#exit({ gasUsed: 0n, failure: undefined, output: emptyBytes, created: undefined });
  }

  onCodeEnd(end: CodeEnd): void {
    const failure = failureOf(end);
    if (failure === undefined) {
      this.#stop(end.runState);
      this.#release();
    } else if (this.#held !== undefined && isBefore(failure)) {
      this.#held.failure = failure.message;
      this.#release();
    } else {
      this.#release();
      if (!isBefore(failure)) this.#batch.add(["fault", failure.message]);
    }
  }

  onClose(result: EVMResult): void {
    this.#release();
    this.#open.pop();
    const ending = endingOf(result);
    if (this.#open.length === 0) this.#ending = ending;
    this.#exit(ending);
  }

  #observe(step: InterpreterStep): Promise<void> | undefined {
    this.#thread.throwIfFailed();
    this.#release();
    const { dynamicFee, fee } = step.opcode;
    const written = writtenBefore(step, this.#open.at(-1)?.last);
    this.#held = { step, written, cost: dynamicFee ?? BigInt(fee), failure: undefined };
    return this.#passIfFull();
  }

  /** @returns a promise to wait for if the script is too far behind. */
  #passIfFull(): Promise<void> | undefined {
    if (!this.#batch.isFull) return undefined;
    this.#pass();
    return this.#thread.underWay > scriptBatchesAhead ? this.#thread.whenAnswered() : undefined;
  }

  /** Adds the step that was held. */
  #release(): void {
    const held = this.#held;
    const frame = this.#open.at(-1);
    if (held === undefined || frame === undefined) return;
    this.#held = undefined;
    const { step, written, cost, failure } = held;
    const { code, name } = step.opcode;
    const isNamed = this.#named.has(code);
    this.#named.add(code);
    const before = frame.last?.stack ?? [];
    const kept = keptItems(before, step.stack);
    this.#batch.add([
      "step",
      code,
      isNamed ? 0 : name,
      step.pc,
      Number(step.gasLeft),
      Number(cost),
      Number(step.gasRefund),
      kept,
      step.stack.slice(kept).map(digits),
      Number(step.memoryWordCount) * 32,
      written === undefined ? [] : [[written.from, ...this.#batch.addBytes(written.bytes)]],
      failure ?? 0,
    ]);
    frame.last = step;
  }

  /** Adds a STOP for code that ends without one, as geth shows it. */
  #stop(runState: RunState): void {
    const { last } = this.#open.at(-1) ?? {};
    const previous = this.#held?.step ?? last;
    if (this.onStep === undefined || previous === undefined) return;
    if (endings.includes(previous.opcode.name)) return;
    this.#release();
    const { stack, memory, memoryWordCount, programCounter: pc, gasLeft, gasRefund } = runState;
    const opcode = { ...previous.opcode, code: 0, name: "STOP", fee: 0, dynamicFee: 0n };
    const step: InterpreterStep = {
      ...previous,
      pc,
      opcode,
      gasLeft,
      gasRefund,
      stack: stack.getStack(),
      memory: memory._store.subarray(0, Number(memoryWordCount) * 32),
      memoryWordCount,
    };
    const written = writtenBefore(step, previous);
    this.#held = { step, written, cost: 0n, failure: undefined };
  }

  #enter(
    { opening, from, to = noAddress, gas, value, input }: FrameBeginning,
    message?: Message,
  ): void {
    const isCreating = isCreation(opening);
    this.#batch.add([
      "enter",
      opening.toUpperCase(),
      hexDigits(from),
      hexDigits(to),
      this.#batch.addBytes(input.slice()),
      Number(gas),
      opening === "staticcall" ? null : digits(value),
      hexDigits(message?.caller.bytes ?? from),
      hexDigits(isCreating ? to : (message?.to?.bytes ?? to)),
      digits(message?.value ?? value),
      isCreating,
    ]);
  }

  #exit({ gasUsed, output, failure }: FrameEnding): void {
    const place = this.#batch.addBytes(output.slice());
    this.#batch.add(["exit", Number(gasUsed), place, failure?.message ?? 0]);
  }

  /** Passes on what was collected. */
  #pass(): void {
    if (!this.#batch.isEmpty) this.#thread.send(this.#batch.take());
  }

  /** Returns the address that a message creates; the nonce of its sender is incremented already. */
  #created({ caller, salt, data }: Message): Address {
    if (salt !== undefined) return create2Address(caller.bytes, salt, data);
    return creationAddress(caller.bytes, this.#nonce(caller.bytes) - 1n);
  }

  #refusedCreation({ opening, from, input }: FrameBeginning, { stack }: RunState): Address {
    if (opening !== "create2") return creationAddress(from, this.#nonce(from));
    const [, , , salt = 0n] = stack.peek(4);
    return create2Address(from, padStart(fromBigInt(salt), 32), input);
  }

  #nonce(address: Uint8Array): bigint {
    return this.#state.account(address)?.nonce ?? 0n;
  }
}

/** Returns what the instruction before a step in its frame wrote into memory. */
function writtenBefore(
  { memory }: InterpreterStep,
  last: InterpreterStep | undefined,
): Written | undefined {
  if (last === undefined) return undefined;
  const [from, end] = writtenRange(last.opcode.code, last.stack, memory.length);
  return from === end ? undefined : { from, bytes: memory.slice(from, end) };
}

const noAddress: Address = new Uint8Array(20);
