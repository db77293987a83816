/** Declares what geth's `erc7562Tracer` shows beside the calls of an execution. */
import type { Address, Bytes, Hash32 } from "../bytes/brands.js";

export interface ValidationOptions {
  readonly withLog: boolean;
  /** The opcodes that are not counted; absent for those that geth does not count by default. */
  readonly ignoredOpcodes?: readonly number[];
}

/**
 * The instructions and accesses of a call, without those of the calls inside it, which the validation
 * rules of ERC-7562 restrict.
 */
export interface CallUsage {
  /** Counts instructions by opcode. GAS counts only where no call follows it. */
  readonly usedOpcodes: ReadonlyMap<number, number>;
  /** The slots that the call read before it wrote them, with their values at the first read. */
  readonly reads: readonly (readonly [slot: Hash32, value: Hash32])[];
  /** Counts writes by slot, and reads and writes of transient storage. */
  readonly writes: SlotCounts;
  readonly transientReads: SlotCounts;
  readonly transientWrites: SlotCounts;
  /** The operands of EXTCODE* in order, but those of an EXTCODESIZE that ISZERO follows. */
  readonly extCodeAccesses: readonly Address[];
  /** The first accesses to accounts by calls and by EXTCODE*. */
  readonly contracts: readonly ContractAccess[];
  /** Whether the call ran out of gas. It is not shown for the outermost call, as in geth. */
  readonly isOutOfGas: boolean;
  /** The inputs of KECCAK256 in the whole execution, in order. Only the outermost call has them. */
  readonly keccakInputs?: readonly Bytes[];
}

export type SlotCounts = readonly (readonly [slot: Hash32, count: number])[];

/** The access to an account by an instruction, with the length of the account's code in bytes. */
export interface ContractAccess {
  readonly address: Address;
  readonly codeLength: number;
  readonly opcode: number;
}
