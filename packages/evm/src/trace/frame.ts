/** The frames of an execution as a tree, from which every kind of trace is told. */
import type { Address, FrameFailure } from "@tandem/primitives";
import type { Opening } from "./probe.js";

/** One call or creation, or a self-destruction, which is a leaf. */
export interface Frame {
  readonly opening: Opening | "selfdestruct";
  /** Who executes it; of a self-destruction who goes. */
  readonly from: Address;
  /** Whose code runs; the heir; of a creation the new contract, known at its end. */
  to: Address | undefined;
  /** Stipend included. Not the outermost frame's, which the transaction's gas stands for. */
  readonly gas: bigint;
  readonly value: bigint;
  /** Call data, or init code. */
  readonly input: Uint8Array;
  readonly children: Frame[];
  gasUsed: bigint;
  /** What was returned, deployed, or reverted with. */
  output: Uint8Array;
  failure: FrameFailure | undefined;
}
