/**
 * Derives the development accounts: known keys with a balance at genesis. The node signs with them only
 * if they are unlocked.
 */
import { UsageError } from "@tandem/cli";
import { type Address, fromHex, privateKeyToAddress } from "@tandem/primitives";
import { validateMnemonic } from "ethereum-cryptography/bip39/index.js";
import { wordlist } from "ethereum-cryptography/bip39/wordlists/english.js";
import { developmentMnemonic, developmentPath } from "../config/account-settings.js";
import type { ResolvedSettings } from "../config/resolved-settings.js";
import type { Config } from "../config/settings.js";
import { developmentAccounts, developmentMiner } from "./development-accounts.js";
import { derive, type ExtendedKey, masterKey, seedOf } from "./key-derivation.js";

export interface DevelopmentAccount {
  readonly address: Address;
  /** The private key, 32 bytes. */
  readonly privateKey: Uint8Array;
}

/** The development accounts, and a coinbase account, which is at one path wherever they are. */
export interface DevelopmentWallet {
  readonly accounts: readonly DevelopmentAccount[];
  readonly miner: DevelopmentAccount;
}

/** The internal chain of BIP-44. */
const minerPath = "44'/60'/0'/1";

interface WalletSettings extends Pick<ResolvedSettings, "spell"> {
  readonly config: Pick<Config, "mnemonic" | "derivation-path" | "accounts" | "compat">;
}

/** The numbers of words of a BIP-39 mnemonic. */
const wordCounts: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);

/**
 * Returns whether words can be the mnemonic. Hardhat's network takes words that BIP-39 does not list, in any order, of
 * which projects have some.
 */
const isMnemonic = (words: string, compat: Config["compat"]) =>
  compat === "hardhat"
    ? wordCounts.has(words.normalize("NFKD").split(" ").length)
    : validateMnemonic(words, wordlist);

/**
 * Returns the wallet of the mnemonic in the settings.
 * @throws {UsageError} if the words are not a BIP-39 mnemonic.
 */
export function walletOf({ config, spell }: WalletSettings): DevelopmentWallet {
  const { mnemonic, "derivation-path": path, accounts: count, compat } = config;
  const isKnown = mnemonic === developmentMnemonic && path === developmentPath;
  if (!isKnown || count > developmentAccounts.length) {
    if (isMnemonic(mnemonic, compat)) return deriveWallet(mnemonic, count, path);
    const expected =
      compat === "hardhat"
        ? "expected 12, 15, 18, 21 or 24 words"
        : "expected 12 to 24 English BIP-39 words with a valid checksum";
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

/**
 * Derives the wallet of a mnemonic.
 * @param path of the accounts, without their index: `m/44'/60'/0'/0`, with or without a slash at its end.
 */
export function deriveWallet(
  mnemonic: string,
  count: number,
  path: string = developmentPath,
): DevelopmentWallet {
  const root = masterKey(seedOf(mnemonic));
  const folder = derive(root, path.replace(/^m\/|\/$/g, ""));
  return {
    accounts: Array.from({ length: count }, (_, index) => accountAt(folder, index)),
    miner: accountAt(derive(root, minerPath), 0),
  };
}

function accountAt(chain: ExtendedKey, index: number): DevelopmentAccount {
  const { privateKey } = derive(chain, `${index}`);
  return { address: privateKeyToAddress(privateKey), privateKey };
}
