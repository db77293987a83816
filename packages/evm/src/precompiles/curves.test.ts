import { before, describe, it } from "node:test";
import { concat, fromBigInt, fromHex, padStart } from "@tandem/primitives";
import fc from "fast-check";
import { PrecompilePair } from "../testing/precompile-pair.js";

const zeros = (length: number) => new Uint8Array(length);
const coordinate = (value: bigint) => padStart(fromBigInt(value), 64);
const scalar = fc
  .oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.bigInt({ min: 0n, max: 3n }),
    fc.constantFrom(
      // The orders of both groups, and their neighbours.
      0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000n,
      0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n,
      0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000000n,
      0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n,
    ),
  )
  .map((value) => padStart(fromBigInt(value), 32));

const blsG1 = concat(
  coordinate(
    0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
  ),
  coordinate(
    0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
  ),
);
/** A point on the curve, but in no subgroup of the right order: x = 4. */
const blsG1Outside = concat(
  coordinate(4n),
  coordinate(
    0x0a989badd40d6212b33cffc3f3763e9bc760f988c9926b26da9dd85e928483446346b8ed00e1de5d5ea93e354abe706cn,
  ),
);
const bnG1 = concat(padStart(Uint8Array.of(1), 32), padStart(Uint8Array.of(2), 32));
const bnG2 = fromHex(
  "0x198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa",
);

let pair: PrecompilePair;
let blsG1Points: Uint8Array[];
let blsG2Points: Uint8Array[];
let bnPoints: Uint8Array[];

before(async () => {
  pair = await PrecompilePair.at("prague");
  const multiples = [1, 2, 3, 0x1234567, 0xfffffff].map((value) => padStart(fromBigInt(value), 32));
  const times = (number: number, point: Uint8Array) =>
    Promise.all(multiples.map((multiple) => pair.output(number, concat(point, multiple))));
  const g2 = await pair.output(0x11, concat(coordinate(5n), coordinate(6n)));
  blsG1Points = [zeros(128), ...(await times(0x0c, blsG1))];
  blsG2Points = [zeros(256), ...(await times(0x0e, g2))];
  bnPoints = [zeros(64), ...(await times(0x07, bnG1))];
});

const nth = fc.nat({ max: 5 });
const some = (maxLength: number) =>
  fc.array(fc.tuple(nth, nth, scalar), { minLength: 1, maxLength });

/** Leaves an input unchanged, flips a bit of it, truncates it, or appends to it. */
const damage = fc.oneof(
  { weight: 2, arbitrary: fc.constant((input: Uint8Array) => input) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), fc.nat({ max: 7 })).map(([at, bit]) => (input: Uint8Array) => {
      const place = at % input.length;
      return input.with(place, (input[place] as number) ^ (1 << bit));
    }),
  },
  fc.nat().map((at) => (input: Uint8Array) => input.subarray(0, at % (input.length + 1))),
  fc.nat({ max: 40 }).map((more) => (input: Uint8Array) => concat(input, zeros(more))),
);

/** Compares both on damaged inputs built from points. */
async function check(
  number: number,
  numRuns: number,
  maxLength: number,
  itemOf: (a: number, b: number, scalar: Uint8Array) => Uint8Array,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(some(maxLength), damage, async (items, spoil) => {
      const input = concat(...items.map(([a, b, value]) => itemOf(a, b, value)));
      await pair.assertSame(number, spoil(input));
    }),
    { numRuns },
  );
}

const of = (points: readonly Uint8Array[], at: number) => points[at] as Uint8Array;

describe("the package's precompiles on BLS12-381 have the library's results and gas:", () => {
  it("sums of G1", () =>
    check(0x0b, 60, 1, (a, b) => concat(of(blsG1Points, a), of(blsG1Points, b))));
  it("multiples of G1", () => check(0x0c, 40, 4, (a, _, k) => concat(of(blsG1Points, a), k)));
  it("sums of G2", () =>
    check(0x0d, 60, 1, (a, b) => concat(of(blsG2Points, a), of(blsG2Points, b))));
  it("multiples of G2", () => check(0x0e, 20, 3, (a, _, k) => concat(of(blsG2Points, a), k)));
  it("pairings", () =>
    check(0x0f, 20, 3, (a, b) => concat(of(blsG1Points, a), of(blsG2Points, b))));

  it("maps to G1 and G2", async () => {
    const number = fc.uint8Array({ minLength: 64, maxLength: 64 });
    const inField = number.map((value) => value.fill(0, 0, 17));
    const above = number.map((value) => value.fill(0, 0, 16).fill(0xff, 16, 20));
    const any = fc.oneof({ weight: 4, arbitrary: inField }, above, number);
    await fc.assert(
      fc.asyncProperty(any, any, damage, async (a, b, spoil) => {
        await pair.assertSame(0x10, spoil(a));
        await pair.assertSame(0x11, spoil(concat(a, b)));
      }),
      { numRuns: 12 },
    );
  });

  it("a point outside of the subgroup can be added, but not multiplied or paired", async () => {
    await pair.assertSame(0x0b, concat(blsG1Outside, blsG1));
    await pair.assertSame(0x0c, concat(blsG1Outside, padStart(Uint8Array.of(2), 32)));
    await pair.assertSame(0x0f, concat(blsG1Outside, of(blsG2Points, 1)));
  });

  it("multiplications and pairings that take several slices", async () => {
    const factor = new Uint8Array(32).fill(0x6b);
    for (const length of [15, 16, 17, 130]) {
      const points = Array.from({ length }, (_, i) => concat(of(blsG1Points, i % 6), factor));
      await pair.assertSame(0x0c, concat(...points));
    }
    const g2 = Array.from({ length: 18 }, (_, i) => concat(of(blsG2Points, i % 6), factor));
    await pair.assertSame(0x0e, concat(...g2));
    const pairs = Array.from({ length: 9 }, (_, i) =>
      concat(of(blsG1Points, i % 6), of(blsG2Points, (i + 1) % 6)),
    );
    await pair.assertSame(0x0f, concat(...pairs));
  });
});

describe("the package's precompiles on bn254 have the library's results and gas:", () => {
  it("sums", () => check(0x06, 80, 1, (a, b) => concat(of(bnPoints, a), of(bnPoints, b))));
  it("multiples", () => check(0x07, 60, 1, (a, _, k) => concat(of(bnPoints, a), k)));
  it("pairings", () =>
    check(0x08, 25, 3, (a, b) => concat(of(bnPoints, a), b === 0 ? zeros(128) : bnG2)));

  it("a pairing of no pairs, and one whose product is one", async () => {
    await pair.assertSame(0x08, zeros(0));
    const order = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n;
    const negative = concat(padStart(Uint8Array.of(1), 32), padStart(fromBigInt(order - 2n), 32));
    const cancelling = concat(bnG1, bnG2, negative, bnG2);
    await pair.assertSame(0x08, cancelling);
    await pair.assertSame(0x08, concat(cancelling, cancelling, cancelling));
  });
});
