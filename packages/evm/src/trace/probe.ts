/**
 * Attaches an observer to an EVM. The library emits an event when a frame begins and ends. The
 * handlers of the instructions that open frames, and of SELFDESTRUCT and LOG, are wrapped. A
 * listener for every step would provide the same and take three quarters of the speed.
 */
import type { EVM, EVMResult, ExecResult, InterpreterStep, Message } from "@ethereumjs/evm";
import type { CallType, CreationMethod } from "@tandem/primitives";
import { difficulty, invalidOpcode, opcodeName } from "../library/opcode-name.js";
import { observeCodeEnds } from "../library/paced-frames.js";
import type { Recording } from "./frame-sink.js";

/** The library's state of a running frame. */
export type RunState = NonNullable<ExecResult["runState"]>;
export type Opening = CallType | CreationMethod;

/** The end of a frame's code. */
export type CodeEnd = Pick<ExecResult, "exceptionError"> & { readonly runState: RunState };

/** Observes an execution. Its methods must not change it. */
export interface Probe {
  /** Is called when a frame begins: the transaction's own or one that an instruction opened. */
  onOpen(message: Message, opening: Opening): void;
  /** Is called when the frame that was opened last ends. */
  onClose(result: EVMResult): void;
  /** Is called before the instruction; the beneficiary is on top of the stack. */
  onSelfDestruct(runState: RunState): void;
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

/** Holds the probe of one EVM. */
export interface ProbeSocket {
  /** Attaches the probe until `unplug` is called. */
  plug(probe: Probe): void;
  unplug(): void;
  /** The attached probe. */
  readonly plugged: Probe | undefined;
}

type Handler = (runState: RunState, common: EVM["common"]) => void | Promise<void>;

interface Instruction {
  readonly opcodeInfo: { readonly code: number };
  opHandler: Handler;
}

const openings: readonly (readonly [opcode: number, opening: Opening])[] = [
  [0xf0, "create"],
  [0xf1, "call"],
  [0xf2, "callcode"],
  [0xf4, "delegatecall"],
  [0xf5, "create2"],
  [0xfa, "staticcall"],
];
const selfDestruct = 0xff;
const logs = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4];

/** Returns the EVM's own copy of the instruction table, created for its fork. */
const instructionsOf = (evm: EVM) =>
  (evm as unknown as { readonly _opcodeMap: readonly Instruction[] })._opcodeMap;

type Around = (handler: Handler) => Handler;

function wrapInstruction(evm: EVM, opcode: number, around: Around): void {
  const instruction = instructionsOf(evm)[opcode];
  // If the fork lacks an instruction, the table has the invalid one, which all of those share.
  if (instruction?.opcodeInfo.code !== opcode) return;
  instruction.opHandler = around(instruction.opHandler);
}

/** Returns a step with geth's name of its instruction. The library takes every undefined one for 0xfe. */
function namedStep(step: InterpreterStep, message: Message | undefined): InterpreterStep {
  const { opcode, pc } = step;
  if (opcode.code !== invalidOpcode && opcode.code !== difficulty) return step;
  const code = message?.code instanceof Uint8Array ? message.code[pc] : undefined;
  const found = code ?? opcode.code;
  return { ...step, opcode: { ...opcode, code: found, name: opcodeName(found) } };
}

/** Wraps the instructions of an EVM. @param evm without other listeners. */
export function probeSocket(evm: EVM): ProbeSocket {
  let probe: Probe | undefined;
  let asked: Opening = "call";

  const wrap = (opcode: number, around: Around) => wrapInstruction(evm, opcode, around);

  for (const [opcode, opening] of openings) {
    wrap(opcode, (handler) => (runState, common) => {
      asked = opening;
      const pause = probe?.onAsk?.(runState, opening);
      if (pause instanceof Promise) return pause.then(() => handler(runState, common));
      return handler(runState, common);
    });
  }
  wrap(selfDestruct, (handler) => (runState, common) => {
    probe?.onSelfDestruct(runState);
    return handler(runState, common);
  });
  for (const opcode of logs) {
    wrap(opcode, (handler) => (runState, common) => {
      const done = handler(runState, common);
      probe?.onLog?.(runState);
      return done;
    });
  }

  // The VM awaits listeners with two parameters, so these have one.
  const messages: Message[] = [];
  evm.events.on("beforeMessage", (message) => {
    if (probe === undefined) return;
    messages.push(message);
    const outermost = message.to === undefined ? "create" : "call";
    probe.onOpen(message, message.depth === 0 ? outermost : asked);
  });
  evm.events.on("afterMessage", (result) => {
    messages.pop();
    probe?.onClose(result);
  });
  const onStep = (step: InterpreterStep, goOn?: () => void) => {
    const pause = probe?.onStep?.(namedStep(step, messages.at(-1)));
    if (pause === undefined) goOn?.();
    else void pause.then(goOn);
  };
  observeCodeEnds(evm, (end) => probe?.onCodeEnd?.(end));

  return {
    get plugged() {
      return probe;
    },
    plug(plugged) {
      probe = plugged;
      messages.length = 0;
      if (plugged.onStep !== undefined) evm.events.on("step", onStep);
    },
    unplug() {
      probe = undefined;
      evm.events.off("step", onStep);
    },
  };
}
