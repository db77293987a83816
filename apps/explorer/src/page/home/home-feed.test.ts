/** Tests that the first page reads each block's transactions once, from as many blocks as it shows. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toHex } from "@tandem/primitives";
import type { Session } from "../session/session.js";
import { HomeFeed } from "./home-feed.js";

const hashOf = (number: number, branch = 0) => new Uint8Array(32).fill(number).fill(branch, 31);

/** Creates a client of a chain with a transaction in each block, and lists the heights whose transactions are read. */
function chainOf(branchOf: (number: number) => number) {
  const read: number[] = [];
  const blockAt = (number: number) => ({
    hash: hashOf(number, branchOf(number)),
    parentHash: hashOf(number - 1, branchOf(number - 1)),
    number,
    transactionCount: 1,
    uncles: [],
  });
  const client = {
    eth_chainId: async () => 31n,
    web3_clientVersion: async () => "test",
    tandem_getBlocksByHeight: async () => [],
    ots_getBlockDetails: async ({ block }: { block: { number: number } }) => ({
      block: blockAt(block.number),
    }),
    ots_getBlockDetailsByHash: async ({ hash }: { hash: Uint8Array }) => ({
      block: blockAt(hash[0] ?? 0),
    }),
    async ots_getBlockTransactions({ block: { number } }: { block: { number: number } }) {
      read.push(number);
      const fullblock = { ...blockAt(number), transactions: [{ hash: hashOf(number, 9) }] };
      return { fullblock, receipts: [{ status: 1 }] };
    },
  };
  return { read, session: { client } as unknown as Session };
}

const headAt = (number: number, branch = 0) => ({ number, hash: toHex(hashOf(number, branch)) });

describe("the newest transactions", () => {
  it("come from as many blocks as are needed, each of which is read once", async () => {
    let branch = 0;
    const { read, session } = chainOf((number) => (number > 19 ? branch : 0));
    const feed = new HomeFeed(session);
    const heightsOf = async (head: ReturnType<typeof headAt>) => {
      const facts = await feed.read(head);
      return facts?.transactions.map(({ transaction }) => transaction.hash[0]);
    };
    const expected = [20, 19, 18, 17, 16, 15, 14, 13, 12];
    assert.deepEqual(await heightsOf(headAt(20)), expected);
    assert.deepEqual(await heightsOf(headAt(20)), expected);
    assert.deepEqual(read.splice(0), expected);
    assert.deepEqual(await heightsOf(headAt(21)), [21, ...expected.slice(0, -1)]);
    assert.deepEqual(read.splice(0), [21]);
    // Another branch replaces the two newest blocks.
    branch = 1;
    assert.deepEqual(await heightsOf(headAt(21, 1)), [21, ...expected.slice(0, -1)]);
    assert.deepEqual(read, [21, 20]);
  });

  it("are those of the block that is asked for, and not of the one that replaced it meanwhile", async () => {
    const { session } = chainOf(() => 0);
    const answered = session.client.ots_getBlockTransactions.bind(session.client);
    let branch = 1;
    Object.assign(session.client, {
      async ots_getBlockTransactions(params: Parameters<typeof answered>[0]) {
        const page = await answered(params);
        const number = page?.fullblock.number ?? 0;
        return { ...page, fullblock: { ...page?.fullblock, hash: hashOf(number, branch) } };
      },
    });
    const feed = new HomeFeed(session);
    assert.deepEqual((await feed.read(headAt(3)))?.transactions, []);
    branch = 0;
    assert.equal((await feed.read(headAt(3)))?.transactions.length, 4);
  });
});

describe("the tree", () => {
  it("shows no block above the head that is read, which would look like one of a branch", async () => {
    const { session } = chainOf(() => 0);
    const newest = 5;
    Object.assign(session.client, {
      async tandem_getBlocksByHeight({ from, count }: { from: number; count: number }) {
        const heights = Array.from({ length: count }, (_, i) => from + i);
        return heights
          .filter((number) => number <= newest)
          .map((number) => ({ hash: hashOf(number), parentHash: hashOf(number - 1), number }));
      },
    });
    const feed = new HomeFeed(session);
    for (const head of [4, newest]) {
      const shown = (await feed.read(headAt(head)))?.tree;
      assert.equal(shown?.at(-1)?.number, head);
    }
  });
});
