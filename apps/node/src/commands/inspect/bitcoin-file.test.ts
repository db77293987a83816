import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createCoinbase, encodeBitcoinBlock, encodeBitcoinTransaction } from "@tandem/bitcoin";
import { bitcoinBlocksKept, decodeForkTag, tagScript } from "@tandem/consensus";
import { Fault, toHex } from "@tandem/primitives";
import { readBitcoinFile } from "./bitcoin-file.js";

const folder = await mkdtemp(join(tmpdir(), "tandem-bitcoin-file-"));
after(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const file = join(folder, "blocks.jsonl");
  await writeFile(file, text);
  return readBitcoinFile(file);
}

const lines = (...blocks: readonly object[]) => blocks.map((one) => JSON.stringify(one)).join("\n");

const tagged = new Uint8Array(32).map((_, i) => i + 1);
const tag = decodeForkTag(tagged);
const coinbase = createCoinbase({
  height: 840_000,
  extraNonce: new Uint8Array(4),
  outputs: [{ value: 0n, script: tagScript(tagged) }],
});
const bytes = encodeBitcoinTransaction(coinbase);
const block = encodeBitcoinBlock({ header: new Uint8Array(80).fill(1), transactions: [coinbase] });
const hash = "ab".repeat(32);

test("every form of line results in its block, with hex with or without 0x", async () => {
  const blocks = await read(
    `${lines(
      { height: 1, block: toHex(block) },
      { height: 2, coinbase: toHex(bytes).slice(2), hash, time: 1_700_000_000 },
      { height: 3, coinbase: toHex(bytes.subarray(-60)) },
      { height: 4, tag: toHex(tagged) },
      { height: 5 },
      { height: 6, coinbase: "00" },
    )}\n\n`,
  );
  assert.deepEqual(
    blocks.map((one) => [one.height, one.tag]),
    [
      [1, tag],
      [2, tag],
      [3, tag],
      [4, tag],
      [5, undefined],
      [6, undefined],
    ],
  );
  assert.equal(blocks[0]?.time, 0x01010101);
  assert.equal(blocks[0]?.hash?.length, 32);
  assert.equal(blocks[1]?.time, 1_700_000_000);
  assert.deepEqual(blocks[1]?.hash, new Uint8Array(32).fill(0xab));
});

test("only the newest blocks of a long file are used", async () => {
  const all = Array.from({ length: 2 * bitcoinBlocksKept + 5 }, (_, height) => ({ height }));
  const blocks = await read(lines(...all));
  assert.equal(blocks.length, bitcoinBlocksKept);
  assert.equal(blocks.at(-1)?.height, 2 * bitcoinBlocksKept + 4);
});

test("an invalid line is named", async () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["{", /line 2 is not JSON/],
    ["[]", /line 2: .*expected object/i],
    ["{}", /line 2: height: /],
    ['{"height":-1}', /line 2: height: expected no negative number/],
    ['{"height":1,"tag":"00"}', /line 2: tag: expected 32 bytes of hex/],
    ['{"height":1,"coinbase":"0"}', /line 2: coinbase: expected hex/],
    ['{"height":1,"block":"00"}', /line 2: block: expected the bytes of a Bitcoin block/],
    [`{"height":1,"tag":"${hash}","coinbase":""}`, /line 2: expected only one of block/],
    ['{"height":1,"coinbse":"00"}', /line 2: .*coinbse/],
  ];
  for (const [text, message] of wrong) {
    await assert.rejects(
      read(`{"height":0}\n${text}`),
      (thrown) =>
        thrown instanceof Fault &&
        thrown.data.code === "unusable-data" &&
        message.test(thrown.message),
      text,
    );
  }
});

test("a missing file or a folder is a fault that says so", async () => {
  await assert.rejects(
    readBitcoinFile(join(folder, "nowhere")),
    /cannot read .*nowhere: there is no such/,
  );
  await assert.rejects(readBitcoinFile(folder), /cannot read .*: it is a folder, not a file/);
});
