/** Reads and writes the memory of an engine: words, addresses and bytes. */
import { sharedBytes, shortLivedBytes } from "@tandem/primitives";

const wordBytes = 32;

const limbMask = (1n << 64n) - 1n;

export class EngineMemory {
  readonly #memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** The whole memory; a new object after it has grown. */
  bytes: Uint8Array;
  #numbers: Uint32Array;
  #limbs: BigUint64Array;
  readonly #passingWord = new Uint8Array(wordBytes);

  constructor(memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }) {
    this.#memory = memory;
    this.bytes = new Uint8Array(memory.buffer);
    this.#numbers = new Uint32Array(memory.buffer);
    this.#limbs = new BigUint64Array(memory.buffer);
  }

  get size(): number {
    return this.bytes.length;
  }

  /** Grows by pages of 64 KB. @returns false when the system has no more memory. */
  grow(pages: number): boolean {
    try {
      this.#memory.grow(pages);
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
    this.bytes = new Uint8Array(this.#memory.buffer);
    this.#numbers = new Uint32Array(this.#memory.buffer);
    this.#limbs = new BigUint64Array(this.#memory.buffer);
    return true;
  }

  /** Reads a number of 32 bits, at a multiple of four. */
  number(at: number): number {
    return this.#numbers[at >> 2] as number;
  }

  setNumber(at: number, value: number): void {
    this.#numbers[at >> 2] = value;
  }

  /** Reads a number of 64 bits, at a multiple of eight. */
  limb(at: number): bigint {
    return this.#limbs[at >> 3] as bigint;
  }

  setLimb(at: number, value: bigint): void {
    this.#limbs[at >> 3] = value;
  }

  /** Reads a word of 256 bits, least significant byte first, at a multiple of eight. */
  word(at: number): bigint {
    const limbs = this.#limbs;
    const first = at >> 3;
    const low = limbs[first] as bigint;
    const second = limbs[first + 1] as bigint;
    const third = limbs[first + 2] as bigint;
    const fourth = limbs[first + 3] as bigint;
    if ((second | third | fourth) === 0n) return low;
    return low | (second << 64n) | (third << 128n) | (fourth << 192n);
  }

  setWord(at: number, value: bigint): void {
    const limbs = this.#limbs;
    const first = at >> 3;
    const rest = value >> 64n;
    limbs[first] = value & limbMask;
    limbs[first + 1] = rest === 0n ? 0n : rest & limbMask;
    limbs[first + 2] = rest === 0n ? 0n : (rest >> 64n) & limbMask;
    limbs[first + 3] = rest === 0n ? 0n : rest >> 128n;
  }

  /** Writes big-endian bytes as a word at a multiple of four; leading zeros may be omitted. */
  setBytesAsWord(at: number, value: Uint8Array): void {
    const bytes = this.bytes;
    const numbers = this.#numbers;
    const { length } = value;
    for (let i = at >> 2; i < (at >> 2) + 8; i++) numbers[i] = 0;
    for (let i = 0; i < length; i++) bytes[at + length - 1 - i] = value[i] as number;
  }

  /** Copies a word from one multiple of four to another. */
  copyWord(to: number, from: number): void {
    const numbers = this.#numbers;
    for (let i = 0; i < 8; i++) numbers[(to >> 2) + i] = numbers[(from >> 2) + i] as number;
  }

  /** Copies bytes. */
  copy(at: number, length: number): Uint8Array {
    return this.bytes.slice(at, at + length);
  }

  /** Copies bytes that are dropped soon. */
  copyForNow(at: number, length: number): Uint8Array {
    const copied = shortLivedBytes(length);
    this.copyTo(copied, at);
    return copied;
  }

  /** Fills an array with the bytes from a place on. */
  copyTo(target: Uint8Array, at: number): void {
    target.set(this.bytes.subarray(at, at + target.length));
  }

  /** Returns bytes in an array that equal ones share. */
  sharedCopy(at: number, length: number): Uint8Array {
    return sharedBytes.of(this.bytes, at, at + length);
  }

  /** Returns a word, big-endian, in an array that the next call overwrites. */
  passingWord(at: number): Uint8Array {
    const word = this.#passingWord;
    for (let i = 0; i < wordBytes; i++) word[i] = this.bytes[at + wordBytes - 1 - i] as number;
    return word;
  }

  /** Returns the last `length` bytes of a word, big-endian, in an array that equal ones share. */
  bytesOfWord(at: number, length: number): Uint8Array {
    return sharedBytes.of(this.passingWord(at), wordBytes - length, wordBytes);
  }
}
