/** Records the inputs of one address, and nothing else: for a console, to which contracts write. */
import { type Address, isEqual } from "@tandem/primitives";
import { type FrameBeginning, ownerOf } from "../frames/frame-sink.js";
import { SinkProbe } from "../library/sink-probe.js";
import { recordedInputBytesMax, recordedInputsMax } from "../limits.js";

export class InputRecorder extends SinkProbe {
  /** The inputs in the order of the calls; only the first ones beyond the limit. */
  readonly inputs: Uint8Array[] = [];
  readonly only: Address;
  #bytes = 0;

  constructor(address: Address) {
    super();
    this.only = address;
  }

  override begin(frame: FrameBeginning): void {
    const called = ownerOf(frame);
    if (called === undefined || !isEqual(called, this.only)) return;
    this.#bytes += frame.input.length;
    if (this.inputs.length >= recordedInputsMax || this.#bytes > recordedInputBytesMax) return;
    this.inputs.push(new Uint8Array(frame.input));
  }
}
