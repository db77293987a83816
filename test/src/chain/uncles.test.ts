/** Tests uncles on demand, by JSON-RPC and by the rules. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keccak256 } from "ethers";
import { createPublicClient, defineChain, http } from "viem";
import { proofFailures } from "../support/chain-checks/independent-proof.js";
import { encodeHeader, unclesHash } from "../support/chain-checks/recompute.js";
import { coin, developmentAccounts, send, sign } from "../support/development.js";
import { withLocalNode } from "../support/node-suite.js";
import { ask as askWhole, call } from "../support/rpc.js";
import type { Hex, WireBlock, WireReceipt, WireTransaction } from "../support/wire.js";

const unclesMax = 10;
const [alice, bob, carol] = developmentAccounts as [
  (typeof developmentAccounts)[number],
  (typeof developmentAccounts)[number],
  (typeof developmentAccounts)[number],
];
const hex = (n: number): Hex => `0x${n.toString(16)}`;

describe("an uncle on demand", () => {
  const { url } = withLocalNode(["--mining", "manual"]);
  const ask = <T>(method: string, ...params: readonly unknown[]) => call<T>(url(), method, params);
  const byHash = (hash: Hex) => ask<WireBlock>("eth_getBlockByHash", hash, false);
  const latest = () => ask<WireBlock>("eth_getBlockByNumber", "latest", false);
  const mine = async () => {
    await ask("evm_mine");
    return latest();
  };
  const mineUncle = (place = {}) => ask<Hex>("tandem_mineUncle", place);
  const mineBare = (length: number) => ask("tandem_mineBranch", { depth: 0, length });
  /** Mines until no older uncle can be listed. */
  const settle = async () => {
    await mineBare(8);
    assert.deepEqual((await mine()).uncles, []);
  };

  it("is refused while there is only genesis, and deeper than any block could list it", async () => {
    const refused = async (place: object) =>
      (await askWhole(url(), "tandem_mineUncle", [place])).error;
    assert.deepEqual((await refused({}))?.code, -32602);
    await ask("tandem_mineBranch", { depth: 0, length: 3 });
    assert.match((await refused({ depth: 3 }))?.message ?? "", /genesis/);
    await mineBare(10);
    assert.match((await refused({ depth: "0x6" }))?.message ?? "", /at most 5/);
  });

  it("is refused for invalid parameters, never with an internal error", async () => {
    const depths = [
      -1,
      1.5,
      6,
      2 ** 53,
      1e308,
      "5",
      "x",
      "0x05",
      "0x",
      `0x${"f".repeat(64)}`,
      "",
      [],
    ];
    const params = [...depths.map((depth) => [{ depth }]), [[]], ["0x1"], [{}, {}]];
    const head = await mine();
    for (const odd of [...params, [1], [true], { place: {} }, { uncle: 1 }]) {
      const { error } = await askWhole(url(), "tandem_mineUncle", odd as never);
      assert.equal(error?.code, -32602, JSON.stringify(odd));
    }
    assert.deepEqual(await latest(), head);
  });

  it("is a valid sibling of the head, which does not change", async () => {
    const head = await mine();
    const uncle = await byHash(await mineUncle());
    assert.deepEqual(await latest(), head);
    assert.deepEqual([uncle.number, uncle.parentHash], [head.number, head.parentHash]);
    assert.notEqual(uncle.hash, head.hash);
    assert.equal(keccak256(encodeHeader(uncle)), uncle.hash);
    assert.deepEqual(proofFailures(uncle), []);
    const parent = await byHash(head.parentHash);
    const weight = BigInt(parent.totalDifficulty) + BigInt(uncle.difficulty);
    assert.equal(BigInt(uncle.totalDifficulty), weight);
  });

  it("is listed by the next block, with its header's hash and its difficulty", async () => {
    await settle();
    const head = await mine();
    const made = [await mineUncle(), await mineUncle({ depth: 2 }), await mineUncle({ depth: 5 })];
    const block = await mine();
    assert.deepEqual(new Set(block.uncles), new Set(made));
    const uncles = await Promise.all(block.uncles.map(byHash));
    assert.equal(block.sha3Uncles, unclesHash(uncles));
    assert.equal(keccak256(encodeHeader(block)), block.hash);
    assert.deepEqual(proofFailures(block), []);
    const difficulties = [block, ...uncles].map(({ difficulty }) => BigInt(difficulty));
    const weight = difficulties.reduce((sum, one) => sum + one, BigInt(head.totalDifficulty));
    assert.equal(BigInt(block.totalDifficulty), weight);
    assert.equal(block.cumulativeDifficulty, block.totalDifficulty);
    assert.equal(await ask("eth_getUncleCountByBlockHash", block.hash), "0x3");
    assert.equal(await ask("eth_getUncleCountByBlockNumber", block.number), "0x3");
    for (const [index, uncle] of uncles.entries()) {
      const at = hex(index);
      assert.deepEqual(await ask("eth_getUncleByBlockHashAndIndex", block.hash, at), uncle);
      assert.deepEqual(await ask("eth_getUncleByBlockNumberAndIndex", block.number, at), uncle);
    }
    assert.equal(await ask("eth_getUncleByBlockHashAndIndex", block.hash, "0x3"), null);
  });

  it("is read from a block by viem", async () => {
    await settle();
    const reader = createPublicClient({
      chain: defineChain({
        id: 31,
        name: "tandem",
        nativeCurrency: { name: "coin", symbol: "COIN", decimals: 18 },
        rpcUrls: { default: { http: [url()] } },
      }),
      transport: http(url()),
    });
    await mine();
    const hash = await mineUncle();
    await mine();
    const block = await reader.getBlock();
    assert.deepEqual(block.uncles, [hash]);
    const before = await reader.getBlock({ blockHash: block.parentHash });
    assert.equal(block.totalDifficulty, (before.totalDifficulty ?? 0n) + 2n * block.difficulty);
    assert.equal((await reader.getBlock({ blockHash: hash })).number, before.number);
  });

  it("waits if a block has ten already, and is listed only once", async () => {
    await settle();
    await mine();
    const made = new Set<Hex>();
    for (let i = 0; i < 12; i++) made.add(await mineUncle({ depth: i % 3 }));
    assert.equal(made.size, 12);
    const [first, second] = [await mine(), await mine()];
    assert.equal(first.uncles.length, unclesMax);
    assert.deepEqual(new Set([...first.uncles, ...second.uncles]), made);
    for (let i = 0; i < 8; i++) assert.deepEqual((await mine()).uncles, []);
  });

  it("is listed up to seven generations after its parent, and no later", async () => {
    for (const [between, isListed] of [
      [5, true],
      [6, false],
    ] as const) {
      await settle();
      await mine();
      const uncle = await byHash(await mineUncle());
      await mineBare(between);
      const block = await mine();
      const generations = Number(block.number) - (Number(uncle.number) - 1);
      assert.equal(generations, between + 2);
      assert.deepEqual(block.uncles, isListed ? [uncle.hash] : []);
    }
  });

  it("has the transactions of its sibling, which are on the chain once, and removes none from the pool", async () => {
    await settle();
    const mined = await send(url(), alice, { to: carol.address, value: coin });
    const also = await send(url(), bob, { to: carol.address, value: 2n });
    const head = await mine();
    const before = await ask<Hex>("eth_getBalance", carol.address);
    const waiting = await send(url(), bob, { to: carol.address, value: 3n });
    const uncle = await byHash(await mineUncle());
    assert.deepEqual(uncle.transactions, head.transactions);
    assert.deepEqual(new Set(uncle.transactions), new Set([mined, also]));
    assert.equal(await ask("eth_getBalance", carol.address), before);
    const receipts = await ask<WireReceipt[]>("eth_getBlockReceipts", uncle.hash);
    assert.deepEqual(
      receipts.map(({ blockHash, transactionHash }) => [blockHash, transactionHash]),
      head.transactions.map((hash) => [uncle.hash, hash]),
    );
    for (const hash of head.transactions) {
      const receipt = await ask<WireReceipt>("eth_getTransactionReceipt", hash);
      assert.equal(receipt.blockHash, head.hash);
    }
    assert.equal((await ask<WireTransaction>("eth_getTransactionByHash", waiting)).blockHash, null);
    const next = await mine();
    assert.deepEqual([next.uncles, next.transactions], [[uncle.hash], [waiting]]);
    assert.equal(BigInt(await ask<Hex>("eth_getBalance", carol.address)), BigInt(before) + 3n);
  });

  it("loses to a head that pays as much, in every attempt", async () => {
    await settle();
    const nonce = Number(await ask<Hex>("eth_getTransactionCount", alice.address));
    const { raw } = sign(alice, { to: bob.address, nonce });
    await ask("tandem_mineBranch", { depth: 0, length: 1, transactions: [[raw]] });
    const head = await latest();
    for (let i = 0; i < 30; i++) {
      const uncle = await byHash(await mineUncle());
      assert.deepEqual(await latest(), head);
      // Of two with equal difficulty and fees, the lower hash wins.
      if (uncle.paidFees === head.paidFees) assert.ok(BigInt(uncle.hash) > BigInt(head.hash));
      else assert.deepEqual(uncle.transactions, []);
    }
  });
});
