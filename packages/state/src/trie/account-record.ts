/** Encodes an account as a leaf of the account trie: `[nonce, balance, storageRoot, codeHash]`. */
import { type Account, decodeItems, encodeItems, fromBigInt, toBigInt } from "@tandem/primitives";

export function encodeAccount(account: Account): Uint8Array {
  return encodeItems([
    fromBigInt(account.nonce),
    fromBigInt(account.balance),
    account.storageRoot,
    account.codeHash,
  ]);
}

export function decodeAccount(bytes: Uint8Array): Account {
  const [nonce, balance, storageRoot, codeHash] = decodeItems(bytes) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  return { nonce: toBigInt(nonce), balance: toBigInt(balance), storageRoot, codeHash };
}
