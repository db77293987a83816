/**
 * Modular powers with a fixed window of four bits. Numbers are little-endian limbs of 32 bits. With
 * an odd modulus all numbers are in Montgomery form (product = a * b / 2^(32 * limbs)); with a
 * power of two they are plain, and products are truncated. All data of a computation are in memory
 * from
 * `modulus` to before `exponent`, so that a host can save and restore them.
 */
const modulus: usize = 1024;
const accumulator: usize = 1152;
/** The intermediate product: two limbs longer than a number. */
const product: usize = 1280;
const limbCount: usize = 1440;
/** -1 / modulus modulo 2^32; zero for a power of two. */
const negativeInverse: usize = 1444;
/** For a power of two: the mask of the bits in use of its highest limb. */
const topMask: usize = 1448;
/** The highest power of the base in the table. */
const powersKnown: usize = 1452;
const table: usize = 1536;
const exponent: usize = 4096;

/** Bytes between two powers in the table: the longest number. */
const stride: usize = 128;

/**
 * Begins a computation. The host has written the modulus (if it is odd), one to `table` and the
 * base to `table + stride`.
 * @param mask zero for an odd modulus, else the bits in use of the highest limb.
 */
export function begin(limbs: u32, mask: u32): void {
  store<u32>(limbCount, limbs);
  store<u32>(topMask, mask);
  store<u32>(powersKnown, 1);
  // Newton's iteration: each step doubles the number of correct bits.
  const low = load<u32>(modulus);
  let inverse = low;
  for (let step = 0; step < 4; step++) inverse *= 2 - low * inverse;
  store<u32>(negativeInverse, mask === 0 ? 0 - inverse : 0);
  memory.copy(accumulator, table, stride);
}

/** Raises the intermediate result by the bytes at `exponent`, most significant first. */
export function absorb(count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const byte = load<u8>(exponent + i);
    absorbDigit(byte >> 4);
    absorbDigit(byte & 15);
  }
}

/** Converts the result at `accumulator` from Montgomery form. */
export function finish(): void {
  if (load<u32>(topMask) !== 0) return;
  memory.fill(table, 0, stride);
  store<u32>(table, 1);
  multiply(accumulator, table);
}

function absorbDigit(digit: usize): void {
  multiply(accumulator, accumulator);
  multiply(accumulator, accumulator);
  multiply(accumulator, accumulator);
  multiply(accumulator, accumulator);
  if (digit === 0) return;
  let known: usize = load<u32>(powersKnown);
  while (known < digit) {
    const from = table + known * stride;
    memory.copy(from + stride, from, stride);
    multiply(from + stride, table + stride);
    store<u32>(powersKnown, ++known as u32);
  }
  multiply(accumulator, table + digit * stride);
}

/** Computes a = a * b. */
function multiply(a: usize, b: usize): void {
  if (load<u32>(topMask) === 0) multiplyOdd(a, b);
  else multiplyLow(a, b);
}

function multiplyOdd(a: usize, b: usize): void {
  const bytes: usize = load<u32>(limbCount) << 2;
  const inverse: u64 = load<u32>(negativeInverse);
  memory.fill(product, 0, bytes + 8);
  for (let i: usize = 0; i < bytes; i += 4) {
    const factor: u64 = load<u32>(b + i);
    let carry: u64 = 0;
    for (let j: usize = 0; j < bytes; j += 4) {
      const sum = (load<u32>(product + j) as u64) + (load<u32>(a + j) as u64) * factor + carry;
      store<u32>(product + j, sum as u32);
      carry = sum >> 32;
    }
    const above = (load<u32>(product + bytes) as u64) + carry;
    const quotient = ((load<u32>(product) as u64) * inverse) & 0xffff_ffff;
    carry = ((load<u32>(product) as u64) + (load<u32>(modulus) as u64) * quotient) >> 32;
    for (let j: usize = 4; j < bytes; j += 4) {
      const sum =
        (load<u32>(product + j) as u64) + (load<u32>(modulus + j) as u64) * quotient + carry;
      store<u32>(product + j - 4, sum as u32);
      carry = sum >> 32;
    }
    const top = (above & 0xffff_ffff) + carry;
    store<u32>(product + bytes - 4, top as u32);
    store<u32>(product + bytes, ((above >> 32) + (top >> 32)) as u32);
  }
  reduce(a, bytes);
}

/** Sets a to the product, minus the modulus if it is not smaller. */
function reduce(a: usize, bytes: usize): void {
  let borrow: i64 = 0;
  for (let j: usize = 0; j < bytes; j += 4) {
    const difference = (load<u32>(product + j) as i64) - (load<u32>(modulus + j) as i64) + borrow;
    store<u32>(a + j, difference as u32);
    borrow = difference >> 32;
  }
  if ((load<u32>(product + bytes) as i64) + borrow < 0) memory.copy(a, product, bytes);
}

/** Multiplies modulo 2^(32 * limbs), and clears the unused bits of the highest limb. */
function multiplyLow(a: usize, b: usize): void {
  const bytes: usize = load<u32>(limbCount) << 2;
  memory.fill(product, 0, bytes);
  for (let i: usize = 0; i < bytes; i += 4) {
    const factor: u64 = load<u32>(b + i);
    let carry: u64 = 0;
    for (let j: usize = 0; j < bytes - i; j += 4) {
      const sum = (load<u32>(product + i + j) as u64) + (load<u32>(a + j) as u64) * factor + carry;
      store<u32>(product + i + j, sum as u32);
      carry = sum >> 32;
    }
  }
  memory.copy(a, product, bytes);
  const top = a + bytes - 4;
  store<u32>(top, load<u32>(top) & load<u32>(topMask));
}
