/**
 * SHA-256 (FIPS 180-4) with access to its state: the state after whole blocks can be extracted,
 * sent, and resumed with the bytes that follow. It proves the end of a coinbase transaction without
 * its beginning, and saves half of every header hash when searching a nonce.
 */

/** Bytes of a block of SHA-256. */
export const blockBytes = 64;
/** Bytes of the eight state words. */
export const stateBytes = 32;

/** The state of SHA-256 at the end of a block. */
export interface Midstate {
  /** 32 bytes: eight big-endian words. */
  readonly state: Uint8Array;
  /** Bytes hashed so far, a multiple of 64. */
  readonly count: number;
}

const primes = (n: number): number[] => {
  const found: number[] = [];
  for (let i = 2; found.length < n; i++) if (found.every((p) => i % p !== 0)) found.push(i);
  return found;
};

/**
 * Computes the first 32 bits of the fractional part of the k-th root of n, exactly with integers.
 */
function rootFraction(n: number, k: 2 | 3): number {
  const scaled = BigInt(n) << BigInt(32 * k);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(k) <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn) | 0;
}

/** The initial state: eight words. */
export const initialWords: Int32Array = Int32Array.from(primes(8), (p) => rootFraction(p, 2));
const roundWords: Int32Array = Int32Array.from(primes(64), (p) => rootFraction(p, 3));
const schedule = new Int32Array(64);

/** Compresses one block into `state`, in place. Both are 32-bit words: 8 of state, 16 of block. */
export function compress(state: Int32Array, block: Int32Array): void {
  const w = schedule;
  for (let i = 0; i < 16; i++) w[i] = block[i] as number;
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (roundWords[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

/** Fills `words` with the big-endian words of the bytes from `offset`. */
export function readWords(bytes: Uint8Array, offset: number, words: Int32Array): void {
  for (let i = 0, at = offset; i < words.length; i++, at += 4) {
    const high = ((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16);
    words[i] = high | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
  }
}

/** Returns the words as big-endian bytes. */
function writeWords(words: Int32Array): Uint8Array {
  const out = new Uint8Array(4 * words.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = (words[i >> 2] as number) >>> (24 - 8 * (i & 3));
  }
  return out;
}

const blockWords = new Int32Array(blockBytes / 4);

function absorb(state: Int32Array, bytes: Uint8Array, blocks: number): void {
  for (let i = 0; i < blocks; i++) {
    readWords(bytes, i * blockBytes, blockWords);
    compress(state, blockWords);
  }
}

/**
 * Returns the state of SHA-256 after the first `blocks` blocks of `bytes`.
 * @throws {RangeError} when there are fewer bytes than that.
 */
export function midstateAfter(bytes: Uint8Array, blocks: number): Midstate {
  if (blocks * blockBytes > bytes.length) throw new RangeError(`fewer than ${blocks} blocks`);
  const state = Int32Array.from(initialWords);
  absorb(state, bytes, blocks);
  return { state: writeWords(state), count: blocks * blockBytes };
}

/** Computes SHA-256. For inputs of a few blocks it is faster than a native call. */
export function shortSha256(bytes: Uint8Array): Uint8Array {
  shortState.set(initialWords);
  return finish(shortState, 0, bytes);
}

/** Shared by all, since a hash is computed in one go: a block has some forty. */
const shortState = new Int32Array(initialWords.length);

/**
 * Computes SHA-256 of the bytes of the midstate followed by `tail`: 32 bytes.
 * @throws {RangeError} when the midstate is not 32 bytes of state and a multiple of 64.
 */
export function resumeSha256(midstate: Midstate, tail: Uint8Array): Uint8Array {
  const { count } = midstate;
  if (midstate.state.length !== stateBytes || !Number.isSafeInteger(count) || count % 64 !== 0) {
    throw new RangeError("a midstate is 32 bytes of state and a count that is a multiple of 64");
  }
  const state = new Int32Array(8);
  readWords(midstate.state, 0, state);
  return finish(state, count, tail);
}

const lastBytes = new Uint8Array(blockBytes);

/** Absorbs the tail and the padding of SHA-256: a one bit, zeros, and the total length in bits. */
function finish(state: Int32Array, count: number, tail: Uint8Array): Uint8Array {
  const whole = Math.floor(tail.length / blockBytes);
  const used = tail.length % blockBytes;
  absorb(state, tail, whole);
  lastBytes.fill(0);
  for (let i = 0, at = whole * blockBytes; i < used; i++, at++) lastBytes[i] = tail[at] as number;
  lastBytes[used] = 0x80;
  readWords(lastBytes, 0, blockWords);
  if (used > blockBytes - 9) {
    compress(state, blockWords);
    blockWords.fill(0);
  }
  const total = count + tail.length;
  blockWords[14] = Math.floor(total / 2 ** 29);
  blockWords[15] = total << 3;
  compress(state, blockWords);
  return writeWords(state);
}
