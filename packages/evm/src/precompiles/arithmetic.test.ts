import { describe, it } from "node:test";
import { concat, type EvmFork, fromBigInt, padStart } from "@tandem/primitives";
import fc from "fast-check";
import { PrecompilePair } from "../testing/precompile-pair.js";

const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });

const wordOf = (value: number | bigint) => padStart(fromBigInt(value), 32);

const powerInput = (base: Uint8Array, exponent: Uint8Array, modulus: Uint8Array) =>
  concat(
    wordOf(base.length),
    wordOf(exponent.length),
    wordOf(modulus.length),
    base,
    exponent,
    modulus,
  );

const powerOfTwo = fc
  .tuple(fc.integer({ min: 1, max: 140 }), fc.nat({ max: 1119 }))
  .map(([length, bit]) => padStart(fromBigInt(1n << BigInt(bit % (8 * length))), length));

/** Odd, even, zero, one, powers of two, zeros in front and behind. */
const modulus = fc.oneof(
  bytes(0, 150),
  bytes(1, 150).map((value) => value.with(value.length - 1, 0)),
  fc.tuple(bytes(0, 40), bytes(0, 40)).map(([a, b]) => concat(a, new Uint8Array(40), b)),
  powerOfTwo,
  fc.nat({ max: 3 }).map((value) => wordOf(value)),
);
const exponent = fc.oneof(
  bytes(0, 40),
  bytes(0, 8),
  bytes(0, 4).map((value) => concat(new Uint8Array(33), value)),
  fc.constant(Uint8Array.of(1, 0, 1)),
);

const forks: readonly EvmFork[] = ["london", "prague", "osaka"];

describe("the package's ModExp", () => {
  for (const fork of forks) {
    it(`has the library's result and gas on ${fork}`, async () => {
      const pair = await PrecompilePair.at(fork);
      await fc.assert(
        fc.asyncProperty(bytes(0, 150), exponent, modulus, async (a, e, m) => {
          await pair.assertSame(0x05, powerInput(a, e, m));
        }),
        { numRuns: 60 },
      );
    });
  }

  it("reads zeros behind a truncated input, and accepts lengths beyond any gas", async () => {
    const pair = await PrecompilePair.at("prague");
    await fc.assert(
      fc.asyncProperty(bytes(0, 40), exponent, modulus, fc.nat(), async (a, e, m, cut) => {
        const input = powerInput(a, e, m);
        await pair.assertSame(0x05, input.subarray(0, cut % (input.length + 1)));
      }),
      { numRuns: 60 },
    );
    for (const length of [2n ** 31n, 2n ** 53n, 2n ** 64n, 2n ** 256n - 1n]) {
      const lengths = [wordOf(length), wordOf(1), wordOf(0)];
      for (const order of [
        [0, 1, 2],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 2, 0],
        [0, 2, 2],
      ]) {
        await pair.assertSame(0x05, concat(...order.map((at) => lengths[at] as Uint8Array)));
      }
    }
  });

  it("raises to long exponents, present and absent, without converting them to numbers", async () => {
    const pair = await PrecompilePair.at("prague");
    for (const modulusBytes of [1, 8, 33, 128, 129, 200]) {
      for (const last of [1, 2, 0x80]) {
        const m = new Uint8Array(modulusBytes).fill(0xa7).with(modulusBytes - 1, last);
        const e = new Uint8Array(1500).fill(0x5b);
        await pair.assertSame(0x05, powerInput(Uint8Array.of(7, 11), e, m));
        const absent = concat(wordOf(1), wordOf(2_000), wordOf(modulusBytes), Uint8Array.of(3, 9));
        await pair.assertSame(0x05, absent);
      }
    }
  });
});

describe("the package's BLAKE2f", () => {
  it("has the library's result and gas", async () => {
    const pair = await PrecompilePair.at("prague");
    const input = fc.tuple(fc.nat({ max: 40 }), bytes(208, 208), fc.nat({ max: 3 }));
    await fc.assert(
      fc.asyncProperty(input, async ([rounds, middle, last]) => {
        const head = padStart(fromBigInt(rounds), 4);
        await pair.assertSame(0x09, concat(head, middle, Uint8Array.of(last)));
      }),
      { numRuns: 80 },
    );
    await pair.assertSame(0x09, new Uint8Array(212));
    await pair.assertSame(0x09, new Uint8Array(214));
  });

  it("computes rounds that take several slices", async () => {
    const pair = await PrecompilePair.at("prague");
    for (const rounds of [99_999, 100_000, 100_001, 250_003]) {
      const input = new Uint8Array(213).fill(0x3d).with(212, 1);
      new DataView(input.buffer).setUint32(0, rounds);
      await pair.assertSame(0x09, input);
    }
  });
});

describe("the package's RIPEMD-160", () => {
  it("has the library's result and gas", async () => {
    const pair = await PrecompilePair.at("prague");
    await fc.assert(
      fc.asyncProperty(bytes(0, 300), async (data) => {
        await pair.assertSame(0x03, data);
      }),
    );
  });
});
