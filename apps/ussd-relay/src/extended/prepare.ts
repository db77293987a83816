/** Prepares a development chain for extended mode: keys, contracts, a funded wallet, pool and users. */
import { randomBytes } from "node:crypto";
import { bytesToHex, type Hex, parseEther } from "viem";
import { english, generateMnemonic, generatePrivateKey } from "viem/accounts";
import { firstOf, gasMoney, poolMoney } from "../demonstration/prepare.js";
import { connectDeployer, deploy, deposit, fundPool, pay, transfer } from "../deploy.js";
import { createSecretFile } from "../secret-file.js";
import { makeKeystore } from "../wallet/make-keystore.js";
import { keySigner } from "../wallet/signer.js";
import { addressOf, openWalletKeys } from "./wallet-keys.js";

export interface PrepareOptions {
  readonly nodeUrl: string;
  /** BIP-39 words of the development accounts; the first account pays. */
  readonly mnemonic: string;
  /** The file of the new keystore, which must not exist. */
  readonly keystore: string;
  /** The parent of the users' keys. */
  readonly derivationPath: string;
}

/** The balance in the contract of each of the first users who register. */
const userMoney = parseEther("100");
export const fundedUsers = 10;

const keyBytes = 32;

/**
 * Creates the keystore of the signing wallet, deploys the contracts, and funds the wallet, the pool
 * of loans and the first registered users.
 * @returns the settings of the relay, by their names.
 * @throws {NotDeployed}
 * @throws {UsageError} and {UnwrittenFile} as `createSecretFile`.
 */
export async function prepareExtended(
  options: PrepareOptions,
): Promise<Readonly<Record<string, string>>> {
  const { keystore } = options;
  const [relayerKey, passphrase] = [generatePrivateKey(), bytesToHex(randomBytes(keyBytes))];
  const encrypted = makeKeystore(relayerKey, passphrase, "light");
  createSecretFile(keystore, `${encrypted}\n`);
  const lender = await connectDeployer(options.nodeUrl, firstOf(options.mnemonic));
  const { contract, forwarder } = await deploy(lender);
  await pay(lender, keySigner(relayerKey).address, gasMoney);
  await fundPool(lender, contract, poolMoney);
  const users = generateMnemonic(english);
  await fundUsers(lender, contract, openWalletKeys(users, options.derivationPath));
  return {
    mode: "extended",
    contract,
    forwarder,
    keystore,
    mnemonic: users,
    "keystore-passphrase": passphrase,
    "master-key": bytesToHex(randomBytes(keyBytes)),
  };
}

async function fundUsers(
  lender: Awaited<ReturnType<typeof connectDeployer>>,
  contract: Hex,
  keys: ReturnType<typeof openWalletKeys>,
): Promise<void> {
  await deposit(lender, contract, userMoney * BigInt(fundedUsers));
  for (let index = 0; index < fundedUsers; index++) {
    await transfer(lender, contract, { to: addressOf(keys.account(index)), wei: userMoney });
  }
}
