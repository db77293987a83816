// Keccak-256 (the original padding) of bytes in memory. Lanes 1, 2, 8, 12, 17 and 20 of the state are
// kept inverted, with which a round has five inversions instead of 25.
import { NEXT_SPONGE, SPONGE } from "../layout";

const constants = memory.data<u64>([
  0x0000000000000001, 0x0000000000008082, 0x800000000000808a,
  0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
  0x8000000080008081, 0x8000000000008009, 0x000000000000008a,
  0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
  0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
  0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
  0x000000000000800a, 0x800000008000000a, 0x8000000080008081,
  0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
]);

/** The place of the parities of the five columns, behind the lanes of a state. */
const PARITIES: usize = 200;

/**
 * Executes a round from one state to another. A processor has too few registers for 25 lanes: each
 * row is written as soon as it is known, since the compiler keeps the order of accesses to memory but
 * not that of arithmetic. The parities of the next round are computed on the way.
 */
@inline function round(from: usize, to: usize, constant: usize): void {
  let c0 = load<u64>(from, PARITIES), c1 = load<u64>(from, PARITIES + 8), c2 = load<u64>(from, PARITIES + 16), c3 = load<u64>(from, PARITIES + 24), c4 = load<u64>(from, PARITIES + 32);
  const d0 = c4 ^ rotl<u64>(c1, 1);
  const d1 = c0 ^ rotl<u64>(c2, 1);
  const d2 = c1 ^ rotl<u64>(c3, 1);
  const d3 = c2 ^ rotl<u64>(c4, 1);
  const d4 = c3 ^ rotl<u64>(c0, 1);
  const b0 = load<u64>(from) ^ d0;
  const b1 = rotl<u64>(load<u64>(from, 48) ^ d1, 44);
  const b2 = rotl<u64>(load<u64>(from, 96) ^ d2, 43);
  const b3 = rotl<u64>(load<u64>(from, 144) ^ d3, 21);
  const b4 = rotl<u64>(load<u64>(from, 192) ^ d4, 14);
  const n2 = ~b2;
  const e0 = b0 ^ (b1 | b2) ^ load<u64>(constant);
  store<u64>(to, e0); c0 = e0;
  const e1 = b1 ^ (n2 | b3);
  store<u64>(to, e1, 8); c1 = e1;
  const e2 = b2 ^ (b3 & b4);
  store<u64>(to, e2, 16); c2 = e2;
  const e3 = b3 ^ (b4 | b0);
  store<u64>(to, e3, 24); c3 = e3;
  const e4 = b4 ^ (b0 & b1);
  store<u64>(to, e4, 32); c4 = e4;
  const b5 = rotl<u64>(load<u64>(from, 24) ^ d3, 28);
  const b6 = rotl<u64>(load<u64>(from, 72) ^ d4, 20);
  const b7 = rotl<u64>(load<u64>(from, 80) ^ d0, 3);
  const b8 = rotl<u64>(load<u64>(from, 128) ^ d1, 45);
  const b9 = rotl<u64>(load<u64>(from, 176) ^ d2, 61);
  const n9 = ~b9;
  const e5 = b5 ^ (b6 | b7);
  store<u64>(to, e5, 40); c0 ^= e5;
  const e6 = b6 ^ (b7 & b8);
  store<u64>(to, e6, 48); c1 ^= e6;
  const e7 = b7 ^ (b8 | n9);
  store<u64>(to, e7, 56); c2 ^= e7;
  const e8 = b8 ^ (b9 | b5);
  store<u64>(to, e8, 64); c3 ^= e8;
  const e9 = b9 ^ (b5 & b6);
  store<u64>(to, e9, 72); c4 ^= e9;
  const b10 = rotl<u64>(load<u64>(from, 8) ^ d1, 1);
  const b11 = rotl<u64>(load<u64>(from, 56) ^ d2, 6);
  const b12 = rotl<u64>(load<u64>(from, 104) ^ d3, 25);
  const b13 = rotl<u64>(load<u64>(from, 152) ^ d4, 8);
  const b14 = rotl<u64>(load<u64>(from, 160) ^ d0, 18);
  const n13 = ~b13;
  const e10 = b10 ^ (b11 | b12);
  store<u64>(to, e10, 80); c0 ^= e10;
  const e11 = b11 ^ (b12 & b13);
  store<u64>(to, e11, 88); c1 ^= e11;
  const e12 = b12 ^ (n13 & b14);
  store<u64>(to, e12, 96); c2 ^= e12;
  const e13 = n13 ^ (b14 | b10);
  store<u64>(to, e13, 104); c3 ^= e13;
  const e14 = b14 ^ (b10 & b11);
  store<u64>(to, e14, 112); c4 ^= e14;
  const b15 = rotl<u64>(load<u64>(from, 32) ^ d4, 27);
  const b16 = rotl<u64>(load<u64>(from, 40) ^ d0, 36);
  const b17 = rotl<u64>(load<u64>(from, 88) ^ d1, 10);
  const b18 = rotl<u64>(load<u64>(from, 136) ^ d2, 15);
  const b19 = rotl<u64>(load<u64>(from, 184) ^ d3, 56);
  const n18 = ~b18;
  const e15 = b15 ^ (b16 & b17);
  store<u64>(to, e15, 120); c0 ^= e15;
  const e16 = b16 ^ (b17 | b18);
  store<u64>(to, e16, 128); c1 ^= e16;
  const e17 = b17 ^ (n18 | b19);
  store<u64>(to, e17, 136); c2 ^= e17;
  const e18 = n18 ^ (b19 & b15);
  store<u64>(to, e18, 144); c3 ^= e18;
  const e19 = b19 ^ (b15 | b16);
  store<u64>(to, e19, 152); c4 ^= e19;
  const b20 = rotl<u64>(load<u64>(from, 16) ^ d2, 62);
  const b21 = rotl<u64>(load<u64>(from, 64) ^ d3, 55);
  const b22 = rotl<u64>(load<u64>(from, 112) ^ d4, 39);
  const b23 = rotl<u64>(load<u64>(from, 120) ^ d0, 41);
  const b24 = rotl<u64>(load<u64>(from, 168) ^ d1, 2);
  const n21 = ~b21;
  const e20 = b20 ^ (n21 & b22);
  store<u64>(to, e20, 160); c0 ^= e20;
  const e21 = n21 ^ (b22 | b23);
  store<u64>(to, e21, 168); c1 ^= e21;
  const e22 = b22 ^ (b23 & b24);
  store<u64>(to, e22, 176); c2 ^= e22;
  const e23 = b23 ^ (b24 | b20);
  store<u64>(to, e23, 184); c3 ^= e23;
  const e24 = b24 ^ (b20 & b21);
  store<u64>(to, e24, 192); c4 ^= e24;
  store<u64>(to, c0, PARITIES); store<u64>(to, c1, PARITIES + 8); store<u64>(to, c2, PARITIES + 16); store<u64>(to, c3, PARITIES + 24); store<u64>(to, c4, PARITIES + 32);
}

