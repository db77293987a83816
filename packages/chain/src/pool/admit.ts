/**
 * Decides whether the pool admits a transaction. Refusals have geth's messages, which clients know.
 */
import {
  effectiveGasPrice,
  Fault,
  gasPriceCap,
  type Header,
  type Refusal,
  type SignedTransaction,
  type StateReader,
} from "@tandem/primitives";
import { codeProblem } from "@tandem/state";
import { poolLimits } from "../limits.js";
import type { Pooled, SenderQueue } from "./sender-queue.js";

export interface Admission {
  readonly transaction: SignedTransaction;
  readonly head: Header;
  /** Accounts at the head. */
  readonly state: StateReader;
  /** Maximum wei that it costs its sender. */
  readonly cost: bigint;
  /** The sender's transactions in the pool; undefined if there are none. */
  readonly queue: SenderQueue | undefined;
  /** The one in the pool with the same sender and nonce, if there is one. */
  readonly replaced: Pooled | undefined;
  /** Per cent by which a replacement must pay more; with 0, a higher maximum price is enough. */
  readonly bumpPercent: bigint;
}

type Readmission = Omit<Admission, "head">;

export const refusal = (message: string, why?: Refusal): Fault =>
  new Fault({
    code: "transaction-refused",
    message,
    ...(why === undefined ? {} : { refusal: why }),
  });

/**
 * Checks a transaction against the head, its sender's account and the pool. @throws {Fault}
 * `transaction-refused`
 */
export function assertAdmissible(admission: Admission): void {
  assertGas(admission);
  assertPrice(admission);
  assertReadmissible(admission);
}

/**
 * Checks a transaction that was in the pool or in a removed block against its sender's account and the
 * pool. It may wait for a lower price or a higher gas limit. @throws {Fault} `transaction-refused`
 */
export function assertReadmissible(admission: Readmission): void {
  assertNonce(admission);
  assertOwned(admission);
  assertReplacement(admission);
  assertFunds(admission);
}

function assertGas({ transaction: { fields }, head }: Admission): void {
  const found = fields.gasLimit;
  if (found > head.gasLimit) {
    const why = { kind: "gas-over-block-limit", limit: head.gasLimit, found } as const;
    throw refusal("exceeds block gas limit", why);
  }
  const floor = fields.getMinimumGasLimit();
  if (found >= floor) return;
  const intrinsic = fields.getIntrinsicGas();
  if (found < intrinsic) {
    const why = { kind: "gas-too-low", minimum: intrinsic, found } as const;
    throw refusal(`intrinsic gas too low: gas ${found}, minimum needed ${intrinsic}`, why);
  }
  const why = { kind: "gas-below-floor", minimum: floor, found } as const;
  const words = `insufficient gas for floor data gas cost: gas ${found}, minimum needed ${floor}`;
  throw refusal(words, why);
}

function assertPrice({ transaction: { fields }, head }: Admission): void {
  const cap = gasPriceCap(fields);
  if (cap < head.minimumGasPrice) {
    throw refusal(
      `transaction underpriced: gas price ${cap} is below the minimum gas price ${head.minimumGasPrice}`,
      {
        kind: "underpriced",
        price: "maxFeePerGas" in fields ? "maxFeePerGas" : "gasPrice",
        minimum: head.minimumGasPrice,
        found: cap,
      },
    );
  }
}

function assertNonce({ transaction, state }: Readmission): void {
  const next = state.nonceOf(transaction.sender);
  const { nonce } = transaction.fields;
  if (nonce < next) {
    const why = { kind: "nonce-too-low", next, found: nonce } as const;
    throw refusal(`nonce too low: next nonce ${next}, tx nonce ${nonce}`, why);
  }
  if (nonce >= next + poolLimits.nonceGapMax) {
    const why = { kind: "nonce-too-high", next, found: nonce } as const;
    throw refusal(`nonce too high: next nonce ${next}, tx nonce ${nonce}`, why);
  }
}

/** Refuses what no block includes: a client would wait for its receipt. */
function assertOwned({ transaction, state }: Readmission): void {
  const problem = codeProblem(transaction, state.codeOf(transaction.sender));
  if (problem !== undefined) throw refusal(problem);
}

function assertReplacement(admission: Readmission): void {
  const { queue, bumpPercent } = admission;
  const { fields } = admission.transaction;
  const replaced = admission.replaced?.transaction.fields;
  if (replaced === undefined) {
    if ((queue?.size ?? 0) >= poolLimits.perSenderMax) {
      throw refusal(`account limit exceeded: ${poolLimits.perSenderMax} transactions are waiting`);
    }
    return;
  }
  const missing = missingPrice(fields, replaced, bumpPercent);
  if (missing === undefined) return;
  const why = { kind: "replacement-underpriced", ...missing, nonce: fields.nonce } as const;
  throw refusal("replacement transaction underpriced", why);
}

type Fields = SignedTransaction["fields"];

/** Returns the price that is too low to replace a transaction; undefined if none is. */
function missingPrice(fields: Fields, replaced: Fields, bumpPercent: bigint) {
  const bumped = (price: bigint) =>
    bumpPercent === 0n ? price + 1n : (price * (100n + bumpPercent) + 99n) / 100n;
  const cap = bumped(gasPriceCap(replaced));
  if (gasPriceCap(fields) < cap) return { price: "cap", minimum: cap } as const;
  const tip = bumped(tipOf(replaced));
  if (bumpPercent === 0n || tipOf(fields) >= tip) return undefined;
  return { price: "tip", minimum: tip } as const;
}

const tipOf = (fields: Fields) =>
  "maxFeePerGas" in fields ? fields.maxPriorityFeePerGas : fields.gasPrice;

function assertFunds({ transaction, cost, queue, replaced, state }: Readmission): void {
  const balance = state.balanceOf(transaction.sender);
  if (cost > balance) {
    throw refusal(
      `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}, overshot ${cost - balance}`,
      { kind: "insufficient-funds", balance, cost },
    );
  }
  const queued = (queue?.costMax ?? 0n) - (replaced?.cost ?? 0n);
  if (queued + cost > balance) {
    throw refusal(
      `insufficient funds for gas * price + value: balance ${balance}, queued cost ${queued}, tx cost ${cost}, overshot ${queued + cost - balance}`,
      { kind: "insufficient-funds", balance, cost: queued + cost },
    );
  }
}

/**
 * Computes the wei per unit of gas that a transaction pays with a minimum gas price. The pool
 * orders by it.
 */
export const priceOf = (transaction: SignedTransaction, minimumGasPrice: bigint): bigint =>
  effectiveGasPrice(transaction.fields, minimumGasPrice);
