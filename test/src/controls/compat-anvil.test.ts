/** Tests what a node with `--compat anvil` does like anvil 1.7.1, beside its answers in compat.test.ts. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";

async function withNode(use: (node: InProcessNode) => Promise<void>): Promise<void> {
  const node = await createNode({ compat: "anvil", isListening: false });
  try {
    await use(node);
  } finally {
    await node.close();
  }
}

/** A contract that returns the price it is called with. */
const priced = "0x3a5f5260205ff3";
const contract = "0x2222222222222222222222222222222222222222";

describe("a call with a price below the block's", () => {
  it("is executed with that price, and estimated and traced too", () =>
    withNode(async (node) => {
      await node.request("anvil_setCode", [contract, priced]);
      const from = node.accounts[0]?.address;
      for (const price of [{ gasPrice: "0x7" }, { maxFeePerGas: "0x7" }]) {
        const request = { from, to: contract, ...price };
        assert.equal(Number(await node.request("eth_call", [request, "latest"])), 7);
        assert.ok(Number(await node.request("eth_estimateGas", [request])) > 21_000);
        await node.request("debug_traceCall", [request, "latest", {}]);
        await node.request("eth_createAccessList", [request, "latest"]);
      }
    }));
});

describe("a call without a price", () => {
  it("sees the block's base fee, and an estimate, a trace and an access list do too", () =>
    withNode(async (node) => {
      const latest = await node.request("eth_getBlockByNumber", ["latest", false]);
      const { baseFeePerGas } = latest as { readonly baseFeePerGas: string };
      // Returns the base fee if it is positive, and otherwise reverts.
      await node.request("anvil_setCode", [contract, "0x48806008575f5ffd5b5f5260205ff3"]);
      for (const price of [{}, { gasPrice: "0x0" }, { maxFeePerGas: "0x0" }]) {
        const request = { from: node.accounts[0]?.address, to: contract, ...price };
        const output = await node.request("eth_call", [request, "latest"]);
        assert.equal(BigInt(String(output)), BigInt(baseFeePerGas));
        await node.request("eth_estimateGas", [request]);
        const trace = await node.request("debug_traceCall", [request, "latest", {}]);
        assert.equal((trace as { readonly failed: boolean }).failed, false);
        const list = await node.request("eth_createAccessList", [request, "latest"]);
        assert.equal((list as { readonly error?: string }).error, undefined);
      }
    }));
});

/** Returns the time of a block, in Unix seconds. */
async function timeOf(node: InProcessNode, block: string): Promise<number> {
  const found = await node.request("eth_getBlockByNumber", [block, false]);
  return Number((found as { readonly timestamp: string }).timestamp);
}

describe("blocks with an interval", () => {
  const timesOf = async (node: InProcessNode, blocks: readonly string[]) => {
    const start = await timeOf(node, "0x0");
    const times = await Promise.all(blocks.map((block) => timeOf(node, block)));
    return times.map((time) => time - start);
  };

  for (const method of ["anvil_mine", "hardhat_mine"]) {
    it(`are an interval after the clock from the first on, by ${method}`, () =>
      withNode(async (node) => {
        await node.request(method, ["0x1", "0x15180"]);
        const [first = 0] = await timesOf(node, ["0x1"]);
        assert.ok(first >= 86_400, `${first}`);
        await node.request(method, [3, 60]);
        const [second = 0, ...others] = await timesOf(node, ["0x2", "0x3", "0x4"]);
        assert.ok(second >= first + 60, `${second}`);
        assert.deepEqual(others, [second + 60, second + 120]);
      }));
  }

  it("have the time that was requested for the first", () =>
    withNode(async (node) => {
      const start = await timeOf(node, "0x0");
      await node.request("evm_setNextBlockTimestamp", [start + 1000]);
      await node.request("anvil_mine", [2, 60]);
      assert.deepEqual(await timesOf(node, ["0x1", "0x2"]), [1000, 1060]);
    }));

  it("have the interval that is set for all blocks, whatever the call requests", () =>
    withNode(async (node) => {
      await node.request("anvil_setBlockTimestampInterval", [17]);
      await node.request("anvil_mine", [2, 5]);
      assert.deepEqual(await timesOf(node, ["0x1", "0x2"]), [17, 34]);
    }));
});

