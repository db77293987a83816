/**
 * Why an operation could not be done, as a value other packages can switch on.
 * A broken block or header is not a fault but a violation, returned and never thrown.
 */
export type FaultData =
  /** A transaction the pool does not take; `message` is geth's text for the reason. */
  | { readonly code: "transaction-refused"; readonly message: string }
  /** A call or estimate whose execution reverted; `data` is the revert output. */
  | { readonly code: "reverted"; readonly data: Uint8Array }
  /** A call or estimate that could not finish for another reason. */
  | { readonly code: "execution-failed"; readonly message: string }
  /** A request over a named limit. */
  | {
      readonly code: "limit-exceeded";
      readonly limit: string;
      readonly max: number;
      readonly suggestion?: { readonly fromBlock: number; readonly toBlock: number };
    }
  /** Parameters that are well formed but do not fit together. */
  | { readonly code: "bad-request"; readonly message: string }
  /** An outside miner's submission; `rule` is the one it breaks, where it was read that far. */
  | { readonly code: "mining-refused"; readonly message: string; readonly rule?: string }
  /** A block that cannot be sealed now; `message` says what stands against it. */
  | { readonly code: "unsealable"; readonly message: string }
  /** Nothing can be written: the disk is full. `message` says which, and what is asked for. */
  | { readonly code: "no-space"; readonly message: string }
  /** Data on disk or in a file that cannot be used; `message` says what to do. */
  | { readonly code: "unusable-data"; readonly message: string };

/** The one error class thrown on purpose; anything else that is thrown is a bug. */
export class Fault extends Error {
  readonly data: FaultData;
  constructor(data: FaultData, options?: ErrorOptions) {
    super("message" in data ? data.message : data.code, options);
    this.name = "Fault";
    this.data = data;
  }
}
