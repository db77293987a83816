import assert from "node:assert/strict";
import { it } from "node:test";
import { encodeString, listOf, type StoredBlock } from "@tandem/primitives";
import { assertFitsLog, blocksOf, isNamedRecord, namedBy, recordsOf } from "./block-record.js";
import { clusterLimits } from "./limits.js";

it("a record that is too large for the log is refused with both sizes, and one that fits is not", () => {
  const record = { id: "1:0x", body: new Uint8Array(100) };
  assert.throws(() => assertFitsLog(record, 99), {
    data: {
      code: "unsealable",
      message: "the block has 100 bytes in the log, which takes 99",
    },
  });
  assertFitsLog(record, 100);
  assertFitsLog(record);
});

it("a record of several blocks ends after a number of blocks, and after a number of bytes", () => {
  const blockAt = (number: number) =>
    ({ header: { number }, hash: new Uint8Array(32).fill(number) }) as unknown as StoredBlock;
  const sizes = [10, 10, 10, 10, 90, 10, 100, 100, 10];
  const encode = ({ header }: StoredBlock) =>
    listOf([encodeString(new Uint8Array(sizes[header.number] ?? 0))]);
  const blocks = sizes.map((_, number) => blockAt(number));
  const limits = { recordBlocksMax: 3, recordBytesMin: 100 };
  const records = [...recordsOf(blocks, encode, limits)];
  assert.deepEqual(
    records.map(({ id, body }) => [namedBy(id)?.height, blocksOf(body).length]),
    [
      [2, 3],
      [4, 2],
      [6, 2],
      [7, 1],
      [8, 1],
    ],
  );
});

it("a record that is no list of blocks is refused in words", () => {
  for (const body of [[], [0x80], [0xc1], [0xff, 0xff], [0xc2, 0xb8, 0x00]]) {
    assert.throws(() => blocksOf(Uint8Array.from(body)), {
      name: "Fault",
      message: /no list of blocks/,
    });
    assert.ok(!isNamedRecord({ id: `1:0x${"00".repeat(32)}`, body: Uint8Array.from(body) }));
  }
});

it("a record of more blocks than nodes put into one is refused, and so its lists are not all kept", () => {
  const bodyOf = (blocks: number) => listOf(Array(blocks).fill(Uint8Array.of(0xc0)));
  assert.equal(blocksOf(bodyOf(clusterLimits.recordBlocksMax)).length, 64);
  assert.throws(() => blocksOf(bodyOf(clusterLimits.recordBlocksMax + 1)), /too many blocks/);
});
