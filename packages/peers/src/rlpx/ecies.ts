/**
 * Encrypts packets of the handshake to a public key (RLPx, "ECIES Encryption"): a packet is
 * `0x04 || ephemeral public key (64) || iv (16) || ciphertext || mac (32)`.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { createNodeKey, type NodeKey, publicKeyBytes } from "./node-key.js";

const ivBytes = 16;
const macBytes = 32;
const cipher = "aes-128-ctr";

/** The bytes that encryption adds. */
export const eciesOverhead = 1 + publicKeyBytes + ivBytes + macBytes;

/** Derives the keys of a packet from a shared secret (NIST SP 800-56, concatenation with SHA-256). */
function keysOf(secret: Uint8Array) {
  const derived = createHash("sha256")
    .update(Buffer.of(0, 0, 0, 1))
    .update(secret)
    .digest();
  const macKey = createHash("sha256").update(derived.subarray(16)).digest();
  return { encryptionKey: derived.subarray(0, 16), macKey };
}

const macOf = (key: Uint8Array, encrypted: Uint8Array, shared: Uint8Array) =>
  createHmac("sha256", key).update(encrypted).update(shared).digest();

/** @param shared bytes outside the packet that its authentication covers. */
export function eciesEncrypt(message: Uint8Array, to: Uint8Array, shared: Uint8Array): Buffer {
  const ephemeral = createNodeKey();
  const { encryptionKey, macKey } = keysOf(ephemeral.agree(to));
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, encryptionKey, iv);
  const encrypted = Buffer.concat([iv, encryption.update(message), encryption.final()]);
  return Buffer.concat([
    ...[Buffer.of(4), ephemeral.publicKey, encrypted],
    macOf(macKey, encrypted, shared),
  ]);
}

/** @throws {TypeError} if the packet was not encrypted to this key, or was changed. */
export function eciesDecrypt(packet: Uint8Array, key: NodeKey, shared: Uint8Array): Buffer {
  if (packet.length < eciesOverhead || packet[0] !== 4) {
    throw new TypeError("a packet of the handshake has another form");
  }
  const { encryptionKey, macKey } = keysOf(key.agree(packet.subarray(1, 1 + publicKeyBytes)));
  const encrypted = packet.subarray(1 + publicKeyBytes, packet.length - macBytes);
  const mac = packet.subarray(packet.length - macBytes);
  if (!timingSafeEqual(mac, macOf(macKey, encrypted, shared))) {
    throw new TypeError("a packet of the handshake is for another key, or was changed");
  }
  const decryption = createDecipheriv(cipher, encryptionKey, encrypted.subarray(0, ivBytes));
  return Buffer.concat([decryption.update(encrypted.subarray(ivBytes)), decryption.final()]);
}
