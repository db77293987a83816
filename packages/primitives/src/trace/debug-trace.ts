/**
 * The results of `debug_*` for an execution that is repeated: those of geth's three tracers, as
 * values. The RPC package defines their encoding.
 */
import type { Address, Bytes, Hash32 } from "../bytes/brands.js";
import type { Log } from "../receipt/log.js";
import type { CallUsage, ValidationOptions } from "./call-usage.js";
import type { CallTrace, Trace, TraceError, TracePlace } from "./trace.js";

/** A tracer with geth's options for it. */
export type TracerRequest =
  /** geth's `callTracer`. */
  | { readonly kind: "calls"; readonly onlyTopCall: boolean; readonly withLog: boolean }
  /** geth's `prestateTracer`. */
  | ({ readonly kind: "prestate" } & PrestateOptions)
  /** The calls in Parity's form, of `trace_*`. */
  | { readonly kind: "flat" }
  /** geth's `flatCallTracer`. */
  | ({ readonly kind: "flatCalls" } & FlatCallOptions)
  /** geth's `4byteTracer`. */
  | { readonly kind: "selectors" }
  /** geth's `erc7562Tracer`. */
  | ({ readonly kind: "validation" } & ValidationOptions)
  /** geth's `noopTracer`. */
  | { readonly kind: "nothing" }
  /** geth's `muxTracer`: several tracers of one execution, each by its name. */
  | { readonly kind: "several"; readonly tracers: readonly NamedTracer[] }
  /** A script in JavaScript, with JSON text for its `setup`, and the id of the client that sent it. */
  | {
      readonly kind: "script";
      readonly code: string;
      readonly config: string;
      readonly clientId?: string;
    }
  /** A script of this program, which runs outside of the sandbox. What a client sends is never one. */
  | { readonly kind: "trustedScript"; readonly code: string; readonly config: string }
  /** geth's default, the struct logs. */
  | ({ readonly kind: "steps" } & StepOptions);

/** A tracer with the name of its result. */
export type NamedTracer = readonly [name: string, request: TracerRequest];

export interface FlatCallOptions {
  /** Shows errors in Parity's words, not in geth's. */
  readonly convertParityErrors: boolean;
  /** Includes calls and static calls of precompiles by contracts. */
  readonly includePrecompiles: boolean;
}

export interface PrestateOptions {
  readonly diffMode: boolean;
  /** Omits code, and changes of it. */
  readonly disableCode?: boolean;
  /** Omits storage, and changes of it. */
  readonly disableStorage?: boolean;
}

export interface StepOptions {
  readonly enableMemory: boolean;
  /** Omits the memory in the form of Hardhat's network, which includes it otherwise. */
  readonly disableMemory?: boolean;
  readonly disableStack: boolean;
  readonly disableStorage: boolean;
  /** Includes the storage at each step, not only where it is read or written. */
  readonly storageAtEachStep?: boolean;
  readonly enableReturnData: boolean;
  /** The number of steps from the first; 0 for all of them. */
  readonly limit: number;
}

export type TracerResult =
  | { readonly kind: "calls"; readonly call: CallFrame }
  | { readonly kind: "prestate"; readonly prestate: Prestate }
  /**
   * `output` is the returned data, the deployed code or the revert output of the outermost call.
   */
  | { readonly kind: "flat"; readonly traces: readonly Trace[]; readonly output: Bytes }
  | { readonly kind: "flatCalls"; readonly traces: readonly FlatCall[] }
  /** Counts calls by selector and number of further input bytes, as `0x12345678-64`. */
  | { readonly kind: "selectors"; readonly counts: ReadonlyMap<string, number> }
  | { readonly kind: "nothing" }
  /** The result of a script, as JSON text. */
  | { readonly kind: "script"; readonly json: string }
  | {
      readonly kind: "several";
      readonly results: readonly (readonly [name: string, result: TracerResult])[];
    }
  | { readonly kind: "steps"; readonly steps: StepTrace };

/** A trace of geth's `flatCallTracer`: a reverted call has its revert data as result, besides the error. */
export interface FlatCall extends TracePlace {
  readonly type: Trace["type"];
  readonly action: Trace["action"];
  readonly result?: CallTrace["result"] | FlatCreation | undefined;
  /** Parity's or geth's text. */
  readonly error?: string | undefined;
}

/** The result of a creation, without an address if it was reverted. */
export interface FlatCreation {
  readonly gasUsed: bigint;
  /** The deployed code, or the revert data. */
  readonly code: Bytes;
  readonly address?: Address;
}

