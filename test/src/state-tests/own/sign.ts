/**
 * Encodes and signs transactions according to EIP-155, 2718, 2930, 1559 and 7702. A library would
 * refuse to create invalid ones.
 */
import { RLP } from "@ethereumjs/rlp";
import {
  concat,
  emptyBytes,
  fromBigInt,
  fromHex,
  keccak256,
  signHash,
  toBigInt,
} from "@tandem/primitives";
import { type OwnAuthorization, type OwnTransaction, otherKey, senderKey, target } from "./case.js";

type Item = Uint8Array | readonly Item[];
const rlp = (items: readonly Item[]): Uint8Array => RLP.encode(items as never);

/** Returns a signature for RLP: numbers without leading zeros. */
function signatureOf(hash: Uint8Array, key: Uint8Array) {
  const { r, s, recoveryId } = signHash(hash, key);
  return { parity: BigInt(recoveryId), rs: [r, s].map((part) => fromBigInt(toBigInt(part))) };
}

/** Enough gas for all cases. */
const plentyGas = 1_000_000n;

export function signedBytes(tx: OwnTransaction): Uint8Array {
  const { to = target, gasPrice = 20n, tip, accessList, authorizations, chainId = 1n } = tx;
  const nonce = fromBigInt(tx.nonce ?? 0n);
  const rest = [
    fromBigInt(tx.gasLimit ?? plentyGas),
    to === null ? emptyBytes : fromHex(to),
    fromBigInt(tx.value ?? 0n),
    fromHex(tx.data ?? "0x"),
  ];
  const access = (accessList ?? []).map(({ address, storageKeys }) => [
    fromHex(address),
    storageKeys.map(fromHex),
  ]);
  const head = [fromBigInt(chainId), nonce];
  const prices = [fromBigInt(tip ?? (gasPrice > 10n ? gasPrice - 10n : 0n)), fromBigInt(gasPrice)];
  if (authorizations !== undefined) {
    return typed(4, [...head, ...prices, ...rest, access, authorizations.map(authorization)]);
  }
  if (tip !== undefined) return typed(2, [...head, ...prices, ...rest, access]);
  if (accessList !== undefined) return typed(1, [...head, fromBigInt(gasPrice), ...rest, access]);
  return legacy([nonce, fromBigInt(gasPrice), ...rest], chainId);
}

function authorization({ signer, address, nonce, chainId = 1n }: OwnAuthorization): Item {
  const body = [fromBigInt(chainId), fromHex(address), fromBigInt(nonce)];
  const hash = keccak256(concat(Uint8Array.of(5), rlp(body)));
  const { parity, rs } = signatureOf(hash, signer === "sender" ? senderKey : otherKey);
  return [...body, fromBigInt(parity), ...rs];
}

function typed(type: number, body: readonly Item[]): Uint8Array {
  const first = Uint8Array.of(type);
  const { parity, rs } = signatureOf(keccak256(concat(first, rlp(body))), senderKey);
  return concat(first, rlp([...body, fromBigInt(parity), ...rs]));
}

/** Signs by EIP-155, or without it for a chain id of zero. */
function legacy(body: readonly Item[], chainId: bigint): Uint8Array {
  const isBound = chainId !== 0n;
  const extra = isBound ? [fromBigInt(chainId), emptyBytes, emptyBytes] : [];
  const { parity, rs } = signatureOf(keccak256(rlp([...body, ...extra])), senderKey);
  const v = parity + (isBound ? 35n + 2n * chainId : 27n);
  return rlp([...body, fromBigInt(v), ...rs]);
}