describe("automining and an interval", () => {
  const modeOf = async (node: InProcessNode) => [
    await node.request("anvil_getAutomine", []),
    await node.request("anvil_getIntervalMining", []),
  ];

  it("exclude each other, and the interval is in seconds however long it is", () =>
    withNode(async (node) => {
      await node.request("evm_setIntervalMining", [120]);
      assert.deepEqual(await modeOf(node), [false, 120]);
      await node.request("evm_setAutomine", [false]);
      assert.deepEqual(await modeOf(node), [false, 120]);
      await node.request("evm_setAutomine", [true]);
      assert.deepEqual(await modeOf(node), [true, null]);
      await node.request("evm_setIntervalMining", [600]);
      await node.request("evm_setIntervalMining", [0]);
      assert.deepEqual(await modeOf(node), [false, null]);
      await node.request("evm_setAutomine", [true]);
      await node.request("evm_setIntervalMining", [[600_000, 900_000]]);
      assert.deepEqual(await modeOf(node), [false, 900]);
    }));

  it("stay off by evm_setAutomine after miner_stop, which is forgotten", () =>
    withNode(async (node) => {
      await node.request("evm_setIntervalMining", [120]);
      await node.request("miner_stop", []);
      await node.request("evm_setAutomine", [false]);
      await node.request("miner_start", []);
      assert.deepEqual(await modeOf(node), [true, null]);
    }));
});

describe("snapshots", () => {
  it("are numbered from 0, as scripts with `cast rpc evm_revert 0x0` expect", () =>
    withNode(async (node) => {
      const listed = async () => {
        const { snapshots } = (await node.request("anvil_metadata", [])) as {
          readonly snapshots: Readonly<Record<string, readonly [number, string]>>;
        };
        return Object.entries(snapshots).map(([number, [height]]) => [number, height]);
      };
      assert.equal(await node.request("evm_snapshot", []), "0x0");
      await node.request("evm_mine", []);
      assert.equal(await node.request("anvil_snapshot", []), "0x1");
      assert.deepEqual(await listed(), [
        ["0x0", 0],
        ["0x1", 1],
      ]);
      assert.equal(await node.request("evm_revert", ["0x2"]), false);
      assert.equal(await node.request("evm_revert", ["0x0"]), true);
      assert.equal(await node.request("eth_blockNumber", []), "0x0");
      assert.equal(await node.request("evm_revert", ["0x1"]), false);
      assert.equal(await node.request("evm_snapshot", []), "0x2");
    }));
});

describe("a reset", () => {
  it("changes the id of the instance, and nothing else does", () =>
    withNode(async (node) => {
      const idOf = async (method: string) =>
        ((await node.request(method, [])) as { readonly instanceId: string }).instanceId;
      const first = await idOf("anvil_metadata");
      await node.request("evm_revert", [await node.request("evm_snapshot", [])]);
      assert.equal(await idOf("hardhat_metadata"), first);
      await node.request("anvil_reset", []);
      const second = await idOf("anvil_metadata");
      assert.notEqual(second, first);
      assert.equal(await idOf("hardhat_metadata"), second);
    }));
});

describe("transactions of removed blocks", () => {
  for (const [method, params] of [
    ["anvil_rollback", [1]],
    ["anvil_reorg", [1, []]],
  ] as const) {
    it(`are gone after ${method}, so that their nonces are free`, () =>
      withNode(async (node) => {
        const [from, to] = node.accounts.map(({ address }) => address);
        const send = (value: string) =>
          node.request("eth_sendTransaction", [{ from, to, value, nonce: "0x1" }]);
        await node.request("eth_sendTransaction", [{ from, to }]);
        const undone = await send("0x5");
        await node.request(method, params);
        assert.deepEqual(await node.request("txpool_status", []), {
          pending: "0x0",
          queued: "0x0",
        });
        assert.equal(await node.request("eth_getTransactionCount", [from, "pending"]), "0x1");
        await node.request("evm_mine", []);
        assert.equal(await node.request("eth_getTransactionReceipt", [undone]), null);
        assert.ok(await node.request("eth_getTransactionReceipt", [await send("0x1")]));
      }));
  }

  it("are mined if the replacing blocks list them", () =>
    withNode(async (node) => {
      const [from, to] = node.accounts.map(({ address }) => address);
      const hash = await node.request("eth_sendTransaction", [{ from, to, value: "0x5" }]);
      const raw = await node.request("eth_getRawTransactionByHash", [hash]);
      await node.request("anvil_reorg", [1, [[raw, 0]]]);
      assert.ok(await node.request("eth_getTransactionReceipt", [hash]));
    }));
});

