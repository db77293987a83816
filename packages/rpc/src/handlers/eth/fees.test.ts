import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { StoredBlock } from "@tandem/primitives";
import { ask, call, dispatcher } from "../../testing/ask.js";
import { fakeBackend, makeBlock, rawTransactions } from "../../testing/fake-backend.js";
import { requestText, smallChain } from "../../testing/serve.js";

interface History {
  readonly oldestBlock: string;
  readonly baseFeePerGas: string[];
  readonly gasUsedRatio: number[];
  readonly reward?: string[][];
}

const history = async (...params: unknown[]) =>
  (await call("eth_feeHistory", ...params)).result as History;

describe("eth_feeHistory", () => {
  it("returns a minimum price for each block and for the next one, and the gas ratios", async () => {
    const { oldestBlock, baseFeePerGas, gasUsedRatio, reward } = await history("0x2", "latest");
    assert.equal(oldestBlock, "0x0");
    assert.deepEqual(baseFeePerGas, ["0x3938700", "0x3938700", "0x3938700"]);
    assert.deepEqual(gasUsedRatio, [0, 42_000 / 30_000_000]);
    assert.equal(reward, undefined);
  });

  it("accepts the count as a number, in hex or in decimal, with leading zeros as geth does", async () => {
    const expected = await history("0x2", "latest", [50]);
    for (const count of [2, "2", "02", "0x02"]) {
      assert.deepEqual(await history(count, "latest", [50]), expected);
    }
    assert.deepEqual(await history("0xa", "latest", [50]), expected);
    assert.deepEqual(await history(10, "pending", [50]), expected);
    assert.equal((await history(1, "0x1")).oldestBlock, "0x1");
    assert.equal((await history(1, "earliest")).baseFeePerGas.length, 2);
  });

  it("returns genesis as the oldest block of none, and empty lists, as geth does", async () => {
    const none = { oldestBlock: "0x0", baseFeePerGas: [], gasUsedRatio: [] };
    assert.deepEqual(await history(0, "latest"), none);
    assert.deepEqual(await history("0x0", "0xffff", [50]), { ...none, reward: [] });
  });

  it("returns the price above the minimum at each percentile, zero for empty blocks", async () => {
    const { reward } = await history(2, "latest", [0, 50, 100]);
    assert.deepEqual(reward, [
      ["0x0", "0x0", "0x0"],
      ["0xf4240", "0xf4240", "0xf4240"],
    ]);
  });

  it("weighs percentiles by gas", async () => {
    const { genesis } = smallChain();
    const plain = makeBlock({
      parent: genesis,
      transactions: [
        [rawTransactions.legacy, []],
        [rawTransactions.creation, []],
        [rawTransactions.feeMarket, []],
      ],
    });
    const prices = [63_000_000n, 61_000_000n, 62_000_000n];
    const gas = [10_000n, 80_000n, 10_000n];
    const block: StoredBlock = {
      ...plain,
      header: { ...plain.header, gasUsed: 100_000n },
      receipts: plain.receipts.map((receipt, i) => ({
        ...receipt,
        effectiveGasPrice: prices[i] ?? 0n,
        gasUsed: gas[i] ?? 0n,
      })),
    };
    const to = dispatcher(fakeBackend([genesis, block]));
    const text = requestText("eth_feeHistory", [1, "latest", [10, 80, 80.5, 91, 100]]);
    const { reward } = (await ask(text, to)).result as History;
    assert.deepEqual(reward, [["0xf4240", "0xf4240", "0x1e8480", "0x2dc6c0", "0x2dc6c0"]]);
  });

  it("shortens a longer range to the last 1,024 blocks, as geth does", async () => {
    const blocks = [smallChain().genesis];
    while (blocks.length < 1026) blocks.push(makeBlock({ parent: blocks.at(-1) as StoredBlock }));
    const to = dispatcher(fakeBackend(blocks));
    for (const count of [1025, "0x10000", "4096"]) {
      const found = (await ask(requestText("eth_feeHistory", [count, "latest"]), to)).result;
      const { oldestBlock, gasUsedRatio } = found as History;
      assert.deepEqual([oldestBlock, gasUsedRatio.length], ["0x2", 1024]);
    }
  });

  it("is refused above the head and for invalid parameters", async () => {
    const beyond = await call("eth_feeHistory", 1, "0x9");
    assert.equal(beyond.error?.code, -32000);
    assert.match(beyond.error?.message ?? "", /request beyond head block: requested 9, head 1/);
    const wrong: unknown[][] = [
      [1, "latest", [50, 10]],
      [1, "latest", [-1]],
      [1, "latest", [101]],
      [1, "latest", Array.from({ length: 101 }, () => 1)],
      ["x", "latest"],
      [-1, "latest"],
      [1.5, "latest"],
      [1],
    ];
    for (const params of wrong) {
      const { error } = await call("eth_feeHistory", ...params);
      assert.equal(error?.code, -32602, JSON.stringify(params).slice(0, 60));
    }
    assert.deepEqual((await history(0, "latest")).gasUsedRatio, []);
  });
});
