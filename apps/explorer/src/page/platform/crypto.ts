/** Replaces `node:crypto` in a browser: SHA-256, which the packages of the page compute synchronously. */
import { sha256 } from "ethereum-cryptography/sha256.js";
import { Buffer } from "./buffer.js";

interface Hasher {
  update(bytes: Uint8Array): Hasher;
  digest(): Uint8Array;
}

/** Creates a hasher. @throws for an algorithm other than sha256. */
export function createHash(algorithm: string): Hasher {
  if (algorithm !== "sha256") throw new TypeError(`the page has no ${algorithm}`);
  const parts: Uint8Array[] = [];
  const hasher: Hasher = {
    update(bytes) {
      parts.push(bytes);
      return hasher;
    },
    digest: () => sha256(Buffer.concat(parts)),
  };
  return hasher;
}