describe("an estimate for a sender without funds", () => {
  const from = "0x3333333333333333333333333333333333333333";

  it("succeeds for a transfer only", () =>
    withNode(async (node) => {
      const to = node.accounts[1]?.address;
      const estimate = (request: object) =>
        node.request("eth_estimateGas", [{ from, to, ...request }]);
      assert.equal(await estimate({ value: "0x1" }), "0x5208");
      assert.equal(await estimate({ value: "0x1", gasPrice: "0x77359400" }), "0x5208");
      assert.ok(Number(await estimate({ data: "0x42" })) > 21_000);
      const words = "Insufficient funds for gas * price + value";
      const refused = { code: -32003, message: words };
      await assert.rejects(estimate({ value: "0x1", data: "0x42" }), refused);
      await node.request("anvil_setCode", [contract, "0x00"]);
      await assert.rejects(estimate({ to: contract, value: "0x1" }), refused);
    }));
});

describe("words that clients of anvil recognize", () => {
  it("tell the allowance of an estimate that runs out of gas, while a call says only that", () =>
    withNode(async (node) => {
      await node.request("anvil_setCode", [contract, "0x5b5f56"]);
      const request = { to: contract, gas: "0x186a0" };
      await assert.rejects(node.request("eth_estimateGas", [request]), {
        code: -32003,
        message: "Out of gas: gas required exceeds allowance: 100000",
      });
      await assert.rejects(node.request("eth_call", [request, "latest"]), {
        code: -32603,
        message: "EVM error OutOfGas",
      });
    }));

  it("refuse a transaction that the pool has", () =>
    withNode(async (node) => {
      await node.request("evm_setAutomine", [false]);
      const [from, to] = node.accounts.map(({ address }) => address);
      const send = () =>
        node.request("eth_sendTransaction", [{ from, to, nonce: "0x0", gasPrice: "0x77359400" }]);
      await send();
      await assert.rejects(send(), { code: -32003, message: "transaction already imported" });
    }));
});

describe("transactions of type 0", () => {
  it("have their chain id in the pool, in what mining returns, and in the block", () =>
    withNode(async (node) => {
      await node.request("evm_setAutomine", [false]);
      const [from, to] = node.accounts.map(({ address }) => address);
      const fields = { from, to, gas: "0x5208", gasPrice: "0x4a817c800", nonce: "0x0" };
      const hash = await node.request("eth_sendTransaction", [fields]);
      type Shown = Readonly<Record<string, unknown>>;
      const idsIn = (found: unknown) => (found as readonly Shown[]).map(({ chainId }) => chainId);
      const { pending } = (await node.request("txpool_content", [])) as Readonly<
        Record<string, Readonly<Record<string, Readonly<Record<string, Shown>>>>>
      >;
      assert.deepEqual(idsIn(Object.values(pending?.[from ?? ""] ?? {})), ["0x7a69"]);
      assert.deepEqual(idsIn(await node.request("eth_pendingTransactions", [])), ["0x7a69"]);
      const [block] = (await node.request("evm_mine_detailed", [])) as readonly Shown[];
      const mined = await node.request("eth_getTransactionByHash", [hash]);
      assert.deepEqual(block?.transactions, [{ ...(mined as Shown), output: "0x" }]);
      assert.deepEqual(idsIn([mined]), ["0x7a69"]);
    }));
});
