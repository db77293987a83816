/** Who signs. A port: a key in memory here, a key somewhere safer elsewhere. */
import type { Hex, TransactionSerializableEIP1559 } from "viem";
import { privateKeyToAccount } from "viem/accounts";

export interface Signer {
  /** Lower case. */
  readonly address: Hex;
  /** @returns the signed transaction in its EIP-2718 form. */
  sign(transaction: TransactionSerializableEIP1559): Promise<Hex>;
}

/** @param privateKey 32 bytes. @throws when it is no key of secp256k1. */
export function keySigner(privateKey: Hex): Signer {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address.toLowerCase() as Hex,
    sign: (transaction) => account.signTransaction(transaction),
  };
}
