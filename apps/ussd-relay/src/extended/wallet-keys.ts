/** Derives one key per user from a mnemonic (BIP-39, BIP-32, BIP-44). */
import { validateMnemonic } from "ethereum-cryptography/bip39/index.js";
import { wordlist } from "ethereum-cryptography/bip39/wordlists/english.js";
import { bytesToHex, type Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { rootKeyOf } from "../wallet/mnemonic.js";

export interface WalletKeys {
  /** @param index from 0. */
  account(index: number): PrivateKeyAccount;
}

export const isMnemonic = (words: string): boolean => validateMnemonic(words, wordlist);

/**
 * @param path parent of the users' keys, such as `m/44'/60'/0'/0`.
 * @throws when a derived number is not a key, which has a probability of 2^-127.
 */
export function openWalletKeys(mnemonic: string, path: string): WalletKeys {
  const parent = rootKeyOf(mnemonic).derive(path);
  return {
    account(index) {
      const { privateKey } = parent.deriveChild(index);
      if (privateKey === null) throw new Error(`there is no key at ${path}/${index}`);
      return privateKeyToAccount(bytesToHex(privateKey));
    },
  };
}

/** Returns an account's address in lower case. */
export const addressOf = ({ address }: PrivateKeyAccount): Hex => address.toLowerCase() as Hex;
