/** The development accounts: known keys with money at genesis. The node itself never signs. */

import { type Address, privateKeyToAddress } from "@tandem/primitives";
import { mnemonicToSeedSync, validateMnemonic } from "ethereum-cryptography/bip39/index.js";
import { wordlist } from "ethereum-cryptography/bip39/wordlists/english.js";
import { HDKey } from "ethereum-cryptography/hdkey.js";
import { UsageError } from "./config/usage-error.js";

export interface DevelopmentAccount {
  readonly address: Address;
  /** 32 bytes. */
  readonly privateKey: Uint8Array;
}

/** Accounts for use (BIP-44 external chain), and one of the internal chain that is paid the fees. */
export interface DevelopmentWallet {
  readonly accounts: readonly DevelopmentAccount[];
  readonly miner: DevelopmentAccount;
}

/** @throws {UsageError} when the words are not a BIP-39 mnemonic. */
export function deriveWallet(mnemonic: string, count: number): DevelopmentWallet {
  if (!validateMnemonic(mnemonic, wordlist)) {
    throw new UsageError(
      "--mnemonic: expected 12 to 24 English BIP-39 words with a right checksum",
    );
  }
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive("m/44'/60'/0'");
  const [external, internal] = [root.deriveChild(0), root.deriveChild(1)];
  return {
    accounts: Array.from({ length: count }, (_, index) => accountAt(external, index)),
    miner: accountAt(internal, 0),
  };
}

function accountAt(chain: HDKey, index: number): DevelopmentAccount {
  const { privateKey } = chain.deriveChild(index);
  if (privateKey === null) throw new Error(`no private key at index ${index}`);
  return { address: privateKeyToAddress(privateKey), privateKey };
}
