/** Implements `tandem-relay keystore FILE`: creates the encrypted key of the signing wallet. */
import { getAddress } from "viem";
import { generatePrivateKey } from "viem/accounts";
import type { ResolvedConfig } from "../config/config.js";
import { assertCreatable, createSecretFile } from "../secret-file.js";
import { makeKeystore } from "../wallet/make-keystore.js";
import { keySigner } from "../wallet/signer.js";
import type { Found } from "./found.js";
import { passphraseOf } from "./signer.js";

/**
 * Runs `tandem-relay keystore FILE`: writes a new key to a file that must not exist, which only its owner can read.
 * @returns the address of the key.
 * @throws {UsageError} for a missing passphrase, and for a file that cannot be created.
 * @throws {UnwrittenFile} as `createSecretFile`.
 */
export async function runKeystore(file: string, resolved: ResolvedConfig): Promise<Found> {
  const passphrase = passphraseOf(resolved);
  // The derivation takes a second.
  assertCreatable(file);
  const key = generatePrivateKey();
  createSecretFile(file, `${makeKeystore(key, passphrase)}\n`);
  const address = getAddress(keySigner(key).address);
  return { facts: { file, address }, text: address };
}
