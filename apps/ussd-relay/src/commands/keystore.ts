/** Implements `tandem-relay keystore FILE`: creates the encrypted key of the signing wallet. */
import { closeSync, openSync, writeSync } from "node:fs";
import { UsageError } from "@tandem/cli";
import { getAddress, type Hex } from "viem";
import { generatePrivateKey } from "viem/accounts";
import type { ResolvedConfig } from "../config/config.js";
import { makeKeystore } from "../wallet/make-keystore.js";
import { keySigner } from "../wallet/signer.js";
import { passphraseOf } from "./signer.js";
import type { Found } from "./table.js";

/** The mode of a file that only its owner reads and writes. */
const ownerOnly = 0o600;

/**
 * Writes a new key to a file that must not exist, which only its owner can read.
 * @returns the address of the key.
 * @throws {UsageError} for a missing passphrase, and for a file that cannot be created.
 */
function writeKeystore(file: string, resolved: ResolvedConfig): Hex {
  const passphrase = passphraseOf(resolved);
  const key = generatePrivateKey();
  const descriptor = create(file);
  try {
    writeSync(descriptor, `${makeKeystore(key, passphrase)}\n`);
  } finally {
    closeSync(descriptor);
  }
  return keySigner(key).address;
}

/** Runs `tandem-relay keystore FILE`. @returns the address. @throws {UsageError} as `writeKeystore`. */
export async function runKeystore(file: string, resolved: ResolvedConfig): Promise<Found> {
  const address = getAddress(writeKeystore(file, resolved));
  return { facts: { file, address }, text: address };
}

function create(file: string): number {
  try {
    return openSync(file, "wx", ownerOnly);
  } catch (cause) {
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    const reason = isThere ? "it exists already" : cause instanceof Error ? cause.message : cause;
    throw new UsageError(`${file} cannot be made: ${reason}`, { cause });
  }
}
