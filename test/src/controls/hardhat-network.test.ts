/** Tests a node with `--compat hardhat` by what Hardhat's own tests of its network require. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createNode, type InProcessNode } from "@tandem/node";
import { developmentAccount, sign } from "../support/development.js";
import { failureOf } from "../support/promised.js";

describe("a node with --compat hardhat", () => {
  let node: InProcessNode;
  beforeEach(async () => {
    node = await createNode({ compat: "hardhat", isListening: false });
  });
  afterEach(() => node?.close());

  const refusal = async (method: string, params: readonly unknown[]) => {
    const { code, message } = (await failureOf(() => node.request(method, params))) as Error & {
      readonly code: number;
    };
    return { code, message };
  };

  describe("evm_setIntervalMining", () => {
    it("takes a range of milliseconds", async () => {
      for (const range of [
        [1_000_000, 2_000_000],
        [0, 3_000_000],
        [5000, 5000],
      ]) {
        assert.equal(await node.request("evm_setIntervalMining", [range]), true);
        assert.equal(await node.request("anvil_getIntervalMining", []), (range[1] ?? 0) / 1000);
      }
      assert.equal(await node.request("evm_setIntervalMining", [0]), true);
      assert.equal(await node.request("anvil_getIntervalMining", []), null);
    });

    it("mines without a pause in the range [0, 0], until another interval is set", async () => {
      await node.request("evm_setIntervalMining", [[0, 0]]);
      while ((await node.request("eth_blockNumber", [])) === "0x0") await setImmediate();
      await node.request("evm_setIntervalMining", [[0, 1_000_000_000]]);
      await node.request("hardhat_reset", []);
      assert.equal(await node.request("anvil_getIntervalMining", []), null);
    });

    it("refuses a range whose minimum is over its maximum, and another number of values", async () => {
      assert.deepEqual(await refusal("evm_setIntervalMining", [[2000, 1000]]), {
        code: -32602,
        message: "Minimum value in range is greater than maximum value",
      });
      for (const values of [[], [1000], [1000, 2000, 3000]]) {
        assert.equal((await refusal("evm_setIntervalMining", [values])).code, -32602);
      }
    });
  });

  it("keeps the mining mode when it returns to a snapshot", async () => {
    const [from, to] = node.accounts.map(({ address }) => address);
    const automining = await node.request("evm_snapshot", []);
    await node.request("evm_setAutomine", [false]);
    await node.request("evm_setIntervalMining", [1_000_000]);
    const request = { from, to, gas: "0x5208" };
    const waiting = await node.request("eth_sendTransaction", [request]);
    const manual = await node.request("evm_snapshot", []);
    await node.request("evm_setAutomine", [true]);
    assert.equal(await node.request("evm_revert", [manual]), true);
    assert.equal(await node.request("hardhat_getAutomine", []), true);
    assert.equal(await node.request("eth_blockNumber", []), "0x0");
    const next = await node.request("eth_sendTransaction", [request]);
    const block = await node.request("eth_getBlockByNumber", ["latest", false]);
    assert.deepEqual((block as { transactions: unknown }).transactions, [waiting, next]);
    await node.request("miner_stop", []);
    assert.equal(await node.request("evm_revert", [automining]), true);
    assert.equal(await node.request("hardhat_getAutomine", []), false);
    assert.equal(await node.request("anvil_getIntervalMining", []), null);
    await node.request("miner_start", []);
    assert.equal(await node.request("hardhat_getAutomine", []), true);
    assert.equal(await node.request("anvil_getIntervalMining", []), 1000);
  });

  describe("eth_sendTransaction", () => {
    const send = (request: object) =>
      node.request("eth_sendTransaction", [
        {
          from: node.accounts[0]?.address,
          to: node.accounts[1]?.address,
          gas: "0x5208",
          ...request,
        },
      ]);
    const pending = async () => {
      const found = await node.request("eth_pendingTransactions", []);
      return (found as { readonly hash: string }[]).map(({ hash }) => hash);
    };

    it("queues no transaction while blocks are mined at once", async () => {
      const { code, message } = (await failureOf(() => send({ nonce: "0x1" }))) as Error & {
        readonly code: number;
      };
      assert.equal(code, -32000);
      assert.equal(
        message,
        "Nonce too high. Expected nonce to be 0 but got 1. Note that transactions can't be queued when automining.",
      );
      await send({ nonce: "0x0" });
      await send({ nonce: "0x1" });
      assert.equal(await node.request("eth_blockNumber", []), "0x2");
    });

    it("queues one with a later nonce or a low price while blocks are not", async () => {
      await node.request("evm_setAutomine", [false]);
      await node.request("hardhat_setNextBlockBaseFeePerGas", ["0x3b9aca00"]);
      const low = await send({ nonce: "0x0", gasPrice: "0x9" });
      const later = await send({ nonce: "0x1" });
      await node.request("evm_mine", []);
      assert.deepEqual(await pending(), [low, later]);
      const higher = await send({ nonce: "0x0" });
      await node.request("evm_mine", []);
      assert.deepEqual(await pending(), []);
      const block = await node.request("eth_getBlockByNumber", ["latest", false]);
      assert.deepEqual((block as { transactions: unknown }).transactions, [higher, later]);
    });
  });

  it("refuses to read the state of a block that does not exist", async () => {
    const address = node.accounts[0]?.address;
    const hash = `0x${"11".repeat(32)}`;
    const blocks = [
      ["0x9", "9"],
      [{ blockHash: hash }, hash],
    ] as const;
    for (const [block, name] of blocks) {
      const expected = {
        code: -32000,
        message: `Received invalid block tag ${name}. Latest block number is 0`,
      };
      for (const method of ["eth_getBalance", "eth_getCode", "eth_getTransactionCount"]) {
        assert.deepEqual(await refusal(method, [address, block]), expected, method);
      }
      assert.deepEqual(await refusal("eth_getStorageAt", [address, "0x0", block]), expected);
      for (const method of ["eth_call", "eth_estimateGas", "eth_createAccessList"]) {
        assert.deepEqual(await refusal(method, [{ to: address }, block]), expected, method);
      }
    }
    assert.equal(await node.request("eth_getBlockByNumber", ["0x9", false]), null);
  });

  it("refuses a creation without data, which has no recipient by mistake", async () => {
    const expected = { code: -32000, message: "Contract creation without any data provided" };
    const from = node.accounts[0]?.address;
    for (const method of ["eth_sendTransaction", "eth_call", "eth_estimateGas"]) {
      assert.deepEqual(await refusal(method, [{ from }]), expected, method);
      assert.deepEqual(await refusal(method, [{ from, data: "0x" }]), expected, method);
      assert.match(String(await node.request(method, [{ from, data: "0x00" }])), /^0x/);
    }
    const signed = (fields: object) =>
      sign(developmentAccount(2), { chainId: 31_337, gasLimit: 100_000, ...fields }).raw;
    for (const isAutomine of [true, false]) {
      await node.request("evm_setAutomine", [isAutomine]);
      assert.deepEqual(await refusal("eth_sendRawTransaction", [signed({})]), expected);
    }
    await node.request("eth_sendRawTransaction", [signed({ data: "0x00" })]);
    await node.request("eth_sendRawTransaction", [signed({ nonce: 1, to: from })]);
  });

  it("begins a block filter with the head, and other filters with nothing", async () => {
    const hashOf = async (block: string) => {
      const found = await node.request("eth_getBlockByNumber", [block, false]);
      return (found as { readonly hash: string }).hash;
    };
    await node.request("evm_mine", []);
    const head = await hashOf("latest");
    const blocks = await node.request("eth_newBlockFilter", []);
    const others = [
      await node.request("eth_newFilter", [{}]),
      await node.request("eth_newPendingTransactionFilter", []),
    ];
    assert.deepEqual(await node.request("eth_getFilterChanges", [blocks]), [head]);
    assert.deepEqual(await node.request("eth_getFilterChanges", [blocks]), []);
    const second = await node.request("eth_newBlockFilter", []);
    await node.request("evm_mine", []);
    const next = await hashOf("latest");
    assert.deepEqual(await node.request("eth_getFilterChanges", [blocks]), [next]);
    assert.deepEqual(await node.request("eth_getFilterChanges", [second]), [head, next]);
    for (const id of others) {
      assert.deepEqual(await node.request("eth_getFilterChanges", [id]), []);
    }
  });

  it("names the transaction that the pool has, or that cannot be dropped since it is mined", async () => {
    const [from, to] = node.accounts.map(({ address }) => address);
    await node.request("evm_setAutomine", [false]);
    const request = { from, to, nonce: "0x0", gas: "0x5208" };
    const hash = await node.request("eth_sendTransaction", [request]);
    assert.deepEqual(await refusal("eth_sendTransaction", [request]), {
      code: -32000,
      message: `Known transaction: ${hash}`,
    });
    await node.request("evm_mine", []);
    assert.deepEqual(await refusal("hardhat_dropTransaction", [hash]), {
      code: -32602,
      message: `Transaction ${hash} cannot be dropped because it's already mined`,
    });
    assert.equal(await node.request("hardhat_dropTransaction", [`0x${"11".repeat(32)}`]), false);
  });
});
