/** Signs thousands of transactions with native signatures and RLP of a library. */
import { RLP } from "@ethereumjs/rlp";
import { keccak256, privateKeyToAddress, signHash, toHex } from "@tandem/primitives";

export interface Sender {
  readonly address: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** Derives keys from a number: the same number results in the same sender. */
export function senderOf(n: number): Sender {
  const privateKey = keccak256(new Uint8Array(Buffer.from(`sender ${n}`)));
  return { privateKey, address: privateKeyToAddress(privateKey) };
}

export interface LegacyFields {
  readonly nonce: number;
  readonly gasPrice: bigint;
  readonly gasLimit: bigint;
  /** Undefined: contract creation. */
  readonly to?: Uint8Array;
  readonly value?: bigint;
  readonly data?: Uint8Array;
}

/** Returns a raw EIP-155 transaction, `0x` and hex. */
export function signLegacy(privateKey: Uint8Array, chainId: number, tx: LegacyFields): string {
  const { nonce, gasPrice, gasLimit, to = new Uint8Array(0), value = 0n } = tx;
  const fields = [nonce, gasPrice, gasLimit, to, value, tx.data ?? new Uint8Array(0)];
  const hash = keccak256(RLP.encode([...fields, chainId, 0, 0]));
  const { r, s, recoveryId } = signHash(hash, privateKey);
  const v = 35 + 2 * chainId + recoveryId;
  return toHex(RLP.encode([...fields, v, withoutZeros(r), withoutZeros(s)]));
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? new Uint8Array(0) : bytes.subarray(first);
}
