import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { gzip } from "./gzip.js";

const awaited = { isAborted: false };

async function textOf(pieces: Iterable<Uint8Array | string>): Promise<string> {
  const body = await gzip(pieces, awaited);
  assert.ok(typeof body !== "string");
  const packed = Buffer.concat([...body.pieces(true)]);
  assert.equal(packed.length, body.length);
  return gunzipSync(packed).toString();
}

describe("a compressed answer", () => {
  it("has every piece, also if all are written into one buffer", async () => {
    for (const length of [1, 100, 20_000, 200_000]) {
      const buffer = Buffer.alloc(length);
      function* pieces() {
        for (let i = 0; i < 20; i++) yield buffer.fill(0x61 + i);
      }
      const expected = Array.from({ length: 20 }, (_, i) =>
        String.fromCharCode(0x61 + i).repeat(length),
      );
      assert.equal(await textOf(pieces()), expected.join(""), `${length}`);
    }
    assert.equal(await textOf(["ä", Buffer.from("b")]), "äb");
    assert.equal(await textOf([]), "");
  });

  it("fails if a piece cannot be read", async () => {
    function* pieces() {
      yield "beginning";
      throw new RangeError("a damaged row");
    }
    await assert.rejects(gzip(pieces(), awaited), /a damaged row/);
  });

  it("is not computed further once its client has left", async () => {
    const cancellation = { isAborted: false };
    let count = 0;
    let isEnded = false;
    function* pieces() {
      try {
        for (; ; count++) {
          if (count === 2) cancellation.isAborted = true;
          yield "a";
        }
      } finally {
        isEnded = true;
      }
    }
    await assert.rejects(gzip(pieces(), cancellation), { name: "AbortError" });
    assert.deepEqual([count, isEnded], [2, true]);
  });
});
