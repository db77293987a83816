/** The frames of an execution as a tree, from which every kind of trace is derived. */
import type { Address, CallType, CreationMethod, FrameFailure } from "@tandem/primitives";

/** Additional gas of a call that transfers value (yellow paper, appendix G). */
export const callStipend = 2_300n;

/** The kind of call or creation that opens a frame. */
export type Opening = CallType | CreationMethod;

/** Returns whether what opens a frame creates a contract. */
export const isCreation = (opening: Frame["opening"]): opening is CreationMethod =>
  opening === "create" || opening === "create2";

/** A call, a creation, or a self-destruction, which is a leaf. */
export interface Frame {
  readonly opening: Opening | "selfdestruct";
  /** The caller, or the destroyed account of a self-destruction. */
  readonly from: Address;
  /**
   * The account whose code is executed, the beneficiary, or the created contract, which is known at
   * the end.
   */
  to: Address | undefined;
  /**
   * The gas including the stipend. For the outermost frame, the transaction's gas is used instead.
   */
  readonly gas: bigint;
  readonly value: bigint;
  /** Call data, or init code. */
  readonly input: Uint8Array;
  readonly children: Frame[];
  gasUsed: bigint;
  /** The returned data, the deployed code or the revert output. */
  output: Uint8Array;
  failure: FrameFailure | undefined;
}
