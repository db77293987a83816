/** Records the frames of an execution as a tree, up to a limit of bytes. */
import { type Address, emptyBytes } from "@tandem/primitives";
import type { Frame } from "../frames/frame.js";
import {
  type FrameBeginning,
  type FrameEnding,
  type Recording,
  recordingFor,
  type Take,
} from "../frames/frame-sink.js";
import { SinkProbe } from "../library/sink-probe.js";
import { frameBytes, placeBytes } from "../limits.js";

export class FrameRecorder extends SinkProbe {
  readonly #bytesMax: number;
  readonly #open: Frame[] = [];
  /** The number of open frames that are not kept because the limit was reached. */
  #unkept = 0;
  #bytes = 0;
  #root: Frame | undefined;

  /** Creates a recorder. @param bytesMax the limit, in bytes as `limits.ts` counts them. */
  constructor(bytesMax: number) {
    super();
    this.#bytesMax = bytesMax;
  }

  /** Returns the outermost frame, once one was opened. */
  get root(): Frame | undefined {
    return this.#root;
  }

  /** Returns the recorded bytes. If they exceed the limit, the frames are incomplete. */
  get bytes(): number {
    return this.#bytes;
  }

  get isOver(): boolean {
    return this.#bytes > this.#bytesMax;
  }

  /** Returns the innermost open frame; undefined if it is not recorded. */
  get current(): Frame | undefined {
    return this.#unkept > 0 ? undefined : this.#open.at(-1);
  }

  override get recording(): Recording {
    return recordingFor(this, this.#bytesMax);
  }

  override begin(begun: FrameBeginning, take?: Take): void {
    const frame = this.keep(begun, take);
    if (frame === undefined) this.#unkept++;
    else this.#open.push(frame);
  }

  override end({ gasUsed, failure, output, created }: FrameEnding, take = asItIs): void {
    if (this.#unkept > 0) {
      this.#unkept--;
      return;
    }
    const frame = this.#open.pop();
    if (frame === undefined) return;
    frame.gasUsed = gasUsed;
    frame.failure = failure;
    frame.to ??= created;
    if (this.charge(output.length)) frame.output = take(output);
  }

  override destroy(from: Address, to: Address, value: bigint): void {
    this.keep({ opening: "selfdestruct", from, to, gas: 0n, value, input: emptyBytes });
  }

  /**
   * Adds a frame to the innermost open one.
   * @param take copies the input if it may change.
   * @returns the frame, or undefined beyond the limit.
   */
  protected keep(begun: FrameBeginning, take = asItIs): Frame | undefined {
    const { opening, from, to, gas, value, input } = begun;
    if (!this.charge(frameBytes + placeBytes * this.#open.length + input.length)) return undefined;
    const frame: Frame = {
      opening,
      from,
      to,
      gas,
      value,
      // The input of the outermost frame is the transaction's, which is not modified.
      input: this.#open.length === 0 ? input : take(input),
      children: [],
      gasUsed: 0n,
      output: emptyBytes,
      failure: undefined,
    };
    this.#root ??= frame;
    this.#open.at(-1)?.children.push(frame);
    return frame;
  }

  /** Counts bytes. @returns whether they are within the limit. */
  charge(bytes: number): boolean {
    this.#bytes += bytes;
    return !this.isOver;
  }
}

/** Keeps bytes that do not change. */
const asItIs: Take = (bytes) => bytes;
