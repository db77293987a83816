/**
 * Records frames with the additional data of geth's call tracer: logs, and calls that were refused
 * for lack of value or depth before a frame began.
 */
import type { FrameFailure, Log } from "@tandem/primitives";
import { callStipend } from "../execution/intrinsic-gas.js";
import { type Frame, isCreation, type Opening } from "../frames/frame.js";
import { type FrameBeginning, refusalOf, type Take } from "../frames/frame-sink.js";
import type { RunState } from "../library/run-state.js";
import { copied, toAddress } from "../library/sink-probe.js";
import { callDepthMax, logBytes } from "../limits.js";
import { FrameRecorder } from "./frame-recorder.js";

/** A log with the number of the frame's children before it. */
export interface FrameLog {
  readonly log: Log;
  readonly childrenBefore: number;
}

/** The operands of a call or creation, read from the stack. Creations have no callee. */
interface Asked {
  readonly to: Frame["to"];
  readonly value: bigint;
  readonly input: readonly [offset: bigint, length: bigint];
}

const zero = 0n;

function askedOf({ stack }: RunState, opening: Opening): Asked {
  const words = stack.peek(opening === "create" ? 3 : 4);
  const [first = zero, second = zero, third = zero, fourth = zero] = words;
  if (isCreation(opening)) {
    return { to: undefined, value: first, input: [second, third] };
  }
  const to = toAddress(second);
  if (opening === "delegatecall" || opening === "staticcall") {
    return { to, value: zero, input: [third, fourth] };
  }
  const [, , , , length = zero] = stack.peek(5);
  return { to, value: third, input: [fourth, length] };
}

export class CallRecorder extends FrameRecorder {
  readonly #logs = new Map<Frame, FrameLog[]>();

  logsOf(frame: Frame): readonly FrameLog[] {
    return this.#logs.get(frame) ?? [];
  }

  override log({ address, topics, data }: Log): void {
    const frame = this.current;
    if (frame === undefined) return;
    if (!this.charge(logBytes + data.length)) return;
    const logs = this.#logs.get(frame) ?? [];
    this.#logs.set(frame, logs);
    const kept = { address, topics: [...topics], data: data.slice() };
    logs.push({ log: kept, childrenBefore: frame.children.length });
  }

  onAsk(runState: RunState, opening: Opening): void {
    const refused = refusedBy(runState, opening);
    if (refused !== undefined) this.refuse(refused.frame, refused.failure, copied);
  }

  refuse(begun: FrameBeginning, failure: FrameFailure, take?: Take): void {
    const frame = this.keep(begun, take);
    if (frame !== undefined) frame.failure = failure;
  }
}

/** Returns the frame that an instruction does not open, for lack of value or depth. */
export function refusedBy(
  runState: RunState,
  opening: Opening,
): { readonly frame: FrameBeginning; readonly failure: FrameFailure } | undefined {
  const { env, memory, messageGasLimit } = runState;
  const asked = askedOf(runState, opening);
  const isTooDeep = env.depth >= callDepthMax;
  if (!isTooDeep && env.contract.balance >= asked.value) return undefined;
  const [offset, length] = asked.input;
  const input =
    length === zero ? new Uint8Array(0) : memory.read(Number(offset), Number(length), true);
  const { to, value } = asked;
  const isGifted = to !== undefined && value > zero;
  const gas = (messageGasLimit ?? zero) + (isGifted ? callStipend : zero);
  const frame = { opening, from: env.address.bytes, to, gas, value, input };
  return { frame, failure: refusalOf(isTooDeep) };
}
