/**
 * Tests the members of blocks, transactions, receipts and logs, and the forms of seconds, with `--compat`: those of
 * Hardhat 2.29.1 and anvil 1.7.1, and without it the specification's alone.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { httpClient } from "@tandem/rpc/client";
import { JsonRpcProvider } from "ethers";
import { createPublicClient, http } from "viem";
import { JsonSocket } from "../support/json-socket.js";

const compats = ["none", "hardhat", "anvil"] as const;
type Compat = (typeof compats)[number];
type Json = Readonly<Record<string, unknown>>;
type FullBlock = Json & { readonly transactions: readonly Json[] };
type SimulatedBlock = FullBlock & { readonly calls: readonly { readonly logs: readonly Json[] }[] };

async function withNode(
  compat: Compat,
  mining: "auto" | "manual",
  use: (node: InProcessNode) => Promise<void>,
): Promise<void> {
  const node = await createNode({ compat, mining, unlocked: true });
  try {
    await use(node);
  } finally {
    await node.close();
  }
}

const hashPattern = /^0x[0-9a-f]{64}$/;
const emptyBloom = `0x${"0".repeat(512)}`;
/** It emits a log without topics and data. */
const emitter = "0x5f5fa000";
const contract = `0x${"22".repeat(20)}`;

async function send(node: InProcessNode, request: object): Promise<string> {
  const [from] = node.accounts.map(({ address }) => address);
  const sent = { from, gas: "0x186a0", ...request };
  return String(await node.request("eth_sendTransaction", [sent]));
}

const pendingOf = async (node: InProcessNode, isFull = true) =>
  (await node.request("eth_getBlockByNumber", ["pending", isFull])) as FullBlock;

/** The members that the form of the pending block decides. */
const placesOf = ({ number, hash, logsBloom }: Json) => ({ number, hash, logsBloom });

describe("the answers of the methods that set the clock", () => {
  for (const compat of compats) {
    const form = compat === "hardhat" ? "decimal digits" : "numbers, and no time of the next block";
    it(`are ${form} with --compat ${compat}`, () =>
      withNode(compat, "auto", async (node) => {
        const seconds = await node.request("evm_increaseTime", ["0x64"]);
        const set = await node.request("evm_setNextBlockTimestamp", [4_000_000_000]);
        const mined = await node.request("evm_mine", []);
        if (compat === "hardhat") {
          assert.match(String(seconds), /^-?[0-9]+$/);
          assert.deepEqual([typeof seconds, set, mined], ["string", "4000000000", "0"]);
        } else {
          assert.deepEqual([typeof seconds, set, mined], ["number", null, "0x0"]);
        }
      }));

    it(`are read by the typed client with --compat ${compat}`, () =>
      withNode(compat, "auto", async (node) => {
        const client = httpClient(node.url);
        const total = await client.evm_increaseTime({ seconds: 5 });
        assert.equal(await client.evm_increaseTime({ seconds: 7 }), total + 7);
        await client.evm_setNextBlockTimestamp({ timestamp: 4_000_000_000 });
        assert.equal(await client.evm_mine({}), 0n);
      }));
  }
});

describe("the receipt of a creation that failed", () => {
  for (const compat of compats) {
    const has = compat === "hardhat" ? "no address" : "the address of the contract";
    it(`has ${has} with --compat ${compat}`, () =>
      withNode(compat, "manual", async (node) => {
        // Its init code is an invalid instruction.
        const hash = await send(node, { data: "0xfe" });
        await node.request("evm_mine", []);
        const receipt = (await node.request("eth_getTransactionReceipt", [hash])) as Json;
        assert.equal(receipt.status, "0x0");
        if (compat === "hardhat") assert.equal(receipt.contractAddress, null);
        else assert.match(String(receipt.contractAddress), /^0x[0-9a-f]{40}$/);
      }));
  }
});

