/**
 * Rounds of the BLAKE2b compression function (RFC 7693, section 3.2) on a working vector in memory:
 * v at 0 (16 words of 64 bits), the message at 128 (16 words), and at 256 for each of ten rounds
 * the positions of its message words, as offsets in bytes (10 x 16 bytes). The host writes all
 * three.
 */
const vector: usize = 0;
const message: usize = 128;
const schedule: usize = 256;

/** Computes rounds. @param first number of the first round modulo ten. */
export function rounds(first: u32, count: u32): void {
  let v0 = load<u64>(vector, 0);
  let v1 = load<u64>(vector, 8);
  let v2 = load<u64>(vector, 16);
  let v3 = load<u64>(vector, 24);
  let v4 = load<u64>(vector, 32);
  let v5 = load<u64>(vector, 40);
  let v6 = load<u64>(vector, 48);
  let v7 = load<u64>(vector, 56);
  let v8 = load<u64>(vector, 64);
  let v9 = load<u64>(vector, 72);
  let v10 = load<u64>(vector, 80);
  let v11 = load<u64>(vector, 88);
  let v12 = load<u64>(vector, 96);
  let v13 = load<u64>(vector, 104);
  let v14 = load<u64>(vector, 112);
  let v15 = load<u64>(vector, 120);
  let round = first;
  for (let done: u32 = 0; done < count; done++) {
    const places: usize = schedule + (round << 4);
    round = round === 9 ? 0 : round + 1;
    v0 += v4 + load<u64>(message + load<u8>(places, 0));
    v12 = rotr<u64>(v12 ^ v0, 32);
    v8 += v12;
    v4 = rotr<u64>(v4 ^ v8, 24);
    v0 += v4 + load<u64>(message + load<u8>(places, 1));
    v12 = rotr<u64>(v12 ^ v0, 16);
    v8 += v12;
    v4 = rotr<u64>(v4 ^ v8, 63);
    v1 += v5 + load<u64>(message + load<u8>(places, 2));
    v13 = rotr<u64>(v13 ^ v1, 32);
    v9 += v13;
    v5 = rotr<u64>(v5 ^ v9, 24);
    v1 += v5 + load<u64>(message + load<u8>(places, 3));
    v13 = rotr<u64>(v13 ^ v1, 16);
    v9 += v13;
    v5 = rotr<u64>(v5 ^ v9, 63);
    v2 += v6 + load<u64>(message + load<u8>(places, 4));
    v14 = rotr<u64>(v14 ^ v2, 32);
    v10 += v14;
    v6 = rotr<u64>(v6 ^ v10, 24);
    v2 += v6 + load<u64>(message + load<u8>(places, 5));
    v14 = rotr<u64>(v14 ^ v2, 16);
    v10 += v14;
    v6 = rotr<u64>(v6 ^ v10, 63);
    v3 += v7 + load<u64>(message + load<u8>(places, 6));
    v15 = rotr<u64>(v15 ^ v3, 32);
    v11 += v15;
    v7 = rotr<u64>(v7 ^ v11, 24);
    v3 += v7 + load<u64>(message + load<u8>(places, 7));
    v15 = rotr<u64>(v15 ^ v3, 16);
    v11 += v15;
    v7 = rotr<u64>(v7 ^ v11, 63);
    v0 += v5 + load<u64>(message + load<u8>(places, 8));
    v15 = rotr<u64>(v15 ^ v0, 32);
    v10 += v15;
    v5 = rotr<u64>(v5 ^ v10, 24);
    v0 += v5 + load<u64>(message + load<u8>(places, 9));
    v15 = rotr<u64>(v15 ^ v0, 16);
    v10 += v15;
    v5 = rotr<u64>(v5 ^ v10, 63);
    v1 += v6 + load<u64>(message + load<u8>(places, 10));
    v12 = rotr<u64>(v12 ^ v1, 32);
    v11 += v12;
    v6 = rotr<u64>(v6 ^ v11, 24);
    v1 += v6 + load<u64>(message + load<u8>(places, 11));
    v12 = rotr<u64>(v12 ^ v1, 16);
    v11 += v12;
    v6 = rotr<u64>(v6 ^ v11, 63);
    v2 += v7 + load<u64>(message + load<u8>(places, 12));
    v13 = rotr<u64>(v13 ^ v2, 32);
    v8 += v13;
    v7 = rotr<u64>(v7 ^ v8, 24);
    v2 += v7 + load<u64>(message + load<u8>(places, 13));
    v13 = rotr<u64>(v13 ^ v2, 16);
    v8 += v13;
    v7 = rotr<u64>(v7 ^ v8, 63);
    v3 += v4 + load<u64>(message + load<u8>(places, 14));
    v14 = rotr<u64>(v14 ^ v3, 32);
    v9 += v14;
    v4 = rotr<u64>(v4 ^ v9, 24);
    v3 += v4 + load<u64>(message + load<u8>(places, 15));
    v14 = rotr<u64>(v14 ^ v3, 16);
    v9 += v14;
    v4 = rotr<u64>(v4 ^ v9, 63);
  }
  store<u64>(vector, v0, 0);
  store<u64>(vector, v1, 8);
  store<u64>(vector, v2, 16);
  store<u64>(vector, v3, 24);
  store<u64>(vector, v4, 32);
  store<u64>(vector, v5, 40);
  store<u64>(vector, v6, 48);
  store<u64>(vector, v7, 56);
  store<u64>(vector, v8, 64);
  store<u64>(vector, v9, 72);
  store<u64>(vector, v10, 80);
  store<u64>(vector, v11, 88);
  store<u64>(vector, v12, 96);
  store<u64>(vector, v13, 104);
  store<u64>(vector, v14, 112);
  store<u64>(vector, v15, 120);
}
