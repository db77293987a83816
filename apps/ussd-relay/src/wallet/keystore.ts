/** Decrypts private keys in Web3 Secret Storage version 3, as geth and most wallets write it. */
import { createDecipheriv, pbkdf2, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { scrypt as scryptInJavaScript } from "ethereum-cryptography/scrypt.js";
import { type Hex, keccak256 } from "viem";
import * as z from "zod";
import { relayLimits } from "../limits.js";

/** Thrown for a file that is not a keystore, an unknown algorithm, or a wrong passphrase. */
export class BadKeystore extends Error {}

const hexText = z
  .string()
  .regex(/^(?:0x)?(?:[0-9a-fA-F]{2})+$/)
  .transform((text) => Buffer.from(text.replace(/^0x/, ""), "hex"));
/** AES takes an initial counter of one block. */
const blockBytes = 16;
const positive = z.number().int().positive();
/** The cost of scrypt (RFC 7914, section 2). */
const powerOfTwo = z.number().refine((n) => n > 1 && Number.isInteger(Math.log2(n)));

const shape = z.object({
  version: z.literal(3),
  crypto: z.intersection(
    z.object({
      cipher: z.literal("aes-128-ctr"),
      ciphertext: hexText,
      cipherparams: z.object({ iv: hexText.refine(({ length }) => length === blockBytes) }),
      mac: hexText,
    }),
    z.discriminatedUnion("kdf", [
      z.object({
        kdf: z.literal("scrypt"),
        kdfparams: z.object({
          dklen: positive,
          n: powerOfTwo,
          r: positive,
          p: positive,
          salt: hexText,
        }),
      }),
      z.object({
        kdf: z.literal("pbkdf2"),
        kdfparams: z.object({
          dklen: positive,
          c: positive,
          prf: z.literal("hmac-sha256"),
          salt: hexText,
        }),
      }),
    ]),
  ),
});

type Crypto = z.infer<typeof shape>["crypto"];

const pbkdf2Of = promisify(pbkdf2);
const scryptOf = promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** The first half of the derived key decrypts; the second half authenticates the passphrase. */
const dkBytes = 32;
const halfBytes = 16;

/** @returns a key of 32 bytes. @throws {BadKeystore} whose message quotes neither file nor passphrase. */
export async function openKeystore(text: string, passphrase: string): Promise<Hex> {
  const { crypto } = readKeystore(text);
  const derived = await derive(crypto, passphrase);
  const proof = keccak256(Buffer.concat([derived.subarray(halfBytes, dkBytes), crypto.ciphertext]));
  const expected = Buffer.from(proof.slice(2), "hex");
  if (crypto.mac.length !== expected.length || !timingSafeEqual(crypto.mac, expected)) {
    throw new BadKeystore("the passphrase is not that of the keystore");
  }
  const key = derived.subarray(0, halfBytes);
  const decipher = createDecipheriv("aes-128-ctr", key, crypto.cipherparams.iv);
  const plain = Buffer.concat([decipher.update(crypto.ciphertext), decipher.final()]);
  if (plain.length !== 32) throw new BadKeystore("the keystore holds no private key");
  return `0x${plain.toString("hex")}`;
}

function readKeystore(text: string): z.infer<typeof shape> {
  try {
    const value = JSON.parse(text);
    // Some wallets write the name with a capital letter.
    const { crypto = value.Crypto } = value;
    return shape.parse({ ...value, crypto });
  } catch {
    throw new BadKeystore("the file is no keystore of version 3 with aes-128-ctr");
  }
}

async function derive(crypto: Crypto, passphrase: string): Promise<Buffer> {
  const { kdfparams } = crypto;
  const password = Buffer.from(passphrase.normalize("NFKC"));
  const { keystoreMemoryMax, keystoreRoundsMax } = relayLimits;
  if (kdfparams.dklen !== dkBytes) throw new BadKeystore("the keystore's key is not 32 bytes long");
  if (crypto.kdf === "pbkdf2") {
    const { c, salt } = crypto.kdfparams;
    if (c > keystoreRoundsMax) throw new BadKeystore("the keystore asks for too many rounds");
    return pbkdf2Of(password, salt, c, dkBytes, "sha256");
  }
  const { n, r, p } = crypto.kdfparams;
  if (128 * r * (n + p) > keystoreMemoryMax || n * r * p > keystoreRoundsMax) {
    throw new BadKeystore("the keystore asks for too much memory");
  }
  return deriveByScrypt(password, crypto.kdfparams);
}

/**
 * Node's own scrypt takes two thirds of the time of one in JavaScript, in another thread. It refuses
 * parameters that some wallets write: the cost must be below 2^(16r) (RFC 7914, section 2).
 */
async function deriveByScrypt(
  password: Buffer,
  { n, r, p, salt }: { readonly [name in "n" | "r" | "p"]: number } & { readonly salt: Buffer },
): Promise<Buffer> {
  if (n >= 2 ** (16 * r)) {
    return Buffer.from(await scryptInJavaScript(password, salt, n, p, r, dkBytes));
  }
  // OpenSSL counts what it needs beside the two areas of the algorithm.
  const maxmem = 128 * r * (n + p + 2);
  return scryptOf(password, salt, dkBytes, { N: n, r, p, maxmem });
}
