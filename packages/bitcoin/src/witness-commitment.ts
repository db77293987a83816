/** Computes a block's commitment to the witnesses of its transactions (BIP-141). */
import { doubleSha256, type InternalHash } from "./hash.js";
import { merkleRoot } from "./merkle.js";

/** The coinbase's only witness item, to which the commitment commits; 32 zeros by convention. */
export const witnessReservedValue: Uint8Array = new Uint8Array(32);

/** OP_RETURN, a push of 36 bytes, and the prefix of a commitment. */
const commitmentPrefix = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed);

/**
 * Returns the script of the output that commits to the witnesses (BIP-141).
 * @param witnessIds double SHA-256 of each transaction with its witnesses, without the coinbase,
 * which counts as zeros. Internal order.
 */
export function commitmentScript(witnessIds: readonly InternalHash[]): Uint8Array {
  const pair = new Uint8Array(64);
  pair.set(merkleRoot([new Uint8Array(32), ...witnessIds]));
  pair.set(witnessReservedValue, 32);
  return Uint8Array.of(...commitmentPrefix, ...doubleSha256(pair));
}
