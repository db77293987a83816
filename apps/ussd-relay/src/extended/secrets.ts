/** Derives one key per purpose from the operator's master key (HKDF, RFC 5869). */
import { createHmac, hkdfSync } from "node:crypto";

export interface Secrets {
  /** Returns the keyed hash that identifies a phone number in the store. */
  phoneId(phoneNumber: string): string;
  /** Returns the keyed hash that identifies a post; its text contains PINs and is never stored. */
  postId(post: PostParts): string;
  /** Key of the HMAC applied to every PIN before scrypt. */
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
