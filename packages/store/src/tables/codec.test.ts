import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import * as codec from "./codec.js";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const height = fc.integer({ min: 0, max: 2 ** 48 - 1 });

function roundTrips<T>(name: string, door: codec.Codec<T>, values: fc.Arbitrary<T>): void {
  it(`${name} is decoded to the encoded value`, () => {
    const property = fc.property(values, (value) => {
      assert.deepEqual(door.decode(door.encode(value)), value);
    });
    fc.assert(property, { seed: 8, numRuns: 200 });
  });
}

describe("codecs of rows", () => {
  roundTrips("a height", codec.height, height);
  roundTrips("an integer", codec.integer, fc.bigInt({ min: 0n, max: 2n ** 256n }));
  roundTrips(
    "a location",
    codec.location,
    fc.record({ blockHash: bytes(32), index: fc.nat() }, { noNullPrototype: true }),
  );
  roundTrips(
    "a height and hash",
    codec.heightAndHash,
    fc.record({ height, hash: bytes(32) }, { noNullPrototype: true }),
  );
  roundTrips(
    "an index key and height",
    codec.indexKeyAt,
    fc.record({ indexKey: bytes(codec.indexKeyBytes), height }, { noNullPrototype: true }),
  );
  roundTrips(
    "a list of positions",
    codec.positions,
    fc.uniqueArray(fc.nat(), { maxLength: 50 }).map((list) => list.sort((a, b) => a - b)),
  );

  it("preserve the order of heights", () => {
    const property = fc.property(height, height, (a, b) => {
      const order = Buffer.compare(codec.height.encode(a), codec.height.encode(b));
      assert.equal(Math.sign(order), Math.sign(a - b));
    });
    fc.assert(property, { seed: 9, numRuns: 200 });
  });
});
