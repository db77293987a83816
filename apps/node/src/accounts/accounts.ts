/**
 * Derives the development accounts: known keys with a balance at genesis. The node signs with them only
 * if they are unlocked.
 */
import { UsageError } from "@tandem/cli";
import { type Address, fromHex, privateKeyToAddress } from "@tandem/primitives";
import { validateMnemonic } from "ethereum-cryptography/bip39/index.js";
import { wordlist } from "ethereum-cryptography/bip39/wordlists/english.js";
import type { Config } from "../config/settings.js";
import type { ResolvedSettings } from "../config/settle.js";
import {
  developmentAccounts,
  developmentMiner,
  developmentMnemonic,
} from "./development-accounts.js";
import { derive, type ExtendedKey, masterKey, seedOf } from "./key-derivation.js";

export interface DevelopmentAccount {
  readonly address: Address;
  /** The private key, 32 bytes. */
  readonly privateKey: Uint8Array;
}

/** The development accounts (BIP-44 external chain), and a coinbase account of the internal chain. */
export interface DevelopmentWallet {
  readonly accounts: readonly DevelopmentAccount[];
  readonly miner: DevelopmentAccount;
}

interface WalletSettings extends Pick<ResolvedSettings, "spell"> {
  readonly config: Pick<Config, "mnemonic" | "accounts">;
}

/**
 * Returns the wallet of the mnemonic in the settings.
 * @throws {UsageError} if the words are not a BIP-39 mnemonic.
 */
export function walletOf({ config, spell }: WalletSettings): DevelopmentWallet {
  const { mnemonic, accounts: count } = config;
  const isListed = mnemonic === developmentMnemonic && count <= developmentAccounts.length;
  if (!isListed) {
    if (validateMnemonic(mnemonic, wordlist)) return deriveWallet(mnemonic, count);
    const expected = "expected 12 to 24 English BIP-39 words with a valid checksum";
    throw new UsageError(`${spell("mnemonic")}: ${expected}`);
  }
  return {
    accounts: developmentAccounts.slice(0, count).map(listed),
    miner: listed(developmentMiner),
  };
}

const listed = ([address, privateKey]: (typeof developmentAccounts)[number]) => ({
  address: fromHex(address),
  privateKey: fromHex(privateKey),
});

/** Derives the wallet of a valid BIP-39 mnemonic. */
export function deriveWallet(mnemonic: string, count: number): DevelopmentWallet {
  const root = derive(masterKey(seedOf(mnemonic)), "44'/60'/0'");
  const [external, internal] = [derive(root, "0"), derive(root, "1")];
  return {
    accounts: Array.from({ length: count }, (_, index) => accountAt(external, index)),
    miner: accountAt(internal, 0),
  };
}

function accountAt(chain: ExtendedKey, index: number): DevelopmentAccount {
  const { privateKey } = derive(chain, `${index}`);
  return { address: privateKeyToAddress(privateKey), privateKey };
}
