/** Counts the frames that run out of gas. */
import type { FrameEnding, Recording } from "../frames/frame-sink.js";
import { SinkProbe } from "../library/sink-probe.js";

export class OutOfGasCounter extends SinkProbe {
  /** The number of frames that ran out of gas, including those whose caller continued. */
  count = 0;

  override get recording(): Recording {
    return { ...super.recording, hasData: false, isOfExhaustion: true };
  }

  override end({ failure }: FrameEnding): void {
    if (failure?.kind === "out-of-gas") this.count++;
  }
}
