/** Implements `tandem-relay keystore FILE`: creates the encrypted key of the signing wallet. */
import { getAddress, type Hex } from "viem";
import { generatePrivateKey } from "viem/accounts";
import type { ResolvedConfig } from "../config/config.js";
import { createSecretFile } from "../secret-file.js";
import { makeKeystore } from "../wallet/make-keystore.js";
import { keySigner } from "../wallet/signer.js";
import type { Found } from "./found.js";
import { passphraseOf } from "./signer.js";

/**
 * Writes a new key to a file that must not exist, which only its owner can read.
 * @returns the address of the key.
 * @throws {UsageError} for a missing passphrase, and for a file that cannot be created.
 * @throws {UnwrittenFile} as `createSecretFile`.
 */
function writeKeystore(file: string, resolved: ResolvedConfig): Hex {
  const passphrase = passphraseOf(resolved);
  const key = generatePrivateKey();
  createSecretFile(file, `${makeKeystore(key, passphrase)}\n`);
  return keySigner(key).address;
}

/** Runs `tandem-relay keystore FILE`. @returns the address. @throws as `writeKeystore`. */
export async function runKeystore(file: string, resolved: ResolvedConfig): Promise<Found> {
  const address = getAddress(writeKeystore(file, resolved));
  return { facts: { file, address }, text: address };
}
