/** Tests calls and estimates of a node with --compat hardhat by what Hardhat's network answers. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { toQuantity } from "@tandem/primitives";
import type { RpcError } from "@tandem/rpc/client";
import { failureOf } from "../support/promised.js";
import { asserting } from "../support/scenes/asserting.js";

describe("a call or an estimate on a node with --compat hardhat", () => {
  let node: InProcessNode;
  beforeEach(async () => {
    node = await createNode({ compat: "hardhat", isListening: false });
  });
  afterEach(() => node?.close());

  it("of gas is made in the pending block, with its time, unless it names another", async () => {
    const from = node.accounts[0]?.address;
    const newest = await node.request("eth_getBlockByNumber", ["latest", false]);
    const time = Number((newest as { readonly timestamp: string }).timestamp) + 1000;
    await node.request("evm_setNextBlockTimestamp", [toQuantity(time)]);
    const atTime = asserting(`4263${time.toString(16).padStart(8, "0")}14`);
    const request = { from, data: atTime };
    assert.match(String(await node.request("eth_estimateGas", [request])), /^0x/);
    assert.match(String(await node.request("eth_estimateGas", [request, null])), /^0x/);
    await assert.rejects(node.request("eth_estimateGas", [request, "latest"]), /invalid opcode/);
    await assert.rejects(node.request("eth_call", [request]), /invalid opcode/);
  });

  it("has any price, and a base fee of zero", async () => {
    const from = node.accounts[0]?.address;
    // Returns the base fee and the price.
    const data = "0x485f523a60205260405ff3";
    const prices = [
      [{}, 0],
      [{ gasPrice: "0x7" }, 7],
      [{ gasPrice: "0x77359400" }, 2_000_000_000],
      [{ maxFeePerGas: "0x7" }, 0],
      [{ maxFeePerGas: "0x77359400", maxPriorityFeePerGas: "0x5" }, 5],
    ] as const;
    for (const [price, seen] of prices) {
      const output = await node.request("eth_call", [{ from, data, ...price }]);
      assert.equal(output, `0x${"0".repeat(64)}${seen.toString(16).padStart(64, "0")}`);
      const request = { from, data: asserting("4815"), ...price };
      assert.match(String(await node.request("eth_estimateGas", [request])), /^0x/);
      const { failed } = (await node.request("debug_traceCall", [request, "latest"])) as {
        readonly failed: boolean;
      };
      assert.equal(failed, false);
      await node.request("eth_createAccessList", [request]);
    }
  });

  it("needs no funds, nor does a traced call", async () => {
    const from = "0x00000000000000000000000000000000000f00d5";
    const value = "0xffffffffffffffffffff";
    const request = { from, value, data: asserting(`3469${value.slice(2)}14`) };
    assert.equal(await node.request("eth_call", [request]), "0x");
    assert.match(String(await node.request("eth_estimateGas", [request])), /^0x/);
    const trace = await node.request("debug_traceCall", [request, "latest"]);
    assert.equal((trace as { readonly failed: boolean }).failed, false);
  });

  it("of gas pays a tip of one gwei unless it names a price, and a transaction can then pay its price", async () => {
    const from = node.accounts[0]?.address;
    // Continues if the price is the one in four bytes.
    const expecting = (price: string) => asserting(`3a63${price}14`);
    const prices = [
      [{}, "3b9aca00"],
      [{ maxFeePerGas: "0x77359400" }, "3b9aca00"],
      [{ maxFeePerGas: "0x7" }, "00000007"],
      [{ maxPriorityFeePerGas: "0x5" }, "00000005"],
      [{ gasPrice: "0x0" }, "00000000"],
      [{ maxFeePerGas: "0x0" }, "00000000"],
    ] as const;
    for (const [price, seen] of prices) {
      const request = { from, data: expecting(seen), ...price };
      assert.match(String(await node.request("eth_estimateGas", [request])), /^0x/);
    }
    // Sends its caller the price in wei, which needs more gas than sending none.
    const refunding = "0x5f5f5f5f3a335af1600e575f5ffd5b00";
    const to = "0x2222222222222222222222222222222222222222";
    await node.request("hardhat_setCode", [to, refunding]);
    await node.request("hardhat_setBalance", [to, "0xde0b6b3a7640000"]);
    const gas = await node.request("eth_estimateGas", [{ from, to }]);
    const hash = await node.request("eth_sendTransaction", [{ from, to, gas }]);
    const receipt = await node.request("eth_getTransactionReceipt", [hash]);
    assert.equal((receipt as { readonly status: string }).status, "0x1");
  });

  it("with a gas price and a fee of EIP-1559 is refused in Hardhat's words, as is a transaction", async () => {
    const from = node.accounts[0]?.address;
    const [gasPrice, maxFeePerGas, maxPriorityFeePerGas] = ["0x77359400", "0x77359401", "0x1"];
    const tip = "Cannot send both gasPrice and maxPriorityFeePerGas";
    const cap = "Cannot send both gasPrice and maxFeePerGas params";
    const refused = [
      [{ gasPrice, maxPriorityFeePerGas }, tip],
      [{ gasPrice, maxFeePerGas }, cap],
      [{ gasPrice, maxFeePerGas, maxPriorityFeePerGas }, cap],
    ] as const;
    for (const method of ["eth_call", "eth_estimateGas", "eth_sendTransaction"]) {
      for (const [prices, message] of refused) {
        const failed = failureOf(() => node.request(method, [{ from, to: from, ...prices }]));
        const error = (await failed) as RpcError;
        const shown = { code: error.code, message: error.message, data: error.data };
        const expected = { code: -32000, message, data: { message, data: null } };
        assert.deepEqual(shown, expected);
      }
    }
  });

  it("without a gas price pays the tip that it names, and no base fee", async () => {
    const prices = [
      [{}, 0n],
      [{ maxPriorityFeePerGas: "0x5" }, 5n],
      [{ maxFeePerGas: "0x7" }, 0n],
      [{ maxFeePerGas: "0x7", maxPriorityFeePerGas: "0x5" }, 5n],
      [{ gasPrice: "0x3" }, 3n],
    ] as const;
    const from = node.accounts[0]?.address;
    for (const [price, seen] of prices) {
      // Returns the price as a word.
      const request = { from, data: "0x3a5f5260205ff3", ...price };
      assert.equal(BigInt(String(await node.request("eth_call", [request, "latest"]))), seen);
      const trace = await node.request("debug_traceCall", [request, "latest", {}]);
      assert.equal(
        BigInt(
          `0x${String((trace as { readonly returnValue: string }).returnValue).replace("0x", "")}`,
        ),
        seen,
      );
    }
  });

  it("that is traced shows what is returned with 0x, unless it is empty", async () => {
    const from = node.accounts[0]?.address;
    const returns = async (data: string) => {
      const trace = await node.request("debug_traceCall", [{ from, to: from, data }, "latest"]);
      return (trace as { readonly returnValue: string }).returnValue;
    };
    await node.request("hardhat_setCode", [from, "0x365f5f37365ff3"]);
    assert.equal(await returns("0x0102"), "0x0102");
    assert.equal(await returns("0x"), "");
  });
});