/** Stores the parity of a column of the state. */
@inline function sumColumn(column: usize): void {
  const sum = load<u64>(column) ^ load<u64>(column, 40) ^ load<u64>(column, 80) ^ load<u64>(column, 120) ^ load<u64>(column, 160);
  store<u64>(column, sum, PARITIES);
}

function permute(): void {
  for (let column = SPONGE; column < SPONGE + 40; column += 8) sumColumn(column);
  for (let constant = constants; constant < constants + 192; constant += 16) {
    round(SPONGE, NEXT_SPONGE, constant);
    round(NEXT_SPONGE, SPONGE, constant + 8);
  }
}

/** Begins with a state of zeros. */
@inline function begin(): void {
  for (let place = SPONGE; place < SPONGE + 208; place += 16) v128.store(place, i64x2.splat(0));
  store<i64>(SPONGE, -1, 8); store<i64>(SPONGE, -1, 16); store<i64>(SPONGE, -1, 64);
  store<i64>(SPONGE, -1, 96); store<i64>(SPONGE, -1, 136); store<i64>(SPONGE, -1, 160);
}

/** Absorbs a block of 136 bytes. */
function absorb(input: usize): void {
  for (let i: usize = 0; i < 136; i += 8) {
    store<u64>(SPONGE + i, load<u64>(SPONGE + i) ^ load<u64>(input + i));
  }
  permute();
}

/** Writes the hash of the bytes to `target`, 32 bytes big-endian. */
export function keccak(target: usize, input: usize, length: usize): void {
  begin();
  let left = length;
  let from = input;
  for (; left >= 136; left -= 136, from += 136) absorb(from);
  let i: usize = 0;
  for (; i + 8 <= left; i += 8) {
    store<u64>(SPONGE + i, load<u64>(SPONGE + i) ^ load<u64>(from + i));
  }
  for (; i < left; i++) store<u8>(SPONGE + i, load<u8>(SPONGE + i) ^ load<u8>(from + i));
  store<u8>(SPONGE + left, load<u8>(SPONGE + left) ^ 1);
  store<u8>(SPONGE, load<u8>(SPONGE, 135) ^ 0x80, 135);
  permute();
  store<u64>(target, load<u64>(SPONGE));
  store<u64>(target, ~load<u64>(SPONGE, 8), 8);
  store<u64>(target, ~load<u64>(SPONGE, 16), 16);
  store<u64>(target, load<u64>(SPONGE, 24), 24);
}