export type CallFrameType =
  | "CALL"
  | "CALLCODE"
  | "DELEGATECALL"
  | "STATICCALL"
  | "CREATE"
  | "CREATE2"
  | "SELFDESTRUCT";

/** A log, with the number of the call's own `calls` before it. */
export interface CallLog extends Log {
  /** The index among all logs of the transaction that were not reverted. */
  readonly index: number;
  readonly position: number;
}

/**
 * The reason why a call or creation failed, with the texts of the two clients whose traces are in
 * use.
 */
export interface FrameFailure {
  readonly kind: "reverted" | "out-of-gas" | "halted";
  /** Parity's text. */
  readonly error: TraceError;
  /** geth's text. */
  readonly message: string;
}

/** A call and the calls inside it. Amounts in wei and units of gas. */
export interface CallFrame {
  readonly type: CallFrameType;
  readonly from: Address;
  /** Absent for a creation that failed. */
  readonly to?: Address;
  /** Absent for a STATICCALL. */
  readonly value?: bigint;
  /** The gas available; for the outermost call, the transaction's gas limit. */
  readonly gas: bigint;
  /** The gas used; for the outermost call, the receipt's. */
  readonly gasUsed: bigint;
  readonly input: Bytes;
  /** The returned data, the deployed code or, with `execution reverted`, the revert data. */
  readonly output?: Bytes;
  /** geth's text. */
  readonly error?: string;
  /**
   * Is present for the outermost call alone; its message has the sizes of code that is too long.
   */
  readonly failure?: FrameFailure;
  readonly calls: readonly CallFrame[];
  /** Only on request; a reverted call has none. */
  readonly logs?: readonly CallLog[];
  /** Is present only in a result of `erc7562Tracer`. */
  readonly usage?: CallUsage;
}

/** One account as the prestate tracer shows it; absent fields are empty, or did not change. */
export interface AccountSnapshot {
  readonly balance?: bigint;
  readonly nonce?: bigint;
  readonly code?: Bytes;
  /** Slots with their values, 32 bytes each. */
  readonly storage?: readonly (readonly [slot: Hash32, value: Hash32])[];
}

export type AccountSnapshots = readonly (readonly [Address, AccountSnapshot])[];

/**
 * The accounts of the prestate tracer. `pre` alone has every account and slot that the transaction
 * read, before it. With `post` (diff mode) both have the changes, before and after; deleted
 * accounts and slots are only in `pre`.
 */
export interface Prestate {
  readonly pre: AccountSnapshots;
  readonly post?: AccountSnapshots;
}

/** The state of the EVM before one instruction. */
export interface Step {
  readonly pc: number;
  readonly op: string;
  /** The gas left before the instruction. */
  readonly gas: bigint;
  /** The cost of the instruction, including gas passed to a call. */
  readonly gasCost: bigint;
  /** The call depth; 1 for the outermost call. */
  readonly depth: number;
  /** geth's text, if the instruction ended its call with an error. */
  readonly error?: string;
  /** The stack, bottom first. */
  readonly stack?: readonly bigint[];
  readonly memory?: Bytes;
  readonly returnData?: Bytes;
  /** Slots of the contract that were read or written so far; present with SLOAD and SSTORE only. */
  readonly storage?: readonly (readonly [slot: Hash32, value: Hash32])[];
  /** The refund counter; absent if zero. */
  readonly refund?: bigint;
}

export interface StepTrace {
  /** The gas used, as in the receipt. */
  readonly gas: bigint;
  readonly failed: boolean;
  readonly returnValue: Bytes;
  readonly structLogs: readonly Step[];
}

/** The result of `eth_createAccessList`. */
export interface AccessListResult {
  readonly accessList: readonly {
    readonly address: Address;
    readonly storageKeys: readonly Hash32[];
  }[];
  /** The gas used with the list. */
  readonly gasUsed: bigint;
  /** The reason why the call fails even with the list, in geth's text. */
  readonly error?: string;
}

/** An account and slots of it with the trie nodes that prove them (EIP-1186). */
export interface AccountProof {
  readonly address: Address;
  /** RLP of each node from the root down; for an absent account, down to its position. */
  readonly accountProof: readonly Bytes[];
  readonly balance: bigint;
  readonly codeHash: Hash32;
  readonly nonce: bigint;
  readonly storageHash: Hash32;
  readonly storageProof: readonly {
    /** 32 bytes. */
    readonly key: Hash32;
    readonly value: bigint;
    /** The proof in the storage trie, as `accountProof`; empty if the trie is. */
    readonly proof: readonly Bytes[];
  }[];
}
