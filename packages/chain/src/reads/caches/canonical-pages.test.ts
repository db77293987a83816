import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keccak256 } from "@tandem/primitives";
import { openStore, type Reader, type Store, table } from "@tandem/store";
import fc from "fast-check";
import { canonicalHashes, canonicalPages, type ReadCanonicalPage } from "./canonical-pages.js";

const inMemory = { directory: undefined, isDurable: false };
/** Returns the hash of the block of a branch at a height. */
const hashAt = (height: number, branch: number) => keccak256(Buffer.from(`${branch} ${height}`));

async function writeChain(store: Store, from: number, to: number, branch: number) {
  const batch = store.batch();
  for (let height = from; height <= to; height++) {
    batch.put(table.canonical, height, hashAt(height, branch));
  }
  await batch.commit();
}

async function readAll(read: ReadCanonicalPage, reader: Reader, from: number, to: number) {
  const found: [number, Uint8Array][] = [];
  for (let at = from; at <= to; ) {
    const { rows, reach } = await read(reader, at, to);
    assert.ok(reach >= at && reach <= to);
    found.push(...rows.map(([height, hash]): [number, Uint8Array] => [height, hash.slice()]));
    at = reach + 1;
  }
  return found;
}

const plainly = (reader: Reader, from: number, to: number) =>
  reader.entries(table.canonical, { from, to, limit: to - from + 1 });

describe("pages of the canonical chain", () => {
  const first = 700;
  const head = 2_600;

  it("have the hashes at any heights, near each other or not", async () => {
    const store = await openStore(inMemory);
    await writeChain(store, first, head, 0);
    const read = canonicalPages();
    const near = fc
      .tuple(fc.integer({ min: 0, max: head }), fc.array(fc.integer({ max: 60, min: 0 })))
      .map(([from, offsets]) => offsets.map((offset) => from + offset));
    const far = fc.array(fc.integer({ min: 0, max: head + 300 }));
    const property = fc.asyncProperty(near, far, async (some, others) => {
      const heights = [...new Set([...some, ...others])].sort((a, b) => a - b);
      const expected = heights.map((height) => store.get(table.canonical, height));
      assert.deepEqual(await canonicalHashes(read, store, heights), expected);
    });
    await fc.assert(property, { seed: 7, numRuns: 60 });
    await store.close();
  });

  it("equal the rows, whatever is read and reverted in between", async () => {
    const height = fc.integer({ min: 0, max: head + 300 });
    const step = fc.record({
      from: height,
      to: height,
      goesBackBy: fc.integer({ min: 0, max: 900 }),
    });
    const property = fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
      const store = await openStore(inMemory);
      await writeChain(store, first, head, 0);
      const read = canonicalPages();
      for (const [branch, { from, to, goesBackBy }] of steps.entries()) {
        const [low, high] = [Math.min(from, to), Math.max(from, to)];
        const before = store.snapshot();
        const expected = await plainly(store, low, high);
        assert.deepEqual(await readAll(read, store, low, high), expected);
        await writeChain(store, head - goesBackBy, head, branch + 1);
        assert.deepEqual(await readAll(read, before, low, high), expected, "of a snapshot");
        await before.close();
        assert.deepEqual(await readAll(read, store, low, high), await plainly(store, low, high));
      }
      await store.close();
    });
    await fc.assert(property, { seed: 21, numRuns: 25 });
  });

  it("are read once, and a few heights without the rest of their page", async () => {
    const store = await openStore(inMemory);
    await writeChain(store, 0, 2_000, 0);
    let rows = 0;
    const counting: Reader = {
      ...store,
      async entries(of, range) {
        const found = await store.entries(of, range);
        rows += found.length;
        return found;
      },
    };
    const read = canonicalPages();
    const rowsFor = async (from: number, to: number) => {
      rows = 0;
      await readAll(read, counting, from, to);
      return rows;
    };
    assert.equal(await rowsFor(600, 609), 10);
    assert.equal(await rowsFor(0, 1_535), 1_536);
    assert.equal(await rowsFor(0, 1_535), 0);
    assert.equal(await rowsFor(600, 609), 0);
    assert.equal(await rowsFor(1_530, 2_000), 465, "the last page is not whole yet");
    await store.close();
  });
});
