import { toHex } from "./bytes/hex.js";
import type { FailureExplanation } from "./failure-explanation.js";
import type { SimulationRefusal } from "./simulation.js";
import type { TraceError } from "./trace/trace.js";

/**
 * The reason why an operation failed, as a value that callers can switch on. A broken block or
 * header is not a fault but a violation, which is returned and never thrown.
 */
export type FaultData =
  /** A transaction that the pool refuses; `message` is geth's text for the reason. */
  | {
      readonly code: "transaction-refused";
      readonly message: string;
      readonly refusal?: Refusal;
    }
  /** A transaction that was mined and failed. `output` is its revert output. */
  | {
      readonly code: "transaction-failed";
      readonly hash: Uint8Array;
      readonly error: TraceError;
      readonly output: Uint8Array;
      readonly explanation?: FailureExplanation | undefined;
    }
  /** An address for which the node was asked to sign without having its key. */
  | { readonly code: "unknown-account"; readonly address: Uint8Array }
  /** A call or estimate whose execution reverted; `data` is the revert output. */
  | {
      readonly code: "reverted";
      readonly data: Uint8Array;
      readonly explanation?: FailureExplanation | undefined;
    }
  /**
   * A call or estimate that failed for another reason: `error` is that of its execution, or
   * `refusal` is the reason why such a transaction would be refused.
   */
  | {
      readonly code: "execution-failed";
      readonly message: string;
      readonly error?: TraceError;
      readonly refusal?: Refusal;
      readonly explanation?: FailureExplanation | undefined;
    }
  /** A simulation whose blocks cannot form a chain; `message` is the reason. */
  | {
      readonly code: "simulation-refused";
      readonly kind: SimulationRefusal;
      readonly message: string;
    }
  /** A request over a named limit. */
  | {
      readonly code: "limit-exceeded";
      readonly limit: string;
      readonly max: number;
      readonly suggestion?: { readonly fromBlock: number; readonly toBlock: number };
    }
  /**
   * Parameters that are well formed but inconsistent. `timestamp` is a time requested for the next block that
   * is not after that of the newest block, in Unix seconds. `feeWithPrice` is the field of EIP-1559 that a request has
   * beside `gasPrice`. `imported` counts the blocks of the request before
   * the one that is refused, which remain, and how many of them are new.
   */
  | {
      readonly code: "bad-request";
      readonly message: string;
      readonly timestamp?: { readonly found: number; readonly newest: number };
      readonly feeWithPrice?: "maxFeePerGas" | "maxPriorityFeePerGas";
      readonly imported?: { readonly blocks: number; readonly added: number };
    }
  /** A block that is named by a hash and does not exist, where that is an error. */
  | { readonly code: "unknown-block" }
  /** An outside miner's submission; `rule` is the one it breaks, if it could be decoded. */
  | { readonly code: "mining-refused"; readonly message: string; readonly rule?: string }
  /** A block that cannot be sealed now; `message` is the reason. */
  | { readonly code: "unsealable"; readonly message: string }
  /** A failed write: the disk is full. `message` names the disk and what to do. */
  | { readonly code: "no-space"; readonly message: string }
  /** Data on disk or in a file that cannot be used; `message` says what to do. */
  | { readonly code: "unusable-data"; readonly message: string }
  /** A database row that does not match its key, or is missing although others name it. */
  | CorruptData;

/**
 * The reason why a transaction is refused: its bytes have not the form of one, the pool has it, or two
 * numbers conflict. Amounts are wei or gas.
 */
