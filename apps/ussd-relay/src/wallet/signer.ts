/** Declares the interface of a transaction signer, and implements it with a key in memory. */
import {
  type Hex,
  recoverTransactionAddress,
  type TransactionSerializableEIP1559,
  type TransactionSerialized,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";

export interface Signer {
  /** Address in lower case. */
  readonly address: Hex;
  /** @returns the signed transaction, serialized by EIP-2718. */
  sign(transaction: TransactionSerializableEIP1559): Promise<Hex>;
}

/** @param privateKey 32 bytes. @throws when it is not a secp256k1 key. */
export function keySigner(privateKey: Hex): Signer {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address.toLowerCase() as Hex,
    sign: (transaction) => account.signTransaction(transaction),
  };
}

/** Returns the address that signed a transaction, in lower case. @param raw serialized by EIP-2718. */
export async function signerOf(raw: Hex): Promise<Hex> {
  const serializedTransaction = raw as TransactionSerialized;
  return (await recoverTransactionAddress({ serializedTransaction })).toLowerCase() as Hex;
}
