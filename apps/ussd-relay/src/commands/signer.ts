/** Opens the relayer's key: from an encrypted keystore, or in demonstration mode from the environment. */
import { UsageError } from "@tandem/cli";
import type { ResolvedConfig } from "../config/config.js";
import { readText } from "../config/environment-file.js";
import { environmentName } from "../config/settings.js";
import { BadKeystore, openKeystore } from "../wallet/keystore.js";
import { keySigner, type Signer } from "../wallet/signer.js";

/** A signer, and the secrets that no log may show. */
export interface Opened {
  readonly signer: Signer;
  readonly secrets: readonly string[];
}

/** @throws {UsageError} */
export async function openSigner({ value, given }: ResolvedConfig): Promise<Opened> {
  const file = given("keystore");
  const isPlain = given("private-key") !== undefined;
  if (file === undefined) {
    if (value("mode") === "extended") {
      throw new UsageError("--keystore is missing: the extended mode takes no plaintext key");
    }
    return opened(value("private-key"), []);
  }
  if (isPlain) {
    throw new UsageError(`give --keystore or ${environmentName("private-key")}, not both`);
  }
  const passphrase = passphraseOf({ value, given });
  try {
    return opened(await openKeystore(readText(file, "keystore"), passphrase), [passphrase]);
  } catch (cause) {
    if (!(cause instanceof BadKeystore)) throw cause;
    throw new UsageError(`${file}: ${cause.message}`, { cause });
  }
}

const opened = (key: `0x${string}`, secrets: readonly string[]): Opened => ({
  signer: keySigner(key),
  secrets: [key, ...secrets],
});

/** @throws {UsageError} if it is missing, empty or given twice. */
export function passphraseOf({ value, given }: Pick<ResolvedConfig, "value" | "given">): string {
  const file = given("keystore-passphrase-file");
  if (file === undefined) return value("keystore-passphrase");
  if (given("keystore-passphrase") !== undefined) {
    throw new UsageError("the keystore's passphrase is given twice");
  }
  const [passphrase = ""] = readText(file, "passphrase file").split(/\r?\n/);
  if (passphrase !== "") return passphrase;
  throw new UsageError(`the passphrase file ${file} has no passphrase in its first line`);
}
