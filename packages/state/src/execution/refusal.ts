/**
 * Determines why a transaction cannot be in a block, with geth's messages in geth's order. It is
 * checked before the execution, so a refused transaction leaves no changes to revert.
 */
import { getCalldataFloorGas } from "@ethereumjs/tx";
import type { BlockEnv } from "@tandem/evm";
import {
  emptyAccount,
  emptyBytes,
  emptyCodeHash,
  gasPriceCap,
  impersonatedSender,
  isEmptyOrDelegation,
  isEqual,
  keccak256,
  type SignedTransaction,
  toHex,
} from "@tandem/primitives";
import type { JournaledState } from "../accounts/journaled-state.js";

/**
 * The reason why a transaction cannot be the next one of a block.
 * - unsupported: the fork has no such transactions.
 * - block-gas, block-size: it exceeds the remaining gas or bytes of the block; the next block may
 * include it.
 */
export type RefusalKind =
  | "unsupported"
  | "gas-limit-cap"
  | "nonce-too-low"
  | "nonce-too-high"
  | "sender-has-code"
  | "fee-too-low"
  | "insufficient-funds"
  | "intrinsic-gas"
  | "floor-gas"
  | "block-gas"
  | "block-size";

export interface BlockRefusal {
  readonly kind: RefusalKind;
  /** geth's message. */
  readonly message: string;
}

export const refuse = (kind: RefusalKind, message: string): BlockRefusal => ({ kind, message });

/** Returns geth's message for a transaction over the chain's cap (EIP-7825). */
export const gasLimitTooHigh = (gasLimit: bigint, cap: bigint): string =>
  `transaction gas limit too high (cap: ${cap}, tx: ${gasLimit})`;

/**
 * Returns geth's message for a sender that has code (EIP-3607); undefined if it may send: the code is a delegation, or the
 * sender is impersonated.
 * @param code of the sender.
 */
export function codeProblem(
  { fields, sender }: SignedTransaction,
  code: Uint8Array,
): string | undefined {
  if (isEmptyOrDelegation(code) || impersonatedSender(fields) !== undefined) return undefined;
  return `sender not an eoa: address ${toHex(sender)}, codehash: ${toHex(keccak256(code))}`;
}

/** The state of a block before its next transaction. */
export interface Position {
  readonly state: JournaledState;
  readonly env: BlockEnv;
  /** Gas used by earlier transactions. */
  readonly gasUsed: bigint;
}

/**
 * Returns the reason why a transaction cannot be executed next, or undefined.
 * @param gasLimitCap of the chain, if it has one.
 */
export function refusalOf(
  transaction: SignedTransaction,
  { state, env, gasUsed }: Position,
  gasLimitCap: bigint | undefined,
): BlockRefusal | undefined {
  const { fields, sender } = transaction;
  if (gasLimitCap !== undefined && fields.gasLimit > gasLimitCap) {
    return refuse("gas-limit-cap", gasLimitTooHigh(fields.gasLimit, gasLimitCap));
  }
  const account = state.account(sender) ?? emptyAccount;
  if (fields.nonce !== account.nonce) {
    const order = fields.nonce < account.nonce ? "low" : "high";
    const nonces = `next nonce ${account.nonce}, tx nonce ${fields.nonce}`;
    return refuse(`nonce-too-${order}`, `nonce too ${order}: ${nonces}`);
  }
  const code = isEqual(account.codeHash, emptyCodeHash) ? emptyBytes : state.code(sender);
  const notOwned = codeProblem(transaction, code);
  if (notOwned !== undefined) return refuse("sender-has-code", notOwned);
  const cap = gasPriceCap(fields);
  if (cap < env.minimumGasPrice) {
    const prices = `maxFeePerGas: ${cap}, baseFee: ${env.minimumGasPrice}`;
    const words = `max fee per gas less than block base fee: address ${toHex(sender)}, ${prices}`;
    return refuse("fee-too-low", words);
  }
  const cost = fields.gasLimit * cap + fields.value;
  if (account.balance < cost) {
    const missing = `balance ${account.balance}, tx cost ${cost}, overshot ${cost - account.balance}`;
    return refuse("insufficient-funds", `insufficient funds for gas * price + value: ${missing}`);
  }
  if (fields.gasLimit > env.gasLimit - gasUsed) return refuse("block-gas", "gas limit reached");
  return gasRefusal(fields);
}

/** Returns undefined if the gas limit covers the intrinsic gas. */
function gasRefusal(fields: SignedTransaction["fields"]): BlockRefusal | undefined {
  const intrinsic = fields.getIntrinsicGas();
  if (fields.gasLimit < intrinsic) {
    const gas = `have ${fields.gasLimit}, want ${intrinsic}`;
    return refuse("intrinsic-gas", `intrinsic gas too low: ${gas}`);
  }
  const floor = fields.common.isActivatedEIP(7623) ? getCalldataFloorGas(fields) : 0n;
  if (fields.gasLimit < floor) {
    const gas = `have ${fields.gasLimit}, want ${floor}`;
    return refuse("floor-gas", `insufficient gas for floor data gas cost: ${gas}`);
  }
  return undefined;
}
