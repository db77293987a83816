/**
 * What `debug_*` tells of an execution that is done again: geth's three tracers, as values. Hex,
 * names of fields and what is left out on the wire are the RPC's affair.
 */
import type { Address, Bytes, Hash32 } from "../bytes/brands.js";
import type { Log } from "../receipt/log.js";
import type { Trace, TraceError } from "./trace.js";

/** Names a tracer, with geth's options for it. */
export type TracerRequest =
  /** geth's `callTracer`. */
  | { readonly kind: "calls"; readonly onlyTopCall: boolean; readonly withLog: boolean }
  /** geth's `prestateTracer`. */
  | { readonly kind: "prestate"; readonly diffMode: boolean }
  /** geth's `flatCallTracer`: the calls as Parity shows them. */
  | { readonly kind: "flat" }
  /** geth's `4byteTracer`. */
  | { readonly kind: "selectors" }
  /** geth's `noopTracer`. */
  | { readonly kind: "nothing" }
  /** geth's `muxTracer`: several tracers of one execution, each by its name. */
  | { readonly kind: "several"; readonly tracers: readonly NamedTracer[] }
  /** geth's default, the struct logs. */
  | ({ readonly kind: "steps" } & StepOptions);

/** A tracer by the name under which its result is shown. */
export type NamedTracer = readonly [name: string, request: TracerRequest];

export interface StepOptions {
  readonly enableMemory: boolean;
  /** Hides the memory in the form of Hardhat's network, which shows it otherwise. */
  readonly disableMemory?: boolean;
  readonly disableStack: boolean;
  readonly disableStorage: boolean;
  /** Shows the storage at each step, not only where it is read or written. */
  readonly storageAtEachStep?: boolean;
  readonly enableReturnData: boolean;
  /** Steps to show, from the first; 0 for all of them. */
  readonly limit: number;
}

export type TracerResult =
  | { readonly kind: "calls"; readonly call: CallFrame }
  | { readonly kind: "prestate"; readonly prestate: Prestate }
  /** `output` is what the outermost call returned, deployed or reverted with. */
  | { readonly kind: "flat"; readonly traces: readonly Trace[]; readonly output: Bytes }
  /** How often a selector came with so many bytes behind it, as `0x12345678-64`. */
  | { readonly kind: "selectors"; readonly counts: ReadonlyMap<string, number> }
  | { readonly kind: "nothing" }
  | {
      readonly kind: "several";
      readonly results: readonly (readonly [name: string, result: TracerResult])[];
    }
  | { readonly kind: "steps"; readonly steps: StepTrace };

export type CallFrameType =
  | "CALL"
  | "CALLCODE"
  | "DELEGATECALL"
  | "STATICCALL"
  | "CREATE"
  | "CREATE2"
  | "SELFDESTRUCT";

/** An event, and after how many of the call's own `calls` it came. */
export interface CallLog extends Log {
  /** Place among all events of the transaction that were not undone. */
  readonly index: number;
  readonly position: number;
}

/** Says why a call or creation failed, with the texts of the two clients whose traces people read. */
export interface FrameFailure {
  readonly kind: "reverted" | "out-of-gas" | "halted";
  /** Parity's words. */
  readonly error: TraceError;
  /** geth's words. */
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
  /** geth's words. */
  readonly error?: string;
  /** Is present for the outermost call alone; its message has the sizes of code that is too long. */
  readonly failure?: FrameFailure;
  readonly calls: readonly CallFrame[];
  /** Only when asked for; of a call that was undone, none. */
  readonly logs?: readonly CallLog[];
}

/** One account as the prestate tracer shows it; absent fields are empty, or did not change. */
export interface AccountSnapshot {
  readonly balance?: bigint;
  readonly nonce?: bigint;
  readonly code?: Bytes;
  /** Slot and value, 32 bytes each. */
  readonly storage?: readonly (readonly [slot: Hash32, value: Hash32])[];
}

export type AccountSnapshots = readonly (readonly [Address, AccountSnapshot])[];

/**
 * `pre` alone: every account and slot the transaction looked at, as they were before it. With
 * `post` (diff mode): what it changed, before and after; what it removed is in `pre` alone.
 */
export interface Prestate {
  readonly pre: AccountSnapshots;
  readonly post?: AccountSnapshots;
}

/** The machine before one instruction. */
export interface Step {
  readonly pc: number;
  readonly op: string;
  /** Left before the instruction. */
  readonly gas: bigint;
  /** What it costs, with what it hands to a call. */
  readonly gasCost: bigint;
  /** 1 for the outermost call. */
  readonly depth: number;
  /** geth's words when the instruction ended its call. */
  readonly error?: string;
  /** Bottom first. */
  readonly stack?: readonly bigint[];
  readonly memory?: Bytes;
  readonly returnData?: Bytes;
  /** Slots of the contract that were read or written so far; with SLOAD and SSTORE only. */
  readonly storage?: readonly (readonly [slot: Hash32, value: Hash32])[];
  /** Refund counter; absent when zero. */
  readonly refund?: bigint;
}

export interface StepTrace {
  /** The receipt's. */
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
  /** With the list. */
  readonly gasUsed: bigint;
  /** Why the call fails all the same, in geth's words. */
  readonly error?: string;
}

/** An account and slots of it with the trie nodes that prove them (EIP-1186). */
export interface AccountProof {
  readonly address: Address;
  /** RLP of each node from the root down; of an absent account, to where it would be. */
  readonly accountProof: readonly Bytes[];
  readonly balance: bigint;
  readonly codeHash: Hash32;
  readonly nonce: bigint;
  readonly storageHash: Hash32;
  readonly storageProof: readonly {
    /** 32 bytes. */
    readonly key: Hash32;
    readonly value: bigint;
    /** As `accountProof`, in the storage trie; nothing when that is empty. */
    readonly proof: readonly Bytes[];
  }[];
}
