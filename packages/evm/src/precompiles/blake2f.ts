/** Precompile 0x09: the compression function of BLAKE2b with any number of rounds (EIP-152). */
import { after } from "@tandem/runtime";
import { runSlices, type Slices } from "../environment/slices.js";
import { blake2RoundsInSlice } from "../limits.js";
import { type Arithmetic, arithmetic } from "./arithmetic.js";
import { failed, type Precompile, succeeded } from "./precompile.js";

const inputBytes = 213;
/** Offsets of the parts of the input, behind four bytes of rounds. */
const stateAt = 4;
const messageAt = 68;
const offsetAt = 196;
const lastBlockAt = 212;

/**
 * The instance's memory: the working vector, the message and the schedule. See assembly/blake2.ts.
 */
const vectorBytes = 128;
const workBytes = 256;

const initialVector = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

/** Message words of each round (RFC 7693, section 2.7), as offsets in bytes. */
const schedule = Uint8Array.from(
  [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
  ].flat(),
  (word) => 8 * word,
);

const viewOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  new DataView(buffer, byteOffset, length);

/** The initial vector as bytes, little-endian. */
const initialBytes = new Uint8Array(BigUint64Array.from(initialVector).buffer);

/** Fills the instance's memory from the input. */
function load({ bytes }: Arithmetic, data: Uint8Array): void {
  bytes.set(data.subarray(stateAt, messageAt), 0);
  bytes.set(initialBytes, 64);
  bytes.set(data.subarray(messageAt, offsetAt), vectorBytes);
  bytes.set(schedule, workBytes);
  for (let i = 0; i < 16; i++) (bytes[96 + i] as number) ^= data[offsetAt + i] as number;
  if (data[lastBlockAt] === 1) {
    for (let i = 112; i < 120; i++) (bytes[i] as number) ^= 0xff;
  }
}

/** Returns the exclusive or of the previous state and both halves of the vector. */
function outputOf(vector: Uint8Array, data: Uint8Array): Uint8Array {
  const output = data.slice(stateAt, messageAt);
  for (let i = 0; i < output.length; i++) {
    (output[i] as number) ^= (vector[i] as number) ^ (vector[64 + i] as number);
  }
  return output;
}

function* compress(data: Uint8Array, rounds: number): Slices<Uint8Array> {
  const instance = arithmetic();
  load(instance, data);
  for (let done = 0; ; ) {
    const count = Math.min(blake2RoundsInSlice, rounds - done);
    instance.rounds(done % 10, count);
    done += count;
    if (done === rounds) return outputOf(instance.bytes, data);
    yield () => {
      const work = instance.bytes.slice(0, workBytes);
      return () => instance.bytes.set(work);
    };
  }
}

export const blake2f: Precompile = (input, yieldIfDue) => {
  const { data, gasLimit, common } = input;
  if (data.length !== inputBytes || (data[lastBlockAt] as number) > 1) {
    return failed(input, "OUT_OF_RANGE");
  }
  const rounds = viewOf(data).getUint32(0);
  const gas = common.param("blake2RoundGas") * BigInt(rounds);
  if (gasLimit < gas) return failed(input, "OUT_OF_GAS");
  return after(runSlices(compress(data, rounds), yieldIfDue), (output) => succeeded(gas, output));
};
