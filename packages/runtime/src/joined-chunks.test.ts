import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { JoinedChunks } from "./joined-chunks.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

async function usedBytes(): Promise<number> {
  // Memory outside the heap is released after the collection that found it unused.
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe("joined chunks", () => {
  it("are the bytes that were added, in their order", () => {
    const lengths = fc.oneof(fc.nat(20), fc.nat(3000));
    const chunk = lengths.chain((length) => fc.nat(255).map((byte) => Buffer.alloc(length, byte)));
    const check = (chunks: Buffer[]) => {
      const joined = new JoinedChunks();
      for (const one of chunks) joined.add(one);
      const all = Buffer.concat(chunks);
      assert.equal(joined.length, all.length);
      assert.ok(joined.take().equals(all));
      assert.equal(joined.length, 0);
    };
    fc.assert(fc.property(fc.array(chunk, { maxLength: 40 }), check));
  });

  it("are copied if their memory is reused, whether they are short or long", () => {
    const joined = new JoinedChunks(true);
    const memory = Buffer.alloc(3000);
    const lengths = [1, 3000, 20];
    for (const [i, length] of lengths.entries()) joined.add(memory.fill(i + 1).subarray(0, length));
    const expected = lengths.map((length, i) => Buffer.alloc(length, i + 1));
    assert.ok(joined.take().equals(Buffer.concat(expected)));
  });

  it("take memory in proportion to their bytes, however short they are", async () => {
    for (const [count, lengths] of [
      [1_000_000, [1]],
      [20_000, [1, 2, 700]],
    ] as const) {
      const before = await usedBytes();
      const joined = new JoinedChunks();
      for (let i = 0; i < count; i++) {
        for (const length of lengths) joined.add(Buffer.alloc(length));
        if (i % 100 === 0) joined.add(Buffer.alloc(20_000).subarray(0, 1024));
      }
      const used = (await usedBytes()) - before;
      assert.ok(used < 3 * joined.length, `${used} bytes for ${joined.length}`);
    }
  });
});
