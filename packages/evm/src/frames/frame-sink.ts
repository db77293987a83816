/** The interface that receives the frames of an execution, from the library or the engine. */
import type { Address, FrameFailure, Log } from "@tandem/primitives";
import type { Frame } from "./frame.js";

/** The members of a frame that are known at its start. */
export type FrameBeginning = Pick<Frame, "opening" | "from" | "to" | "gas" | "value" | "input">;

export interface FrameEnding {
  readonly gasUsed: bigint;
  /** Is undefined if it succeeded. */
  readonly failure: FrameFailure | undefined;
  readonly output: Uint8Array;
  /** The contract of a creation, including a failed one. */
  readonly created: Address | undefined;
}

/** Returns the bytes that are kept of what is passed in. */
export type Take = (bytes: Uint8Array) => Uint8Array;

/**
 * Receives events in the order in which they occur. Inputs and outputs that are passed in with `take` may change
 * afterwards: it copies them.
 */
export interface FrameSink {
  /**
   * The only account of whose frames (`ownerOf`) the beginning must be passed to `begin`, if neither
   * others nor other events are of use.
   */
  readonly only?: Address;
  begin?(frame: FrameBeginning, take?: Take): void;
  /** Is called when the frame that began last ends. */
  end?(ending: FrameEnding, take?: Take): void;
  destroy?(address: Address, heir: Address, balance: bigint): void;
  /**
   * Is called for a frame that does not begin, because the caller lacks the value or is too deep.
   */
  refuse?(frame: FrameBeginning, failure: FrameFailure): void;
  log?(log: Log): void;
}

/** Returns the failure of a frame that does not begin, for lack of depth or else of value. */
export const refusalOf = (isTooDeep: boolean): FrameFailure =>
  isTooDeep
    ? { kind: "halted", error: "Out of stack", message: "max call depth exceeded" }
    : {
        kind: "halted",
        error: "Insufficient balance",
        message: "insufficient balance for transfer",
      };

/** The events that a probe needs from an execution that it does not observe itself. */
export interface Recording {
  readonly sink: FrameSink;
  /** Whether logs are recorded, and inputs and outputs of frames. */
  readonly hasLogs: boolean;
  readonly hasData: boolean;
  /** Whether only the ends of frames are recorded that ran out of gas. */
  readonly isOfExhaustion: boolean;
  /** Whether only the outermost frame is recorded. */
  readonly isOfOutermost: boolean;
  /** Bytes after which nothing needs to be recorded, as `FrameRecorder` counts them. */
  readonly bytesMax: number;
}

/** Creates a recording of all events that the sink handles. */
export const recordingFor = (sink: FrameSink, bytesMax: number): Recording => ({
  sink,
  hasLogs: sink.log !== undefined,
  hasData: true,
  isOfExhaustion: false,
  isOfOutermost: false,
  bytesMax,
});

/**
 * Returns the account whose storage the frame uses: the caller, if only the code is another
 * account's.
 */
export const ownerOf = ({ opening, from, to }: FrameBeginning): Address | undefined =>
  opening === "delegatecall" || opening === "callcode" ? from : to;
