/**
 * Tests that viem's test client in each of its three modes controls time, mining and history
 * unchanged.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createTestClient, defineChain, http, publicActions, walletActions } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { assertProved } from "../support/chain-checks/chain-check.js";
import { testPace } from "../support/chain-checks/header-rules.js";
import { developmentMnemonic } from "../support/development.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { readChain } from "../support/rpc-batch.js";

const modes = ["anvil", "hardhat", "ganache"] as const;
type Mode = (typeof modes)[number];

function clientOf(node: RunningNode, mode: Mode) {
  const chain = defineChain({
    id: node.chainId,
    name: "tandem",
    nativeCurrency: { name: "coin", symbol: "COIN", decimals: 18 },
    rpcUrls: { default: { http: [node.url] } },
  });
  return createTestClient({ mode, chain, transport: http(node.url), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
}

const [alice, bob] = [0, 1].map((addressIndex) =>
  mnemonicToAccount(developmentMnemonic, { addressIndex }),
) as [ReturnType<typeof mnemonicToAccount>, ReturnType<typeof mnemonicToAccount>];

for (const mode of modes) {
  describe(`viem's test client for ${mode}`, () => {
    let node: RunningNode;
    let client: ReturnType<typeof clientOf>;
    before(async () => {
      node = await startLocalNode();
      client = clientOf(node, mode);
    });
    after(async () => {
      try {
        assertProved(await readChain(node.url), testPace);
      } finally {
        await node.stop();
      }
    });

    const pay = (value: bigint) =>
      client.sendTransaction({ account: alice, to: bob.address, value });
    const head = () => client.getBlock();

    it("mines blocks with the given interval", async () => {
      const from = await head();
      await client.mine({ blocks: 5, ...(mode === "ganache" ? {} : { interval: 60 }) });
      const to = await head();
      assert.equal(to.number - from.number, 5n);
      if (mode !== "ganache") {
        const first = await client.getBlock({ blockNumber: from.number + 1n });
        assert.equal(to.timestamp - first.timestamp, 240n);
      }
      await client.mine({ blocks: 1 });
      assert.equal((await head()).number - to.number, 1n);
    });

    it("sets the clock", async () => {
      const { timestamp } = await head();
      assert.ok(Number(await client.increaseTime({ seconds: 3600 })) >= 3600);
      await client.mine({ blocks: 1 });
      const later = (await head()).timestamp;
      assert.ok(later >= timestamp + 3600n && later < timestamp + 3700n);
      await client.setNextBlockTimestamp({ timestamp: later + 1_000_000n });
      await client.mine({ blocks: 1 });
      assert.equal((await head()).timestamp, later + 1_000_000n);
    });

    it("reverts to a snapshot", async () => {
      const { number } = await head();
      const before = await client.getBalance({ address: bob.address });
      const id = await client.snapshot();
      await pay(5n);
      assert.equal(await client.getBalance({ address: bob.address }), before + 5n);
      await client.revert({ id });
      assert.equal(await client.getBalance({ address: bob.address }), before);
      assert.equal((await head()).number, number);
    });

    it("stops automining, drops pending transactions, and starts again", async () => {
      await client.setAutomine(false);
      assert.equal(await client.getAutomine(), false);
      const { number } = await head();
      const hash = await pay(1n);
      assert.equal((await client.getTxpoolStatus()).pending, 1);
      assert.equal((await client.getTransaction({ hash })).blockNumber, null);
      if (mode !== "ganache") {
        await client.dropTransaction({ hash });
        assert.equal((await client.getTxpoolStatus()).pending, 0);
      }
      assert.equal((await head()).number, number);
      await client.setAutomine(true);
      assert.equal(await client.getAutomine(), true);
      await pay(2n);
      assert.equal((await client.getTxpoolStatus()).pending, 0);
    });

    it("mines at an interval", async () => {
      await client.setAutomine(false);
      await client.setIntervalMining({ interval: 1 });
      const { number } = await head();
      const hash = await pay(1n);
      const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
      assert.ok(receipt.blockNumber > number);
      await client.setIntervalMining({ interval: 0 });
      await client.setAutomine(true);
      const stopped = (await head()).number;
      await pay(1n);
      assert.equal((await head()).number, stopped + 1n);
    });

    it("sets the gas limit", async () => {
      await client.setBlockGasLimit({ gasLimit: 25_000_000n });
      await client.mine({ blocks: 300 });
      assert.equal((await head()).gasLimit, 25_000_000n);
    });

    if (mode === "ganache") return;

    it("sets and removes intervals between block times", async () => {
      await client.setBlockTimestampInterval({ interval: 7 });
      const { timestamp } = await head();
      await client.mine({ blocks: 2 });
      assert.equal((await head()).timestamp, timestamp + 14n);
      await client.removeBlockTimestampInterval();
    });

    it("sets the coinbase, and the target of the price", async () => {
      const address = "0x00000000000000000000000000000000000000aa";
      await client.setCoinbase({ address });
      await client.setMinGasPrice({ gasPrice: 70_000_000n });
      await client.mine({ blocks: 1 });
      const block = await head();
      assert.equal(block.miner, address);
      assert.ok((block.baseFeePerGas ?? 0n) > 60_000_000n);
    });

    it("resets", async () => {
      const { hash } = await client.getBlock({ blockNumber: 0n });
      await client.reset();
      const block = await head();
      assert.equal(block.number, 0n);
      assert.equal(block.hash, hash);
      await pay(3n);
      assert.equal((await head()).number, 1n);
    });
  });
}
