/** One key for each user, from one mnemonic (BIP-39, BIP-32, BIP-44): the path ends in his index. */
import { validateMnemonic } from "ethereum-cryptography/bip39/index.js";
import { wordlist } from "ethereum-cryptography/bip39/wordlists/english.js";
import { bytesToHex, type Hex } from "viem";
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

export interface WalletKeys {
  /** @param index from 0. */
  account(index: number): PrivateKeyAccount;
}

/** A path viem's type names by its own coin; any coin is one of ours. */
type Path = `m/44'/60'/${string}`;

export const isMnemonic = (words: string): boolean => validateMnemonic(words, wordlist);

/**
 * @param path of the folder, such as `m/44'/60'/0'/0`: account, and that addresses are for receiving.
 * @throws when a derived number is no key, which has a chance of one in 2^127.
 */
export function openWalletKeys(mnemonic: string, path: string): WalletKeys {
  const folder = mnemonicToAccount(mnemonic, { path: path as Path }).getHdKey();
  return {
    account(index) {
      const { privateKey } = folder.deriveChild(index);
      if (privateKey === null) throw new Error(`there is no key at ${path}/${index}`);
      return privateKeyToAccount(bytesToHex(privateKey));
    },
  };
}

/** Lower case. */
export const addressOf = ({ address }: PrivateKeyAccount): Hex => address.toLowerCase() as Hex;
