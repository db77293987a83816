/**
 * Applies the authorizations of a call or an estimate (EIP-7702) before its message is executed, as
 * `runTx` does for a transaction. An invalid one is skipped. Those of a transaction are recovered
 * here, and applied by `runTx`.
 */
import { RLP } from "@ethereumjs/rlp";
import { type EOACode7702Tx, TransactionType, type TypedTransaction } from "@ethereumjs/tx";
import {
  SECP256K1_ORDER_DIV_2,
  Account as VmAccount,
  Address as VmAddress,
} from "@ethereumjs/util";
import {
  type Address,
  type Authorization,
  concat,
  delegationPrefix,
  emptyBytes,
  fromBigInt,
  isEmptyOrDelegation,
  keccak256,
  publicKeyToAddress,
  recoverPublicKey,
  toBigInt,
} from "@tandem/primitives";
import type { LibraryEvm } from "../library/library-evm.js";

/** First byte of the signed message (EIP-7702). */
const signedMagic = Uint8Array.of(0x05);
const nonceMax = 2n ** 64n - 1n;

/**
 * Applies a list of EIP-7702 authorizations. The sender's own nonce is incremented before, as in a
 * transaction.
 * @returns the gas refund for existing accounts.
 * @throws {Fault} `limit-exceeded` over the time of the call.
 */
export async function authorizeAll(
  library: LibraryEvm,
  list: readonly Authorization[],
): Promise<bigint> {
  const { common, pace } = library;
  if (!common.isActivatedEIP(7702)) return 0n;
  const perKnownAccount = common.param("perEmptyAccountCost") - common.param("perAuthBaseGas");
  let refund = 0n;
  for (const authorization of list) {
    const pause = pace.yieldIfDue();
    if (pause !== undefined) await pause;
    if ((await authorize(library, authorization)) === "known") refund += perKnownAccount;
  }
  return refund;
}

/**
 * Recovers the signers of a transaction's authorizations for the patched `runTx`, which would
 * recover all of them at once: a second for some six hundred, of which a block holds twice as many.
 */
export async function recoverAuthorities(
  { pace }: LibraryEvm,
  fields: TypedTransaction,
): Promise<void> {
  if (fields.type !== TransactionType.EOACodeEIP7702) return;
  const cache = fields.cache as { authorities?: readonly (VmAddress | undefined)[] };
  if (cache.authorities !== undefined) return;
  const authorities: (VmAddress | undefined)[] = [];
  for (const item of (fields as EOACode7702Tx).authorizationList) {
    const pause = pace.yieldIfDue();
    if (pause !== undefined) await pause;
    const signer = signerOf(authorizationIn(item));
    authorities.push(signer && new VmAddress(signer));
  }
  cache.authorities = authorities;
}

const authorizationIn = ([
  chainId,
  address,
  nonce,
  yParity,
  r,
  s,
]: EOACode7702Tx["authorizationList"][number]): Authorization => ({
  chainId: toBigInt(chainId),
  address,
  nonce: toBigInt(nonce),
  yParity: Number(toBigInt(yParity)),
  r: toBigInt(r),
  s: toBigInt(s),
});

async function authorize({ common, evm, state }: LibraryEvm, authorization: Authorization) {
  const { chainId, nonce, address } = authorization;
  const isOurs = chainId === 0n || chainId === common.chainId();
  if (!isOurs || nonce >= nonceMax) return "skipped";
  const signer = signerOf(authorization);
  if (signer === undefined) return "skipped";
  const { journal } = evm;
  const authority = new VmAddress(signer);
  journal.addAlwaysWarmAddress(authority.toString());
  const found = await state.getAccount(authority);
  const isPlain = isEmptyOrDelegation(await state.getCode(authority));
  const account = found ?? new VmAccount();
  if (!isPlain || account.nonce !== nonce) return "skipped";
  account.nonce++;
  await journal.putAccount(authority, account);
  const isCleared = address.every((byte) => byte === 0);
  await state.putCode(authority, isCleared ? emptyBytes : concat(delegationPrefix, address));
  return found === undefined ? "new" : "known";
}

/** Returns the signer; undefined for an invalid signature. */
function signerOf(authorization: Authorization): Address | undefined {
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
