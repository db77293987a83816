import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import {
  createCoinbase,
  encodeBitcoinBlock,
  encodeBitcoinHeader,
  hashBitcoinHeader,
  toDisplay,
} from "@tandem/bitcoin";
import { UsageError } from "@tandem/cli";
import { bitcoinBlocksKept, tagScript } from "@tandem/consensus";
import { Fault } from "@tandem/primitives";
import { readBitcoinNode } from "./bitcoin-blocks.js";

/** Raw blocks linked by hash, the odd ones tagged. */
function chainOf(length: number): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  let previousHash: Uint8Array = new Uint8Array(32);
  for (let height = 0; height < length; height++) {
    const output = { value: 0n, script: tagScript(new Uint8Array(32).fill(height)) };
    const coinbase = createCoinbase({
      height: height + 100,
      extraNonce: new Uint8Array(4),
      outputs: height % 2 === 1 ? [output] : [],
    });
    const header = encodeBitcoinHeader({
      version: 1,
      previousHash,
      merkleRoot: new Uint8Array(32),
      time: 1_700_000_000 + height,
      bits: 0x207fffff,
      nonce: 0,
    });
    blocks.push(encodeBitcoinBlock({ header, transactions: [coinbase, coinbase] }));
    previousHash = hashBitcoinHeader(header);
  }
  return blocks;
}

const hashOf = (block: Uint8Array) =>
  Buffer.from(toDisplay(hashBitcoinHeader(block.subarray(0, 80)))).toString("hex");

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

/** A Bitcoin node that answers three methods over such blocks. */
async function serve(blocks: readonly Uint8Array[]): Promise<string> {
  const answers: Record<string, (...params: never[]) => unknown> = {
    getblockcount: () => blocks.length - 1,
    getblockhash: (height: number) => hashOf(blocks[height] ?? new Uint8Array(80)),
    getblock(hash: string, isVerbose: boolean) {
      assert.equal(isVerbose, false);
      const block = blocks.find((one) => hashOf(one) === hash);
      return Buffer.from(block ?? []).toString("hex");
    },
  };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { id, method, params } = JSON.parse(text);
    const result = answers[method]?.(...(params as never[]));
    response.end(JSON.stringify({ id, result, error: null }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the newest blocks of a node are read, or a range, in order", async () => {
  const url = await serve(chainOf(30));
  const heights = async (range: { from?: number; to?: number; last: number }) =>
    (await readBitcoinNode(url, range)).map(({ height }) => height);
  assert.deepEqual(await heights({ last: 3 }), [27, 28, 29]);
  assert.deepEqual(
    await heights({ last: 100 }),
    Array.from({ length: 30 }, (_, i) => i),
  );
  assert.deepEqual(await heights({ from: 4, to: 6, last: 1 }), [4, 5, 6]);
  assert.deepEqual(await heights({ to: 10, last: 2 }), [9, 10]);
  assert.deepEqual(await heights({ from: 28, to: 99, last: 2 }), [28, 29]);
  assert.deepEqual(await heights({ from: 31, last: 2 }), []);
});

test("a block has its tag, its hash and its time", async () => {
  const chain = chainOf(12);
  const [even, odd] = await readBitcoinNode(await serve(chain), { from: 10, last: 1 });
  assert.equal(even?.tag, undefined);
  assert.equal(odd?.tag?.height, 0x0b0b0b0b);
  assert.equal(odd?.time, 1_700_000_011);
  assert.equal(Buffer.from(odd?.hash ?? []).toString("hex"), hashOf(chain[11] as Uint8Array));
});

test("a chain that changes on the way, and a node that does not answer, are faults", async () => {
  const [one, other] = [chainOf(20), chainOf(20).map((block) => Uint8Array.from(block))];
  (other[9] as Uint8Array)[0] = 9;
  const url = await serve([...one.slice(0, 9), ...other.slice(9)]);
  const fault = (pattern: RegExp) => (thrown: unknown) =>
    thrown instanceof Fault && thrown.data.code === "unusable-data" && pattern.test(thrown.message);
  await assert.rejects(readBitcoinNode(url, { last: 20 }), fault(/changed on the way/));
  const nobody = readBitcoinNode("http://127.0.0.1:1", { last: 1 });
  await assert.rejects(nobody, fault(/--bitcoin-rpc: getblockcount/));
  await assert.rejects(readBitcoinNode("nowhere", { last: 1 }), UsageError);
});

test("a range that is longer than a monitor keeps is refused before it is read", async () => {
  const blocks = Array<Uint8Array>(bitcoinBlocksKept + 2).fill(new Uint8Array(0));
  const url = await serve(blocks);
  await assert.rejects(readBitcoinNode(url, { from: 0, last: 1 }), /more than 4032 blocks/);
});
