/**
 * Attaches an observer to an EVM. The library emits an event when a frame begins and ends. The
 * handlers of the instructions that open frames, and of SELFDESTRUCT and LOG, are wrapped. A
 * listener for every step would provide the same and take three quarters of the speed.
 */
import type { EVM, EVMResult, InterpreterStep, Message } from "@ethereumjs/evm";
import { callOpcodes } from "@tandem/primitives";
import type { Opening } from "../frames/frame.js";
import type { Recording } from "../frames/frame-sink.js";
import { type Handler, instructionsOf } from "./instructions.js";
import type { StateWatcher } from "./library-state.js";
import { difficulty, invalidOpcode, opcodeName } from "./opcode-name.js";
import { observeCodeEnds } from "./paced-frames.js";
import type { CodeEnd, RunState } from "./run-state.js";

/** Observes an execution. Its methods must not change it. */
export interface Probe {
  /** Is called when a frame begins: the transaction's own or one that an instruction opened. */
  onOpen?(message: Message, opening: Opening): void;
  /** Is called when the frame that was opened last ends. */
  onClose?(result: EVMResult): void;
  /** Is called before the instruction; the beneficiary is on top of the stack. */
  onSelfDestruct?(runState: RunState): void;
  /**
   * Is called before an instruction that may open a frame; none is opened if value or depth forbid
   * it. A promise that it returns is awaited.
   */
  onAsk?(runState: RunState, opening: Opening): unknown;
  /**
   * Is called after a LOG instruction; the log is the last of `runState.interpreter._result.logs`.
   */
  onLog?(runState: RunState): void;
  /** Is called before every instruction, which is slow. A promise that it returns is awaited. */
  onStep?(step: InterpreterStep): Promise<unknown> | undefined;
  /** Is called when the code of a frame has ended, before a failure undoes its changes. */
  onCodeEnd?(end: CodeEnd): void;
  /** Is undefined if the probe must observe the library. */
  readonly recording?: Recording;
}

/** The observers of one execution. */
export interface Watcher {
  readonly probe: Probe;
  readonly stateWatcher?: StateWatcher | undefined;
}

/** The instructions that open frames, by their opcodes. */
export const openings: ReadonlyMap<number, Opening> = new Map([
  ...callOpcodes,
  [0xf0, "create"],
  [0xf5, "create2"],
]);
const selfDestruct = 0xff;
const logs = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4];

/** Returns a step with geth's name of its instruction. The library takes every undefined one for 0xfe. */
function namedStep(step: InterpreterStep, message: Message | undefined): InterpreterStep {
  const { opcode, pc } = step;
  if (opcode.code !== invalidOpcode && opcode.code !== difficulty) return step;
  const code = message?.code instanceof Uint8Array ? message.code[pc] : undefined;
  const found = code ?? opcode.code;
  return { ...step, opcode: { ...opcode, code: found, name: opcodeName(found) } };
}

/** Holds the probe of one EVM, whose instructions it wraps. */
export class ProbeSocket {
  readonly #evm: EVM;
  /** The open frames of the attached probe. */
  readonly #messages: Message[] = [];
  #probe: Probe | undefined;
  #asked: Opening = "call";

  /** Wraps the instructions. @param evm without other listeners. */
  constructor(evm: EVM) {
    this.#evm = evm;
    for (const [opcode, opening] of openings) {
      this.#wrap(opcode, (handler) => (runState, common) => {
        this.#asked = opening;
        const pause = this.#probe?.onAsk?.(runState, opening);
        if (pause instanceof Promise) return pause.then(() => handler(runState, common));
        return handler(runState, common);
      });
    }
    this.#wrap(selfDestruct, (handler) => (runState, common) => {
      this.#probe?.onSelfDestruct?.(runState);
      return handler(runState, common);
    });
    for (const opcode of logs) {
      this.#wrap(opcode, (handler) => (runState, common) => {
        const done = handler(runState, common);
        this.#probe?.onLog?.(runState);
        return done;
      });
    }
    // The VM awaits listeners with two parameters, so these have one.
    evm.events.on("beforeMessage", (message) => this.#begin(message));
    evm.events.on("afterMessage", (result) => {
      this.#messages.pop();
      this.#probe?.onClose?.(result);
    });
    observeCodeEnds(evm, (end) => this.#probe?.onCodeEnd?.(end));
  }

  /** The attached probe. */
  get plugged(): Probe | undefined {
    return this.#probe;
  }

  /** Attaches the probe until `unplug` is called. */
  plug(probe: Probe): void {
    this.#probe = probe;
    this.#messages.length = 0;
    if (probe.onStep !== undefined) this.#evm.events.on("step", this.#onStep);
  }

  unplug(): void {
    this.#probe = undefined;
    this.#evm.events.off("step", this.#onStep);
  }

  #wrap(opcode: number, around: (handler: Handler) => Handler): void {
    const instruction = instructionsOf(this.#evm)[opcode];
    // If the fork lacks an instruction, the table has the invalid one, which all of those share.
    if (instruction?.opcodeInfo.code !== opcode) return;
    instruction.opHandler = around(instruction.opHandler);
  }

  #begin(message: Message): void {
    if (this.#probe === undefined) return;
    this.#messages.push(message);
    const outermost = message.to === undefined ? "create" : "call";
    this.#probe.onOpen?.(message, message.depth === 0 ? outermost : this.#asked);
  }

  readonly #onStep = (step: InterpreterStep, goOn?: () => void) => {
    const pause = this.#probe?.onStep?.(namedStep(step, this.#messages.at(-1)));
    if (pause === undefined) goOn?.();
    else void pause.then(goOn);
  };
}
