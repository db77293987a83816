/** Tests how many rows of a filter with a thousand alternatives are read together. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type IndexKeyAt, indexKeyBytes, positions, type Reader, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { probe, scanIndex } from "./index-scan.js";
import { tracesOf } from "./trace-rows.js";

const { indexRowsAtOnce, indexPageRows } = chainLimits;

const criterion = Array.from({ length: 1000 }, (_, number) => {
  const key = Buffer.alloc(indexKeyBytes);
  key.writeUInt16BE(number, indexKeyBytes - 2);
  return key;
});
const numberOf = (key: Uint8Array) => Buffer.from(key).readUInt16BE(indexKeyBytes - 2);

/** Returns a reader with rows of the first keys at every height, and counts those it returns at a time. */
function readerOf(keys: number) {
  const counts: number[] = [];
  const entriesOfEach = async (
    _: unknown,
    ranges: readonly { readonly from: IndexKeyAt; readonly to: IndexKeyAt }[],
    limit: number,
  ) => {
    const lists = ranges.map(({ from: { indexKey, height: from }, to: { height: to } }) => {
      const number = numberOf(indexKey);
      const length = number < keys ? Math.min(limit, to - from + 1) : 0;
      const encoded = positions.encode([number]);
      return Array.from({ length }, (_, i) => [{ indexKey, height: from + i }, encoded]);
    });
    counts.push(lists.flat().length);
    return lists;
  };
  return { counts, reader: { entriesOfEach } as unknown as Reader };
}

const scanOf = (reader: Reader, to: number) => {
  const cancellation = { isAborted: false };
  return { reader, table: table.logIndex, criteria: [criterion], from: 0, to, cancellation };
};

const isBounded = (counts: readonly number[]) =>
  assert.ok(Math.max(...counts) <= indexRowsAtOnce, `${counts} rows`);

describe("a filter whose thousand alternatives are in every block", () => {
  it("has a bounded number of rows in a page of a log query, which finds them all", async () => {
    const to = 100;
    const { counts, reader } = readerOf(1000);
    const scan = scanOf(reader, to);
    const probed = await probe(scan);
    const heights: number[] = [];
    for await (const hits of scanIndex(scan, probed)) {
      assert.equal(hits.positions.length, 1000);
      heights.push(hits.height);
    }
    assert.deepEqual(heights, [...Array(to + 1).keys()]);
    isBounded(counts);
    let rows = 0;
    for (const some of probed[0]?.rows.values() ?? []) rows += some.length;
    assert.ok(rows <= indexRowsAtOnce + 1000, `${rows} rows`);
  });

  it("has a bounded number of rows in a page of a trace query", async () => {
    const { counts, reader } = readerOf(1000);
    const { rows, reach } = await tracesOf(reader, criterion)(0, 100, indexPageRows);
    assert.deepEqual(
      rows.map(({ height, count }) => [height, count]),
      [...Array(reach + 1).keys()].map((height) => [height, 1000]),
    );
    isBounded(counts);
    assert.ok(reach * 1000 <= indexRowsAtOnce, `${reach} blocks`);
  });
});

it("a filter of which few alternatives are in every block has whole pages", async () => {
  const { reader } = readerOf(2);
  const { rows, reach } = await tracesOf(reader, criterion)(0, 9999, indexPageRows);
  assert.deepEqual([rows.length, reach], [indexPageRows, indexPageRows - 1]);
});

it("a filter with few alternatives is read at once", async () => {
  const { counts, reader } = readerOf(8);
  await tracesOf(reader, criterion.slice(0, 8))(0, 9999, indexPageRows);
  assert.deepEqual(counts, [8 * indexPageRows]);
});
