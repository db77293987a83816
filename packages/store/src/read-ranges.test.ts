import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type KeyRange, type Row, type Rows, readRanges } from "./read-ranges.js";

const key = (n: number) => Uint8Array.of(n >> 8, n & 0xff);
const rowOf = (n: number): Row => [key(n), Uint8Array.of(n & 0xff)];

/**
 * Creates an iterator over numbers, which returns no more than `most` rows at a time, and counts.
 */
function iteratorOver(numbers: readonly number[], most = 1000) {
  const counts = { seeks: 0, reads: 0, closed: 0 };
  let at = 0;
  const rows: Rows = {
    seek(target) {
      counts.seeks++;
      const wanted = ((target[0] ?? 0) << 8) + (target[1] ?? 0);
      const next = numbers.findIndex((n) => n >= wanted);
      at = next === -1 ? numbers.length : next;
    },
    async nextv(many) {
      counts.reads++;
      const given = numbers.slice(at, at + Math.min(many, most));
      at += given.length;
      return given.map(rowOf);
    },
    async close() {
      counts.closed++;
    },
  };
  return { rows, counts };
}

const rangeOf = ([from, to]: readonly [number, number]): KeyRange => ({
  gte: key(from),
  lte: key(to),
});

describe("ranges read with one iterator", () => {
  it("give the same rows as each read alone, up to the limit", async () => {
    const number = fc.integer({ min: 0, max: 400 });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(number, { maxLength: 200 }),
        fc.uniqueArray(number, { maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 20 }),
        async (some, ends, limit, most) => {
          const numbers = some.sort((a, b) => a - b);
          ends.sort((a, b) => a - b);
          const pairs = ends.flatMap((from, i): [number, number][] => {
            const to = ends[i + 1];
            return i % 2 === 1 || to === undefined ? [] : [[from, to]];
          });
          const [first, last] = [pairs[0]?.[0] ?? 0, pairs.at(-1)?.[1] ?? 0];
          const bounded = numbers.filter((n) => n >= first && n <= last);
          const { rows, counts } = iteratorOver(bounded, most);
          const found = await readRanges(rows, pairs.map(rangeOf), limit);
          const expected = pairs.map(([from, to]) =>
            numbers.filter((n) => n >= from && n <= to).slice(0, limit),
          );
          assert.deepEqual(
            found,
            expected.map((list) => list.map(rowOf)),
          );
          assert.equal(counts.closed, 1);
        },
      ),
    );
  });

  it("are not searched for if the next row is behind them", async () => {
    const { rows, counts } = iteratorOver([9_000]);
    const ranges = Array.from({ length: 1_000 }, (_, n) => rangeOf([n * 9, n * 9 + 3]));
    const found = await readRanges(rows, ranges, 100);
    assert.ok(found.every((list) => list.length === 0));
    assert.deepEqual(counts, { seeks: 0, reads: 1, closed: 1 });
  });

  it("are read to the limit at once if there is one range", async () => {
    const { rows, counts } = iteratorOver(Array.from({ length: 500 }, (_, n) => n));
    const [found] = await readRanges(rows, [rangeOf([0, 499])], 128);
    assert.equal(found?.length, 128);
    assert.deepEqual(counts, { seeks: 0, reads: 1, closed: 1 });
  });

  it("close the iterator after an error", async () => {
    const { rows, counts } = iteratorOver([]);
    const nextv = () => Promise.reject(new Error("unreadable"));
    await assert.rejects(readRanges({ ...rows, nextv }, [rangeOf([0, 1])], 1), /unreadable/);
    assert.equal(counts.closed, 1);
  });
});
