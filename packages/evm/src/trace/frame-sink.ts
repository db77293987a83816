/** What is told of an execution's frames, whether the library runs it or the engine. */
import type { Address, FrameFailure, Log } from "@tandem/primitives";
import type { Frame } from "./frame.js";

/** The members of a frame that are known when it begins. */
export type FrameBeginning = Pick<Frame, "opening" | "from" | "to" | "gas" | "value" | "input">;

export interface FrameEnding {
  readonly gasUsed: bigint;
  /** Undefined when it succeeded. */
  readonly failure: FrameFailure | undefined;
  readonly output: Uint8Array;
  /** The contract of a creation, also of one that failed. */
  readonly created: Address | undefined;
}

/** Its methods are called in the order in which things happen. Bytes that are handed in may change afterwards. */
export interface FrameSink {
  begin?(frame: FrameBeginning): void;
  /** The frame that began last ends. */
  end?(ending: FrameEnding): void;
  destroy?(address: Address, heir: Address, balance: bigint): void;
  /** A frame that does not begin, because the caller lacks the value or is too deep. */
  refuse?(frame: FrameBeginning, isTooDeep: boolean): void;
  log?(log: Log): void;
}

/** Says what a probe needs of an execution that it does not watch itself. */
export interface Recording {
  readonly sink: FrameSink;
  /** Whether events are told, and what goes in and out of frames. */
  readonly hasLogs: boolean;
  readonly hasData: boolean;
  /** Whether only the ends of frames are told that ran out of gas. */
  readonly isOfExhaustion: boolean;
  /** Bytes after which nothing needs to be recorded, as `FrameRecorder` counts them. */
  readonly bytesMax: number;
}

/** Records everything that the sink hears of. */
export const recordingFor = (sink: FrameSink, bytesMax: number): Recording => ({
  sink,
  hasLogs: sink.log !== undefined,
  hasData: true,
  isOfExhaustion: false,
  bytesMax,
});

/** Returns whose storage the frame uses: the caller's where only the code is another account's. */
export const ownerOf = ({ opening, from, to }: FrameBeginning): Address | undefined =>
  opening === "delegatecall" || opening === "callcode" ? from : to;
