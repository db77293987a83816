/**
 * Derives BIP-32 private keys and BIP-39 seeds. `node:crypto` and the native curve take a hundredth of
 * the time of pure JavaScript, and a node with a mnemonic of its own derives its accounts at every
 * start.
 */
import { createHmac, pbkdf2Sync } from "node:crypto";
import { addToPrivateKey, compressedPublicKey } from "@tandem/primitives";

export interface ExtendedKey {
  /** The key, 32 bytes. */
  readonly privateKey: Uint8Array;
  /** The chain code, 32 bytes. */
  readonly chainCode: Uint8Array;
}

/** The index from which a child is hardened, written with an apostrophe in paths. */
const hardened = 0x8000_0000;

/**
 * Returns the seed of 64 bytes for words without a passphrase (BIP-39, "From mnemonic to seed").
 */
export function seedOf(mnemonic: string): Uint8Array {
  return pbkdf2Sync(mnemonic.normalize("NFKD"), "mnemonic", 2048, 64, "sha512");
}

/** Returns the master key (BIP-32, "Master key generation"). */
export function masterKey(seed: Uint8Array): ExtendedKey {
  return split(createHmac("sha512", "Bitcoin seed").update(seed).digest());
}

/**
 * Derives a key.
 * @param path child indexes, each below 2^31, hardened with an apostrophe: `44'/60'/0'`.
 * @throws if a child has no key, which has a probability of 2^-127.
 */
export function derive(key: ExtendedKey, path: string): ExtendedKey {
  return path.split("/").reduce((parent, step) => {
    const isHardened = step.endsWith("'");
    return deriveChild(parent, Number.parseInt(step, 10) + (isHardened ? hardened : 0));
  }, key);
}

/** Derives a child (BIP-32, CKDpriv). */
function deriveChild({ privateKey, chainCode }: ExtendedKey, index: number): ExtendedKey {
  const head =
    index >= hardened ? [Uint8Array.of(0), privateKey] : [compressedPublicKey(privateKey)];
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(index);
  const child = split(
    createHmac("sha512", chainCode)
      .update(Buffer.concat([...head, tail]))
      .digest(),
  );
  return { ...child, privateKey: addToPrivateKey(privateKey, child.privateKey) };
}

const split = (digest: Uint8Array): ExtendedKey => ({
  privateKey: new Uint8Array(digest.subarray(0, 32)),
  chainCode: new Uint8Array(digest.subarray(32)),
});
