/** Counts the frames that run out of gas. */
import type { EVMResult } from "@ethereumjs/evm";
import { endingOf } from "./frame-recorder.js";
import type { FrameEnding, FrameSink, Recording } from "./frame-sink.js";
import type { Probe } from "./probe.js";

export class OutOfGasCounter implements Probe, FrameSink {
  /** The number of frames that ran out of gas, including those whose caller continued. */
  count = 0;

  get recording(): Recording {
    return {
      sink: this,
      hasLogs: false,
      hasData: false,
      isOfExhaustion: true,
      bytesMax: Number.POSITIVE_INFINITY,
    };
  }

  onOpen(): void {}

  onClose(result: EVMResult): void {
    if (result.execResult.exceptionError !== undefined) this.end(endingOf(result));
  }

  end({ failure }: FrameEnding): void {
    if (failure?.kind === "out-of-gas") this.count++;
  }

  onSelfDestruct(): void {}
}