describe("the pending block", () => {
  it("has number, hash and bloom with --compat anvil, and its transactions their place", () =>
    withNode("anvil", "manual", async (node) => {
      await node.request("evm_mine", []);
      const empty = await pendingOf(node);
      assert.equal(empty.number, "0x2");
      assert.match(String(empty.hash), hashPattern);
      assert.equal(empty.logsBloom, emptyBloom);
      await node.request("anvil_setCode", [contract, emitter]);
      const hashes = [await send(node, { to: contract }), await send(node, { to: contract })];
      const full = await pendingOf(node);
      assert.equal(full.number, "0x2");
      assert.notEqual(full.hash, empty.hash);
      assert.notEqual(full.logsBloom, emptyBloom);
      for (const [index, transaction] of full.transactions.entries()) {
        assert.equal(transaction.hash, hashes[index]);
        assert.equal(transaction.blockHash, full.hash);
        assert.equal(transaction.blockNumber, "0x2");
        assert.equal(transaction.transactionIndex, `0x${index}`);
        assert.equal(transaction.blockTimestamp, full.timestamp);
      }
      const listed = await pendingOf(node, false);
      assert.deepEqual(listed.transactions, hashes);
      assert.equal(listed.hash, full.hash);
    }));

  it("has a hash and a bloom, and no number, with --compat hardhat", () =>
    withNode("hardhat", "manual", async (node) => {
      await node.request("hardhat_setCode", [contract, emitter]);
      const empty = await pendingOf(node);
      await send(node, { to: contract });
      const full = await pendingOf(node);
      for (const { number, hash } of [empty, full]) {
        assert.equal(number, null);
        assert.match(String(hash), hashPattern);
      }
      assert.notEqual(full.hash, empty.hash);
      assert.equal(empty.logsBloom, emptyBloom);
      assert.notEqual(full.logsBloom, emptyBloom);
      const [{ blockHash, blockNumber, transactionIndex } = {}] = full.transactions;
      assert.deepEqual([blockHash, blockNumber, transactionIndex], [null, null, null]);
    }));

  it("has neither without --compat, as the specification says", () =>
    withNode("none", "manual", async (node) => {
      await send(node, { to: contract });
      const nothing = { number: null, hash: null, logsBloom: null };
      assert.deepEqual(placesOf(await pendingOf(node)), nothing);
      const header = await node.request("eth_getHeaderByNumber", ["pending"]);
      assert.deepEqual(placesOf(header as Json), nothing);
    }));

  it("is the same with 100 transactions, which are written one by one", () =>
    withNode("anvil", "manual", async (node) => {
      for (let i = 0; i < 100; i++) await send(node, { to: contract, gas: "0x5208" });
      const { number, hash, transactions } = await pendingOf(node);
      assert.equal(number, "0x1");
      assert.equal(transactions.length, 100);
      for (const { blockHash } of transactions) assert.equal(blockHash, hash);
    }));

  it("is read by ethers and viem with --compat anvil", () =>
    withNode("anvil", "manual", async (node) => {
      const hash = await send(node, { to: contract, value: "0x1" });
      const provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 });
      try {
        const block = await provider.getBlock("pending", true);
        assert.equal(block?.number, 1);
        assert.deepEqual(
          block.prefetchedTransactions.map((one) => one.hash),
          [hash],
        );
      } finally {
        provider.destroy();
      }
      const client = createPublicClient({ transport: http(node.url) });
      const { number, transactions } = await client.getBlock({
        blockTag: "pending",
        includeTransactions: true,
      });
      assert.equal(number, 1n);
      assert.deepEqual(
        transactions.map((one) => [one.hash, one.blockNumber]),
        [[hash, 1n]],
      );
    }));

  it("does not place a transaction that is asked for by its hash", () =>
    withNode("anvil", "manual", async (node) => {
      const hash = await send(node, { to: contract });
      const found = (await node.request("eth_getTransactionByHash", [hash])) as Json;
      assert.deepEqual([found.blockHash, found.blockNumber], [null, null]);
      assert.equal("blockTimestamp" in found, false);
    }));
});

/** Returns every form in which a node answers the log of a transaction. */
async function logsOf(node: InProcessNode): Promise<Record<string, Json>> {
  const socket = await JsonSocket.open(node.wsUrl);
  try {
    const { inbox: logs } = await socket.subscribe<Json>("logs");
    const { inbox: receipts } = await socket.subscribe<unknown>("transactionReceipts");
    const filter = await node.request("eth_newFilter", [{}]);
    const hash = await send(node, { to: contract });
    const first = (list: unknown) => (list as readonly Json[])[0] as Json;
    const inReceipt = (receipt: unknown) => first((receipt as Json).logs);
    return {
      eth_getLogs: first(await node.request("eth_getLogs", [{ fromBlock: "0x0" }])),
      eth_getFilterLogs: first(await node.request("eth_getFilterLogs", [filter])),
      eth_getFilterChanges: first(await node.request("eth_getFilterChanges", [filter])),
      receipt: inReceipt(await node.request("eth_getTransactionReceipt", [hash])),
      receipts: inReceipt(first(await node.request("eth_getBlockReceipts", ["latest"]))),
      subscription: await logs.next(),
      "subscription to receipts": inReceipt(first(await receipts.next())),
    };
  } finally {
    await socket.close();
  }
}

