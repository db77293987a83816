/**
 * Tests the ranges of logs and of filters: with `--compat` as Hardhat 2.29.1 and anvil 1.7.1 read them, and without it as the
 * specification and geth do.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";

type Compat = "none" | "hardhat" | "anvil";

/** It emits a log without topics and data. */
const emitter = "0x5f5fa000";
const contract = `0x${"22".repeat(20)}`;

const emit = (node: InProcessNode) =>
  node.request("eth_sendTransaction", [
    { from: node.accounts[0]?.address, to: contract, gas: "0x186a0" },
  ]);

/** Provides a chain of three blocks with a log each, and calls in which only the numbers of logs matter. */
async function withLogs(
  compat: Compat,
  use: (
    node: InProcessNode,
    count: (method: string, param: unknown) => Promise<number>,
  ) => Promise<void>,
): Promise<void> {
  const node = await createNode({ compat, unlocked: true, isListening: false });
  try {
    await node.request("hardhat_setCode", [contract, emitter]);
    for (let i = 0; i < 3; i++) await emit(node);
    await use(node, async (method, param) => {
      const found = await node.request(method, [param]);
      return (found as readonly unknown[]).length;
    });
  } finally {
    await node.close();
  }
}

const backward = { fromBlock: "0x3", toBlock: "0x1" };
const pending = { fromBlock: "pending", toBlock: "pending" };

describe("a range of logs", () => {
  for (const compat of ["hardhat", "anvil"] as const) {
    it(`may end before it begins, and ends with the latest block, with --compat ${compat}`, () =>
      withLogs(compat, async (_, count) => {
        assert.equal(await count("eth_getLogs", backward), 0);
        assert.equal(await count("eth_getLogs", { fromBlock: "latest", toBlock: "0x1" }), 0);
        assert.equal(await count("eth_getLogs", pending), 1);
        assert.equal(await count("eth_getLogs", { fromBlock: "0x2", toBlock: "pending" }), 2);
      }));
  }

  it("is refused without --compat if it ends before it begins, and the pending block has no logs", () =>
    withLogs("none", async (node, count) => {
      const error = {
        code: -32602,
        message: "params[0] (filter): expected fromBlock not to be above toBlock",
      };
      const reversed = [
        backward,
        { ...backward, toBlock: "earliest" },
        { fromBlock: "0x99", toBlock: "0x98" },
      ];
      for (const method of ["eth_getLogs", "eth_newFilter"]) {
        for (const range of reversed) await assert.rejects(node.request(method, [range]), error);
      }
      assert.equal(await count("eth_getLogs", pending), 0);
    }));
});

describe("a filter of logs", () => {
  const ranges = [
    {},
    { fromBlock: "latest" },
    { fromBlock: "0x2" },
    { fromBlock: "0x2", toBlock: "0x2" },
    { fromBlock: "earliest" },
    backward,
  ] as const;
  /** The logs that the first poll returns for each range, and those of the next block. */
  const expected: Readonly<Record<Compat, readonly (readonly [number, number])[]>> = {
    hardhat: [
      [1, 1],
      [1, 1],
      [2, 1],
      [1, 0],
      [3, 1],
      [0, 0],
    ],
    anvil: [
      [0, 1],
      [0, 1],
      [2, 1],
      [1, 0],
      [3, 1],
      [0, 0],
    ],
    none: [
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 0],
      [0, 1],
    ],
  };
  for (const compat of ["none", "hardhat", "anvil"] as const) {
    it(`begins with what --compat ${compat} says, and goes on with later blocks`, async () => {
      for (const [at, counts] of expected[compat].entries()) {
        await withLogs(compat, async (node, count) => {
          const id = await node.request("eth_newFilter", [ranges[at]]);
          const first = await count("eth_getFilterChanges", id);
          await emit(node);
          assert.deepEqual([first, await count("eth_getFilterChanges", id)], counts, `${at}`);
          assert.equal(await count("eth_getFilterChanges", id), 0);
        });
      }
    });
  }
});
