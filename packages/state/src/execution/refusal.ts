/**
 * Why a transaction cannot be part of a block, in geth's words and geth's order. Asked before
 * anything is executed, so a refused transaction leaves no trace to take back.
 */
import { getCalldataFloorGas } from "@ethereumjs/tx";
import {
  emptyBytes,
  gasPriceCap,
  impersonatedSender,
  isEqual,
  type SignedTransaction,
  toHex,
} from "@tandem/primitives";
import type { JournaledState } from "../accounts/journaled-state.js";
import { emptyCodeHash } from "../accounts/state-cache.js";
import { emptyAccount } from "../trie/account-record.js";
import type { BlockEnv } from "./block-env.js";

const delegationPrefix = Uint8Array.of(0xef, 0x01, 0x00);

/** Whether code makes an account act through another (EIP-7702). */
const isDelegation = (code: Uint8Array) =>
  code.length === 23 && isEqual(code.subarray(0, 3), delegationPrefix);

/** Geth's words for a transaction over the chain's cap (EIP-7825). */
export const gasLimitTooHigh = (gasLimit: bigint, cap: bigint): string =>
  `transaction gas limit too high (cap: ${cap}, tx: ${gasLimit})`;

/**
 * Undefined when the transaction can be executed next.
 * @param gasUsed by the block so far.
 * @param gasLimitCap of the chain, where it has one.
 */
export function refusalOf(
  transaction: SignedTransaction,
  state: JournaledState,
  env: BlockEnv,
  gasUsed: bigint,
  gasLimitCap?: bigint,
): string | undefined {
  const { fields, sender } = transaction;
  if (gasLimitCap !== undefined && fields.gasLimit > gasLimitCap) {
    return gasLimitTooHigh(fields.gasLimit, gasLimitCap);
  }
  const account = state.account(sender) ?? emptyAccount;
  if (fields.nonce !== account.nonce) {
    const order = fields.nonce < account.nonce ? "low" : "high";
    return `nonce too ${order}: next nonce ${account.nonce}, tx nonce ${fields.nonce}`;
  }
  const code = isEqual(account.codeHash, emptyCodeHash) ? emptyBytes : state.code(sender);
  const isOwned = impersonatedSender(fields) === undefined;
  if (isOwned && code.length > 0 && !isDelegation(code)) {
    return `sender not an eoa: address ${toHex(sender)}, codehash: ${toHex(account.codeHash)}`;
  }
  const cap = gasPriceCap(fields);
  if (cap < env.minimumGasPrice) {
    const prices = `maxFeePerGas: ${cap}, baseFee: ${env.minimumGasPrice}`;
    return `max fee per gas less than block base fee: address ${toHex(sender)}, ${prices}`;
  }
  const cost = fields.gasLimit * cap + fields.value;
  if (account.balance < cost) {
    const missing = `balance ${account.balance}, tx cost ${cost}, overshot ${cost - account.balance}`;
    return `insufficient funds for gas * price + value: ${missing}`;
  }
  if (fields.gasLimit > env.gasLimit - gasUsed) return "gas limit reached";
  return gasRefusal(fields);
}

/** Undefined when the gas covers what is owed before the first instruction. */
function gasRefusal(fields: SignedTransaction["fields"]): string | undefined {
  const intrinsic = fields.getIntrinsicGas();
  if (fields.gasLimit < intrinsic) {
    return `intrinsic gas too low: have ${fields.gasLimit}, want ${intrinsic}`;
  }
  const floor = fields.common.isActivatedEIP(7623) ? getCalldataFloorGas(fields) : 0n;
  if (fields.gasLimit < floor) {
    return `insufficient gas for floor data gas cost: have ${fields.gasLimit}, want ${floor}`;
  }
  return undefined;
}