describe("a log", () => {
  /** The answers that tell whether a log is removed in every form. */
  const marked = new Set(["eth_getFilterChanges", "subscription"]);
  for (const compat of compats) {
    it(`has the members of the node that --compat ${compat} names, however it is asked for`, () =>
      withNode(compat, "auto", async (node) => {
        await node.request("hardhat_setCode", [contract, emitter]);
        const logs = await logsOf(node);
        const { timestamp } = (await node.request("eth_getBlockByNumber", ["latest"])) as Json;
        for (const [name, { blockTimestamp, removed }] of Object.entries(logs)) {
          const isMarked = compat !== "none" || marked.has(name);
          assert.equal(removed, isMarked ? false : undefined, name);
          assert.equal(blockTimestamp, compat === "anvil" ? timestamp : undefined, name);
        }
      }));
  }
});

describe("a simulated block", () => {
  for (const compat of compats) {
    it(`has logs and transactions of the form that --compat ${compat} names`, () =>
      withNode(compat, "auto", async (node) => {
        await node.request("hardhat_setCode", [contract, emitter]);
        const blockStateCalls = [{ calls: [{ to: contract }] }];
        const simulation = { blockStateCalls, returnFullTransactions: true };
        const blocks = await node.request("eth_simulateV1", [simulation]);
        const [{ timestamp, calls, transactions }] = blocks as [SimulatedBlock];
        const time = compat === "anvil" ? timestamp : undefined;
        const [log] = calls[0]?.logs ?? [];
        assert.equal(log?.removed, compat === "none" ? undefined : false);
        assert.equal(log?.blockTimestamp, time);
        assert.equal(transactions[0]?.blockTimestamp, time);
      }));
  }
});

describe("a receipt", () => {
  for (const compat of compats) {
    const has = compat === "anvil" ? "has" : "has not";
    it(`${has} the time of its block with --compat ${compat}`, () =>
      withNode(compat, "auto", async (node) => {
        const hash = await send(node, { to: contract });
        const [from] = node.accounts.map(({ address }) => address);
        const { timestamp } = (await node.request("eth_getBlockByNumber", ["0x1"])) as Json;
        const isAnvil = compat === "anvil";
        for (const receipt of [
          await node.request("eth_getTransactionReceipt", [hash]),
          ((await node.request("eth_getBlockReceipts", ["0x1"])) as readonly Json[])[0],
        ]) {
          const { blockTimestamp } = receipt as Json;
          assert.equal(blockTimestamp, isAnvil ? Number(timestamp) : undefined);
        }
        const sent = (await node.request("eth_sendTransactionSync", [{ from, to: from }])) as Json;
        assert.equal(typeof sent.blockTimestamp, isAnvil ? "number" : "undefined");
      }));
  }
});

describe("a transaction", () => {
  for (const compat of compats) {
    const isAnvil = compat === "anvil";
    const has = isAnvil ? "has" : "has not";
    it(`${has} the time of its block, and of type 0 its chain id, with --compat ${compat}`, () =>
      withNode(compat, "auto", async (node) => {
        const hash = await send(node, { to: contract, gasPrice: "0x77359400" });
        const read = (method: string, params: readonly unknown[]) =>
          node.request(method, params) as Promise<Json>;
        const block = (await read("eth_getBlockByNumber", ["latest", true])) as FullBlock;
        const chainId = await node.request("eth_chainId", []);
        for (const found of [
          await read("eth_getTransactionByHash", [hash]),
          await read("eth_getTransactionByBlockNumberAndIndex", ["latest", "0x0"]),
          await read("eth_getTransactionByBlockHashAndIndex", [block.hash, "0x0"]),
          block.transactions[0] as Json,
        ]) {
          assert.equal(found.blockTimestamp, isAnvil ? block.timestamp : undefined);
          assert.equal(found.chainId, isAnvil ? chainId : undefined);
        }
      }));
  }
});

describe("the safe and the finalized block", () => {
  for (const [compat, height] of [
    ["none", "0x0"],
    ["anvil", "0x0"],
    ["hardhat", "0x3"],
  ] as const) {
    it(`have the height ${height} of a chain of three blocks with --compat ${compat}`, () =>
      withNode(compat, "auto", async (node) => {
        const [, to] = node.accounts.map(({ address }) => address);
        const before = BigInt(String(await node.request("eth_getBalance", [to, "latest"])));
        for (let i = 0; i < 3; i++) await send(node, { to, value: "0x1" });
        for (const tag of ["safe", "finalized"]) {
          const block = (await node.request("eth_getBlockByNumber", [tag, false])) as Json;
          assert.equal(block.number, height);
          const balance = BigInt(String(await node.request("eth_getBalance", [to, tag])));
          assert.equal(balance - before, BigInt(height));
        }
      }));
  }
});
