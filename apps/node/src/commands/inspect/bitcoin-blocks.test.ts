import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { UsageError } from "@tandem/cli";
import { bitcoinBlocksKept } from "@tandem/consensus";
import { Fault } from "@tandem/primitives";
import {
  answerBitcoin,
  bitcoinHashOf,
  extendBitcoin,
} from "../../bitcoin-node/testing/bitcoin-chain.js";
import { readBitcoinNode } from "./bitcoin-blocks.js";

/** Returns raw blocks linked by hash; the odd ones are tagged. */
const chainOf = (length: number) =>
  extendBitcoin([], length, (height) =>
    height % 2 === 1 ? new Uint8Array(32).fill(height) : undefined,
  );

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

/** Serves a Bitcoin node that answers three methods over such blocks. */
async function serve(blocks: readonly Uint8Array[]): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { id, method, params } = JSON.parse(text);
    const result = answerBitcoin(blocks, method, params);
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
  assert.equal(
    Buffer.from(odd?.hash ?? []).toString("hex"),
    bitcoinHashOf(chain[11] as Uint8Array),
  );
});

test("a chain that changes meanwhile, and a node that does not answer, are faults", async () => {
  const [one, other] = [chainOf(20), chainOf(20).map((block) => Uint8Array.from(block))];
  (other[9] as Uint8Array)[0] = 9;
  const url = await serve([...one.slice(0, 9), ...other.slice(9)]);
  const fault = (pattern: RegExp) => (thrown: unknown) =>
    thrown instanceof Fault && thrown.data.code === "unusable-data" && pattern.test(thrown.message);
  await assert.rejects(readBitcoinNode(url, { last: 20 }), fault(/changed meanwhile/));
  const nobody = readBitcoinNode("http://127.0.0.1:1", { last: 1 });
  await assert.rejects(nobody, fault(/--bitcoin-rpc: getblockcount/));
  await assert.rejects(readBitcoinNode("nowhere", { last: 1 }), UsageError);
});

test("a range that is longer than a monitor keeps is refused before it is read", async () => {
  const blocks = Array<Uint8Array>(bitcoinBlocksKept + 2).fill(new Uint8Array(0));
  const url = await serve(blocks);
  await assert.rejects(readBitcoinNode(url, { from: 0, last: 1 }), /more than 4032 blocks/);
});
