/**
 * EIP-7702 in a call or an estimate: the delegations a request carries are set before its message
 * runs, as `runTx` does it for a transaction. One that does not hold is passed over.
 */
import { RLP } from "@ethereumjs/rlp";
import { SECP256K1_ORDER_DIV_2 } from "@ethereumjs/util";
import {
  type Address,
  type Authorization,
  concat,
  emptyBytes,
  fromBigInt,
  hexDigits,
  keccak256,
  publicKeyToAddress,
  recoverPublicKey,
} from "@tandem/primitives";
import { emptyAccount } from "./account-record.js";
import type { JournaledState } from "./journaled-state.js";
import type { Machine } from "./machine.js";

/** First byte of what is signed, and first bytes of a delegated account's code (EIP-7702). */
const signedMagic = Uint8Array.of(0x05);
const delegationPrefix = Uint8Array.of(0xef, 0x01, 0x00);
const nonceMax = 2n ** 64n - 1n;

export interface Authorizing {
  readonly machine: Machine;
  readonly state: JournaledState;
  /** Whose nonce the transaction itself will have used. */
  readonly from: Address;
}

/** @returns gas refunded for accounts that were there before. */
export function authorizeAll(on: Authorizing, list: readonly Authorization[]): bigint {
  const { common } = on.machine;
  if (!common.isActivatedEIP(7702)) return 0n;
  const perKnownAccount = common.param("perEmptyAccountCost") - common.param("perAuthBaseGas");
  const known = list.filter((authorization) => authorize(on, authorization) === "known");
  return BigInt(known.length) * perKnownAccount;
}

function authorize({ machine, state, from }: Authorizing, authorization: Authorization) {
  const { chainId, nonce, address } = authorization;
  const isOurs = chainId === 0n || chainId === machine.common.chainId();
  if (!isOurs || nonce >= nonceMax) return "passed over";
  const authority = authorityOf(authorization);
  if (authority === undefined) return "passed over";
  machine.evm.journal.addAlwaysWarmAddress(hexDigits(authority));
  const found = state.account(authority);
  const account = found ?? emptyAccount;
  const code = state.code(authority);
  const isPlain = code.length === 0 || startsWith(code, delegationPrefix);
  const used = Buffer.compare(authority, from) === 0 ? account.nonce + 1n : account.nonce;
  if (!isPlain || used !== nonce) return "passed over";
  state.putAccount(authority, { ...account, nonce: nonce + 1n });
  const isCleared = address.every((byte) => byte === 0);
  state.putCode(authority, isCleared ? emptyBytes : concat(delegationPrefix, address));
  return found === undefined ? "new" : "known";
}

const startsWith = (bytes: Uint8Array, prefix: Uint8Array) =>
  prefix.every((byte, i) => bytes[i] === byte);

/** Who signed; undefined for a signature that is none. */
function authorityOf(authorization: Authorization): Address | undefined {
  const { chainId, address, nonce, yParity, r, s } = authorization;
  if (s > SECP256K1_ORDER_DIV_2 || (yParity !== 0 && yParity !== 1)) return undefined;
  const signed = RLP.encode([fromBigInt(chainId), address, fromBigInt(nonce)]);
  try {
    const hash = keccak256(concat(signedMagic, signed));
    return publicKeyToAddress(recoverPublicKey(hash, yParity, fromBigInt(r), fromBigInt(s)));
  } catch {
    return undefined;
  }
}
