/** Recovers who signed an authorization (EIP-7702). */
import { concat, encodeRlp, fromBigInt, keccak256, toHex } from "@tandem/primitives";
import { recoverAddress } from "viem/utils";
import type { Transaction } from "../../session/answers.js";

export type Authorization = NonNullable<Transaction["authorizationList"]>[number];

/** The first byte of what is signed (EIP-7702). */
const magic = Uint8Array.of(0x05);

/**
 * Returns the account that signed, in lower-case hex; undefined if the signature is of none. Chain and nonce may be
 * any integers: the hash is computed here because viem takes numbers for them.
 */
export async function signerOf(one: Authorization): Promise<string | undefined> {
  const { address, chainId, nonce, r, s, yParity } = one;
  const signed = encodeRlp([fromBigInt(chainId), address, fromBigInt(nonce)]);
  const hash = toHex(keccak256(concat(magic, signed)));
  try {
    const signature = { r: toHex(r), s: toHex(s), yParity };
    return (await recoverAddress({ hash, signature })).toLowerCase();
  } catch {
    return undefined;
  }
}
