/** Encrypts private keys in Web3 Secret Storage version 3, which `openKeystore` and most wallets read. */
import { createCipheriv, randomBytes, randomUUID, scryptSync } from "node:crypto";
import { type Hex, hexToBytes, keccak256 } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { relayLimits } from "../limits.js";

/**
 * The parameters that geth uses. Standard ones take a quarter of a gigabyte for a second, and light
 * ones suffice for a random passphrase.
 */
const scryptOf = {
  standard: { n: 262_144, r: 8, p: 1, dklen: 32 },
  light: { n: 4096, r: 8, p: 6, dklen: 32 },
} as const;

/** The first half of the derived key encrypts; the second half authenticates the passphrase. */
const halfBytes = 16;
const saltBytes = 32;

/** Returns the JSON of the keystore. */
export function makeKeystore(
  key: Hex,
  passphrase: string,
  strength: keyof typeof scryptOf = "standard",
): string {
  const [salt, iv] = [randomBytes(saltBytes), randomBytes(halfBytes)];
  const { n, r, p, dklen } = scryptOf[strength];
  const password = Buffer.from(passphrase.normalize("NFKC"));
  const maxmem = relayLimits.keystoreMemoryMax;
  const derived = scryptSync(password, salt, dklen, { N: n, r, p, maxmem });
  const cipher = createCipheriv("aes-128-ctr", derived.subarray(0, halfBytes), iv);
  const ciphertext = Buffer.concat([cipher.update(hexToBytes(key)), cipher.final()]);
  const mac = keccak256(Buffer.concat([derived.subarray(halfBytes), ciphertext]));
  return JSON.stringify({
    version: 3,
    id: randomUUID(),
    address: privateKeyToAddress(key).slice(2).toLowerCase(),
    crypto: {
      cipher: "aes-128-ctr",
      ciphertext: ciphertext.toString("hex"),
      cipherparams: { iv: iv.toString("hex") },
      kdf: "scrypt",
      kdfparams: { ...scryptOf[strength], salt: salt.toString("hex") },
      mac: mac.slice(2),
    },
  });
}
