/** Tests a node with `--compat hardhat` by what Hardhat's own tests of its network require. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createNode, type InProcessNode } from "@tandem/node";
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
});
