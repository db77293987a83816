/** Records the frames of an execution as a tree, up to a limit of bytes. */
import type { EVMResult, Message } from "@ethereumjs/evm";
import { type Address, emptyBytes, fromBigInt, padStart } from "@tandem/primitives";
import { frameBytes, placeBytes } from "../limits.js";
import type { Frame } from "./frame.js";
import { failureOf } from "./frame-failure.js";
import {
  type FrameBeginning,
  type FrameEnding,
  type FrameSink,
  type Recording,
  recordingFor,
} from "./frame-sink.js";
import type { Opening, Probe, RunState } from "./probe.js";

const addressMask = (1n << 160n) - 1n;

/** Returns a word of the stack as an address: its last 20 bytes. */
export const toAddress = (word: bigint): Address => padStart(fromBigInt(word & addressMask), 20);

export class FrameRecorder implements Probe, FrameSink {
  readonly #bytesMax: number;
  readonly #open: Frame[] = [];
  /** The number of open frames that are not kept because the limit was reached. */
  #unkept = 0;
  #bytes = 0;
  #root: Frame | undefined;

  /** Creates a recorder. @param bytesMax the limit, in bytes as `limits.ts` counts them. */
  constructor(bytesMax: number) {
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
  protected get current(): Frame | undefined {
    return this.#unkept > 0 ? undefined : this.#open.at(-1);
  }

  get recording(): Recording {
    return recordingFor(this, this.#bytesMax);
  }

  onOpen(message: Message, opening: Opening): void {
    this.#begin(beginningOf(message, opening), copied);
  }

  begin(begun: FrameBeginning): void {
    this.#begin(begun, asItIs);
  }

  #begin(begun: FrameBeginning, take: Take): void {
    const frame = this.keep(begun, take);
    if (frame === undefined) this.#unkept++;
    else this.#open.push(frame);
  }

  onClose(result: EVMResult): void {
    this.#end(endingOf(result), copied);
  }

  end(ending: FrameEnding): void {
    this.#end(ending, asItIs);
  }

  #end({ gasUsed, failure, output, created }: FrameEnding, take: Take): void {
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

  onSelfDestruct({ env, stack }: RunState): void {
    const [heir = 0n] = stack.peek(1);
    this.destroy(env.address.bytes, toAddress(heir), env.contract.balance);
  }

  destroy(from: Address, to: Address, value: bigint): void {
    const opening = "selfdestruct";
    this.keep({ opening, from, to, gas: 0n, value, input: emptyBytes }, asItIs);
  }

  /**
   * Adds a frame to the innermost open one.
   * @param take copies the input if it may change.
   * @returns the frame, or undefined beyond the limit.
   */
  protected keep(begun: FrameBeginning, take: Take): Frame | undefined {
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
  protected charge(bytes: number): boolean {
    this.#bytes += bytes;
    return !this.isOver;
  }
}

/** Returns the bytes that are kept of what is passed in. */
export type Take = (bytes: Uint8Array) => Uint8Array;

/** Keeps a copy: the VM passes views of memory, which the contract may overwrite later. */
export const copied: Take = (bytes) => (bytes.length === 0 ? emptyBytes : bytes.slice());

/** Keeps the bytes of a replayed event, which do not change. */
export const asItIs: Take = (bytes) => bytes;

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
