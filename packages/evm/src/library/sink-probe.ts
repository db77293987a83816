/** Observes the library for a sink of frames, which an engine tells of the same events. */
import type { EVMResult, Message } from "@ethereumjs/evm";
import { type Address, emptyBytes, type FrameFailure, type Log } from "@tandem/primitives";
import type { Opening } from "../frames/frame.js";
import {
  type FrameBeginning,
  type FrameEnding,
  type FrameSink,
  type Recording,
  recordingFor,
  type Take,
} from "../frames/frame-sink.js";
import { failureOf } from "./frame-failure.js";
import type { Probe } from "./probe.js";
import { refusedBy, toAddress } from "./refused-frame.js";
import type { RunState } from "./run-state.js";

/** Keeps a copy: the VM passes views of memory, which the contract may overwrite later. */
export const copied: Take = (bytes) => (bytes.length === 0 ? emptyBytes : bytes.slice());

/** A probe whose subclass is a sink: it has those methods of a sink that it needs. */
export abstract class SinkProbe implements Probe, FrameSink {
  begin?(frame: FrameBeginning, take?: Take): void;
  end?(ending: FrameEnding, take?: Take): void;
  destroy?(address: Address, heir: Address, balance: bigint): void;
  refuse?(frame: FrameBeginning, failure: FrameFailure, take?: Take): void;
  log?(log: Log): void;

  get recording(): Recording {
    return recordingFor(this, Number.POSITIVE_INFINITY);
  }

  onOpen(message: Message, opening: Opening): void {
    this.begin?.(beginningOf(message, opening), copied);
  }

  onClose(result: EVMResult): void {
    this.end?.(endingOf(result), copied);
  }

  onSelfDestruct({ env, stack }: RunState): void {
    const [heir = 0n] = stack.peek(1);
    this.destroy?.(env.address.bytes, toAddress(heir), env.contract.balance);
  }

  onAsk(runState: RunState, opening: Opening): void {
    if (this.refuse === undefined) return;
    const refused = refusedBy(runState, opening);
    if (refused !== undefined) this.refuse(refused.frame, refused.failure, copied);
  }

  onLog({ interpreter }: RunState): void {
    const log = interpreter._result.logs.at(-1);
    if (log !== undefined) this.log?.({ address: log[0], topics: log[1], data: log[2] });
  }
}

/** Returns the frame of a message of the library. */
export function beginningOf(message: Message, opening: Opening): FrameBeginning {
  const { caller, to, gasLimit: gas, value, delegatecall, data: input } = message;
  // A delegatecall has the caller of its caller as caller, so the executing contract is the
  // recipient.
  const from = delegatecall && to !== undefined ? to.bytes : caller.bytes;
  const callee = to === undefined ? undefined : message.codeAddress.bytes;
  return { opening, from, to: callee, gas, value, input };
}

/** Returns the end of a message of the library. */
export const endingOf = ({ execResult, createdAddress }: EVMResult): FrameEnding => ({
  gasUsed: execResult.executionGasUsed,
  failure: failureOf(execResult),
  output: execResult.returnValue,
  created: createdAddress?.bytes,
});
