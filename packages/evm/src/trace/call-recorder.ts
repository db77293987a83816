/**
 * Records frames with the additional data of geth's call tracer: logs, and calls that were refused
 * for lack of value or depth before a frame began.
 */
import type { FrameFailure, Log } from "@tandem/primitives";
import type { Frame } from "../frames/frame.js";
import type { FrameBeginning, Take } from "../frames/frame-sink.js";
import { logBytes } from "../limits.js";
import { FrameRecorder } from "./frame-recorder.js";

/** A log with the number of the frame's children before it. */
export interface FrameLog {
  readonly log: Log;
  readonly childrenBefore: number;
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

  override refuse(begun: FrameBeginning, failure: FrameFailure, take?: Take): void {
    const frame = this.keep(begun, take);
    if (frame !== undefined) frame.failure = failure;
  }
}
