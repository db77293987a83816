/** Records the inputs of one address, and nothing else: for a console, to which contracts write. */
import type { Message } from "@ethereumjs/evm";
import { type Address, isEqual } from "@tandem/primitives";
import { recordedInputBytesMax, recordedInputsMax } from "../limits.js";
import { beginningOf } from "./frame-recorder.js";
import {
  type FrameBeginning,
  type FrameSink,
  ownerOf,
  type Recording,
  recordingFor,
} from "./frame-sink.js";
import type { Opening, Probe } from "./probe.js";

export class InputRecorder implements Probe, FrameSink {
  /** The inputs in the order of the calls; only the first ones beyond the limit. */
  readonly inputs: Uint8Array[] = [];
  readonly only: Address;
  #bytes = 0;

  constructor(address: Address) {
    this.only = address;
  }

  get recording(): Recording {
    return recordingFor(this, Number.POSITIVE_INFINITY);
  }

  onOpen(message: Message, opening: Opening): void {
    this.begin(beginningOf(message, opening));
  }

  begin(frame: FrameBeginning): void {
    const called = ownerOf(frame);
    if (called === undefined || !isEqual(called, this.only)) return;
    this.#bytes += frame.input.length;
    if (this.inputs.length >= recordedInputsMax || this.#bytes > recordedInputBytesMax) return;
    this.inputs.push(new Uint8Array(frame.input));
  }

  onClose(): void {}

  onSelfDestruct(): void {}
}