export type Refusal =
  | { readonly kind: "undecodable" }
  /** The pool has the transaction with this hash. */
  | { readonly kind: "already-known"; readonly hash: Uint8Array }
  | {
      readonly kind: "nonce-too-low";
      readonly next: bigint;
      readonly found: bigint;
      /** Is true where a transaction waits for a block, so that a nonce above the next one is taken too. */
      readonly takesLater?: true;
    }
  | { readonly kind: "nonce-too-high"; readonly next: bigint; readonly found: bigint }
  | { readonly kind: "insufficient-funds"; readonly balance: bigint; readonly cost: bigint }
  /** The gas limit is below the intrinsic gas, or else below the floor of the data (EIP-7623). */
  | { readonly kind: "gas-too-low"; readonly minimum: bigint; readonly found: bigint }
  | { readonly kind: "gas-below-floor"; readonly minimum: bigint; readonly found: bigint }
  | { readonly kind: "gas-over-block-limit"; readonly limit: bigint; readonly found: bigint }
  | {
      readonly kind: "underpriced";
      readonly price: "gasPrice" | "maxFeePerGas";
      readonly minimum: bigint;
      readonly found: bigint;
    }
  /** The maximum price, or else the tip, is below the minimum that replaces a waiting transaction. */
  | {
      readonly kind: "replacement-underpriced";
      readonly price: "cap" | "tip";
      readonly minimum: bigint;
      readonly nonce: bigint;
    }
  | { readonly kind: "tip-over-cap"; readonly tip: bigint; readonly cap: bigint }
  /**
   * The transaction is for the chain with the id `found`, and this one has `expected`. The id stands in a request, in
   * `v` of a signed transaction of type 0 (EIP-155), or in a field of one of another type.
   */
  | {
      readonly kind: "other-chain";
      readonly place: "request" | "eip-155" | "field";
      readonly found: bigint;
      readonly expected: bigint;
    }
  /** The init code of a creation has `size` bytes, and `limit` are allowed (EIP-3860). */
  | { readonly kind: "init-code-too-long"; readonly size: bigint; readonly limit: bigint }
  /** An estimate runs out of the gas that it may use. */
  | { readonly kind: "gas-over-allowance"; readonly allowance: bigint };

/** One damaged row. */
export interface CorruptData {
  readonly code: "corrupt-data";
  /** Name of the table. */
  readonly table: string;
  /** Hex of a hash, or a height in decimal. */
  readonly key: string;
  /** Height of the block the row belongs to, if it is known. */
  readonly height?: number;
  /** The rule that the row breaks: `header/hash`, `row/missing`. */
  readonly rule: string;
  /** A sentence that describes the damage and what to do. */
  readonly message: string;
}

/** The only error class thrown on purpose; any other error is a bug. */
export class Fault extends Error {
  readonly data: FaultData;
  constructor(data: FaultData, options?: ErrorOptions) {
    super(textOf(data), options);
    this.name = "Fault";
    this.data = data;
  }
}

/** Returns the text of an exceeded limit. */
export const limitText = ({ limit, max }: { readonly limit: string; readonly max: number }) =>
  `limit exceeded: ${limit} is at most ${max}`;

function textOf(data: FaultData): string {
  if ("message" in data) return data.message;
  return data.code === "limit-exceeded" ? limitText(data) : data.code;
}

/** Returns whether an error says that the disk is full or has failed: what was tried is possible later. */
export const isNoSpace = (
  error: unknown,
): error is Fault & { readonly data: { readonly code: "no-space" } } =>
  error instanceof Fault && error.data.code === "no-space";

/**
 * Checks an amount against a limit.
 * @param limit the name of the limit. @throws {Fault} `limit-exceeded` if the amount is above the maximum.
 */
export function assertAtMost(limit: string, amount: number, max: number): void {
  if (amount > max) throw new Fault({ code: "limit-exceeded", limit, max });
}

/** Creates the fault `unusable-data`. @param message says what to do. */
export const unusableData = (message: string, cause?: unknown): Fault =>
  new Fault({ code: "unusable-data", message }, cause === undefined ? undefined : { cause });

export interface DamagedRow extends Pick<CorruptData, "table" | "rule"> {
  /** Height of the block the row belongs to, if it is known. */
  readonly height?: number | undefined;
  /** A hash, a height, or the name of the only row. */
  readonly key: Uint8Array | number | string;
}

/** Creates the fault `corrupt-data`; its message names block and table. */
export function corruptData({ table, key, height, rule }: DamagedRow, cause?: unknown): Fault {
  const shown = key instanceof Uint8Array ? toHex(key) : `${key}`;
  const block = height === undefined ? "" : ` of block ${height}`;
  const message =
    `the row ${shown}${block} in the table "${table}" is damaged on the disk (${rule}): ` +
    "run `tandem check` on the data directory, and `tandem repair` to save its longest whole chain";
  const data = { code: "corrupt-data", table, key: shown, rule, message } as const;
  return new Fault(height === undefined ? data : { ...data, height }, { cause });
}
