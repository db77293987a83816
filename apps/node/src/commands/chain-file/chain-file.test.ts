import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault } from "@tandem/primitives";
import { splitBlocks } from "./chain-file.js";

/** Returns the RLP of a list whose payload is `length` bytes. */
function list(length: number): Uint8Array {
  const payload = new Uint8Array(length).fill(0x01);
  if (length <= 55) return Uint8Array.of(0xc0 + length, ...payload);
  const hex = length.toString(16);
  const size = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return Uint8Array.of(0xf7 + size.length, ...size, ...payload);
}

describe("a file of blocks", () => {
  it("is split at the ends of its lists, of any length", () => {
    const blocks = [0, 1, 55, 56, 255, 256, 70_000].map(list);
    const file = new Uint8Array(Buffer.concat(blocks));
    assert.deepEqual([...splitBlocks(file)], blocks);
    assert.deepEqual([...splitBlocks(new Uint8Array(0))], []);
  });

  it("is refused if it is not a sequence of lists, or is truncated", () => {
    const refuses = (file: Uint8Array) =>
      assert.throws(
        () => [...splitBlocks(file)],
        (error) => error instanceof Fault && error.data.code === "unusable-data",
      );
    refuses(Uint8Array.of(0x80));
    refuses(list(300).subarray(0, 200));
    refuses(list(300).subarray(0, 2));
    refuses(Uint8Array.of(0xff, 1, 2, 3, 4, 5, 6, 7, 8));
    refuses(new Uint8Array(Buffer.concat([list(3), Buffer.from("text")])));
  });

  it("names its last block if that is truncated", () => {
    const whole = new Uint8Array(Buffer.concat([list(3), list(300)]));
    assert.throws(() => [...splitBlocks(whole.subarray(0, 200))], {
      message:
        "the file ends within the block that begins at byte 4: it is truncated, or not a file of RLP blocks",
    });
  });
});
