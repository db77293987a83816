/** What the operator's one secret is used for, each use with a key of its own (HKDF, RFC 5869). */
import { createHmac, hkdfSync } from "node:crypto";

export interface Secrets {
  /** Stands for a phone number in the store: without the secret nobody finds the number. */
  phoneId(phoneNumber: string): string;
  /** Stands for a post. The text holds PINs, so it is never kept as it is. */
  postId(post: PostParts): string;
  /** Mixed into every PIN before it is hashed. */
  readonly pepper: Uint8Array;
}

export interface PostParts {
  readonly sessionId: string;
  readonly phoneId: string;
  readonly text: string;
}

const keyBytes = 32;

/** @param master 32 bytes. */
export function deriveSecrets(master: Uint8Array): Secrets {
  const keyFor = (use: string) =>
    new Uint8Array(hkdfSync("sha256", master, "", `ussd-relay ${use}`, keyBytes));
  const [phoneKey, postKey] = [keyFor("phone numbers"), keyFor("posts")];
  const mac = (key: Uint8Array, text: string) =>
    createHmac("sha256", key).update(text).digest("hex");
  return {
    phoneId: (phoneNumber) => mac(phoneKey, phoneNumber),
    postId: ({ sessionId, phoneId, text }) =>
      mac(postKey, JSON.stringify([sessionId, phoneId, text])),
    pepper: keyFor("PINs"),
  };
}
