// SHA-256 (FIPS 180-4) of bytes in memory: the precompiled contract at address 2.
import { SPONGE } from "../layout";

const constants = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
  0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
  0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
  0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

const first = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

/** Loads a big-endian word. The built-in `bswap` is a call for each. */
@inline function wordAt(place: usize): u32 {
  const bytes = load<u32>(place);
  return rotl<u32>(bytes & 0xff00ff, 24) | rotl<u32>(bytes & 0xff00ff00, 8);
}

@inline function expanded(first: u32, second: u32, ninth: u32, fourteenth: u32): u32 {
  const s0 = rotr<u32>(second, 7) ^ rotr<u32>(second, 18) ^ (second >> 3);
  const s1 = rotr<u32>(fourteenth, 17) ^ rotr<u32>(fourteenth, 19) ^ (fourteenth >> 10);
  return first + s0 + ninth + s1;
}

/** Computes the part of a round that is added to `d`; `word` includes its constant. */
@inline function mixed(e: u32, f: u32, g: u32, h: u32, word: u32): u32 {
  return h + (rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25)) + (g ^ (e & (f ^ g))) + word;
}

@inline function majority(a: u32, b: u32, c: u32): u32 {
  return (rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22)) + ((a & b) | (c & (a | b)));
}

/**
 * Compresses a block of 64 bytes into the eight words at SPONGE: sixteen rounds at a time, whose
 * words are locals.
 */
function compress(block: usize): void {
  let a = load<u32>(SPONGE), b = load<u32>(SPONGE, 4), c = load<u32>(SPONGE, 8);
  let d = load<u32>(SPONGE, 12), e = load<u32>(SPONGE, 16), f = load<u32>(SPONGE, 20);
  let g = load<u32>(SPONGE, 24), h = load<u32>(SPONGE, 28);
  let w0 = wordAt(block), w1 = wordAt(block + 4), w2 = wordAt(block + 8), w3 = wordAt(block + 12);
  let w4 = wordAt(block + 16), w5 = wordAt(block + 20), w6 = wordAt(block + 24), w7 = wordAt(block + 28);
  let w8 = wordAt(block + 32), w9 = wordAt(block + 36), w10 = wordAt(block + 40), w11 = wordAt(block + 44);
  let w12 = wordAt(block + 48), w13 = wordAt(block + 52), w14 = wordAt(block + 56), w15 = wordAt(block + 60);
  let t: u32 = 0;
  for (let k = constants; ; k += 64) {
    t = mixed(e, f, g, h, w0 + load<u32>(k, 0)); d += t; h = t + majority(a, b, c);
    t = mixed(d, e, f, g, w1 + load<u32>(k, 4)); c += t; g = t + majority(h, a, b);
    t = mixed(c, d, e, f, w2 + load<u32>(k, 8)); b += t; f = t + majority(g, h, a);
    t = mixed(b, c, d, e, w3 + load<u32>(k, 12)); a += t; e = t + majority(f, g, h);
    t = mixed(a, b, c, d, w4 + load<u32>(k, 16)); h += t; d = t + majority(e, f, g);
    t = mixed(h, a, b, c, w5 + load<u32>(k, 20)); g += t; c = t + majority(d, e, f);
    t = mixed(g, h, a, b, w6 + load<u32>(k, 24)); f += t; b = t + majority(c, d, e);
    t = mixed(f, g, h, a, w7 + load<u32>(k, 28)); e += t; a = t + majority(b, c, d);
    t = mixed(e, f, g, h, w8 + load<u32>(k, 32)); d += t; h = t + majority(a, b, c);
    t = mixed(d, e, f, g, w9 + load<u32>(k, 36)); c += t; g = t + majority(h, a, b);
    t = mixed(c, d, e, f, w10 + load<u32>(k, 40)); b += t; f = t + majority(g, h, a);
    t = mixed(b, c, d, e, w11 + load<u32>(k, 44)); a += t; e = t + majority(f, g, h);
    t = mixed(a, b, c, d, w12 + load<u32>(k, 48)); h += t; d = t + majority(e, f, g);
    t = mixed(h, a, b, c, w13 + load<u32>(k, 52)); g += t; c = t + majority(d, e, f);
    t = mixed(g, h, a, b, w14 + load<u32>(k, 56)); f += t; b = t + majority(c, d, e);
    t = mixed(f, g, h, a, w15 + load<u32>(k, 60)); e += t; a = t + majority(b, c, d);
    if (k == constants + 192) break;
    w0 = expanded(w0, w1, w9, w14);
    w1 = expanded(w1, w2, w10, w15);
    w2 = expanded(w2, w3, w11, w0);
    w3 = expanded(w3, w4, w12, w1);
    w4 = expanded(w4, w5, w13, w2);
    w5 = expanded(w5, w6, w14, w3);
    w6 = expanded(w6, w7, w15, w4);
    w7 = expanded(w7, w8, w0, w5);
    w8 = expanded(w8, w9, w1, w6);
    w9 = expanded(w9, w10, w2, w7);
    w10 = expanded(w10, w11, w3, w8);
    w11 = expanded(w11, w12, w4, w9);
    w12 = expanded(w12, w13, w5, w10);
    w13 = expanded(w13, w14, w6, w11);
    w14 = expanded(w14, w15, w7, w12);
    w15 = expanded(w15, w0, w8, w13);
  }
  store<u32>(SPONGE, load<u32>(SPONGE) + a);
  store<u32>(SPONGE, load<u32>(SPONGE, 4) + b, 4);
  store<u32>(SPONGE, load<u32>(SPONGE, 8) + c, 8);
  store<u32>(SPONGE, load<u32>(SPONGE, 12) + d, 12);
  store<u32>(SPONGE, load<u32>(SPONGE, 16) + e, 16);
  store<u32>(SPONGE, load<u32>(SPONGE, 20) + f, 20);
  store<u32>(SPONGE, load<u32>(SPONGE, 24) + g, 24);
  store<u32>(SPONGE, load<u32>(SPONGE, 28) + h, 28);
}

/** Writes the hash of the bytes to `target`, 32 bytes big-endian. */
export function sha256(target: usize, input: usize, length: usize): void {
  memory.copy(SPONGE, first, 32);
  let left = length;
  let from = input;
  for (; left >= 64; left -= 64, from += 64) compress(from);
  const block = SPONGE + 64;
  memory.copy(block, from, left);
  store<u8>(block + left, 0x80);
  memory.fill(block + left + 1, 0, 63 - left);
  if (left >= 56) {
    compress(block);
    memory.fill(block, 0, 56);
  }
  store<u64>(block, bswap<u64>(<u64>length << 3), 56);
  compress(block);
  for (let i: usize = 0; i < 32; i += 4) store<u32>(target + i, wordAt(SPONGE + i));
}
