/**
 * Encrypts and authenticates frames (RLPx, "Framing"): `header (16) || header mac (16) || frame, padded to 16 bytes ||
 * frame mac (16)`. The header has the length of the frame in three bytes, big-endian.
 */
import {
  type Cipher,
  createCipheriv,
  createDecipheriv,
  type Decipher,
  timingSafeEqual,
} from "node:crypto";
import { loadOnce } from "@tandem/runtime";
import { createKeccak, type IHasher } from "hash-wasm";
import { peerLimits } from "../limits.js";
import { breach } from "../peer-fault.js";
import type { SessionSecrets } from "./handshake.js";

/** The hasher of all connections: each loads its own state before it hashes. */
const sharedHasher = loadOnce(() => createKeccak(256));

const blockBytes = 16;
/** The length of a header with its authentication code. */
export const headerBytes = 2 * blockBytes;
/** The RLP list of a context id that is not used. */
const headerData = Buffer.of(0xc2, 0x80, 0x80);

/** The length of the authentication code behind a frame. */
export const frameMacBytes = blockBytes;

/** The bytes of a frame that are encrypted or decrypted at once: a multiple of a block. */
export const partBytes = 64 * 1024;

/** Returns the bytes of a frame of this length with its padding. */
export const paddedLength = (length: number): number => Math.ceil(length / blockBytes) * blockBytes;

/** Returns the bytes of a frame of this length when it is encrypted, with its header. */
export const sealedLength = (length: number): number =>
  headerBytes + paddedLength(length) + frameMacBytes;

/** The running keccak-256 of all bytes that went one way. */
class RunningMac {
  readonly #hasher: IHasher;
  readonly #cipher: Cipher;
  #state: Uint8Array;
  /** The digest of the state, if it was computed: most are used twice. */
  #known: Uint8Array | undefined;

  constructor(hasher: IHasher, macSecret: Uint8Array, seed: Uint8Array) {
    this.#hasher = hasher;
    this.#cipher = createCipheriv("aes-256-ecb", macSecret, null);
    this.#cipher.setAutoPadding(false);
    this.#state = hasher.init().update(seed).save();
  }

  /** Returns the code after a header. */
  ofHeader(header: Uint8Array): Uint8Array {
    return this.#advance(header);
  }

  add(part: Uint8Array): void {
    this.#state = this.#hasher.load(this.#state).update(part).save();
    this.#known = undefined;
  }

  /** Returns the code after all parts of a frame. */
  ofFrame(): Uint8Array {
    return this.#advance(this.#digest());
  }

  #advance(added: Uint8Array): Uint8Array {
    const encrypted = this.#cipher.update(this.#digest());
    const seed = encrypted.map((byte, i) => byte ^ (added[i] as number));
    this.add(seed);
    return this.#digest();
  }

  #digest(): Uint8Array {
    this.#known ??= this.#hasher.load(this.#state).digest("binary").subarray(0, blockBytes);
    return this.#known;
  }
}

export class FrameCipher {
  readonly #encryption: Cipher;
  readonly #decryption: Decipher;
  readonly #egress: RunningMac;
  readonly #ingress: RunningMac;

  private constructor(secrets: SessionSecrets, hasher: IHasher) {
    const { aesSecret, macSecret, egressSeed, ingressSeed } = secrets;
    const iv = Buffer.alloc(blockBytes);
    this.#encryption = createCipheriv("aes-256-ctr", aesSecret, iv);
    this.#decryption = createDecipheriv("aes-256-ctr", aesSecret, iv);
    this.#egress = new RunningMac(hasher, macSecret, egressSeed);
    this.#ingress = new RunningMac(hasher, macSecret, ingressSeed);
  }

  static async create(secrets: SessionSecrets): Promise<FrameCipher> {
    return new FrameCipher(secrets, await sharedHasher());
  }

  /**
   * Returns a frame with its header in encrypted parts, each of which is encrypted when it is taken. All of a frame are
   * taken before the next one is begun.
   * @throws {RangeError} if it is too long.
   */
  sealParts(frame: Uint8Array): Generator<Buffer, void> {
    if (frame.length > peerLimits.frameBytesMax) throw new RangeError("the frame is too long");
    return this.#sealedParts(frame);
  }

  *#sealedParts(frame: Uint8Array): Generator<Buffer, void> {
    const header = Buffer.alloc(blockBytes);
    header.writeUIntBE(frame.length, 0, 3);
    headerData.copy(header, 3);
    const sealedHeader = this.#encryption.update(header);
    yield Buffer.concat([sealedHeader, this.#egress.ofHeader(sealedHeader)]);
    for (let at = 0; at < frame.length; at += partBytes) yield this.#sealPart(frame, at);
    yield Buffer.from(this.#egress.ofFrame());
  }

  /** Encrypts a part of a frame. The last one has the padding. */
  #sealPart(frame: Uint8Array, at: number): Buffer {
    const part = frame.subarray(at, at + partBytes);
    const sealed = this.#encryption.update(part);
    const padding = this.#encryption.update(Buffer.alloc(paddedLength(part.length) - part.length));
    const padded = padding.length === 0 ? sealed : Buffer.concat([sealed, padding]);
    this.#egress.add(padded);
    return padded;
  }

  /** Encrypts a frame with its header. @throws {RangeError} if it is too long. */
  seal(frame: Uint8Array): Buffer {
    return Buffer.concat([...this.sealParts(frame)]);
  }

  /** Decrypts a header of `headerBytes`. @returns the length of its frame. @throws {PeerFault} `breach` */
  openHeader(header: Uint8Array): number {
    const sealed = header.subarray(0, blockBytes);
    this.#assertMac(this.#ingress.ofHeader(sealed), header);
    const opened = this.#decryption.update(sealed);
    return opened.readUIntBE(0, 3);
  }

  /** Decrypts the next part of a frame, which is not to be used before `endFrame`. */
  openPart(sealed: Uint8Array): Buffer {
    this.#ingress.add(sealed);
    return this.#decryption.update(sealed);
  }

  /** Checks the code behind a frame. @throws {PeerFault} `breach` */
  endFrame(mac: Uint8Array): void {
    this.#assertMac(this.#ingress.ofFrame(), mac);
  }

  #assertMac(expected: Uint8Array, bytes: Uint8Array): void {
    const found = bytes.subarray(bytes.length - blockBytes);
    if (!timingSafeEqual(expected, found)) throw breach("a frame was changed on its way");
  }
}
