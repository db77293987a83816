/** Tests that clients may send quantities in the forms that Hardhat's network 2.29.1 and anvil 1.7.1 take. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { toBeHex } from "ethers";
import { failureOf } from "../support/promised.js";

type Request = readonly [method: string, ...params: unknown[]];

const other = "0x00000000000000000000000000000000000f00d5";

/** Requests with numbers as ethers' `toBeHex` writes them, which has two digits for each byte. */
const withZeros = (from: string): readonly Request[] => [
  ["eth_getBlockByNumber", toBeHex(5), false],
  ["eth_getBalance", from, toBeHex(0)],
  ["eth_getProof", from, [], toBeHex(5)],
  ["eth_getStorageAt", from, toBeHex(5), { blockNumber: toBeHex(5) }],
  ["eth_getTransactionByBlockNumberAndIndex", toBeHex(5), toBeHex(0)],
  ["eth_call", { from, to: other, value: toBeHex(5), gas: toBeHex(100_000) }, toBeHex(5)],
  ["eth_estimateGas", { from, to: other, value: toBeHex(5), nonce: toBeHex(0) }],
  ["eth_getLogs", { fromBlock: toBeHex(0), toBlock: toBeHex(5) }],
  ["trace_filter", { fromBlock: toBeHex(0), toBlock: toBeHex(5) }],
  ["eth_feeHistory", toBeHex(1), toBeHex(5), []],
];

const withNumbers = (from: string): readonly Request[] => [
  ["eth_getStorageAt", from, 0, "latest"],
  ["eth_call", { from, to: other, value: 5, gas: 100_000, nonce: 0 }, "latest"],
  ["eth_estimateGas", { from, to: other, value: "5" }],
  ["eth_getUncleCountByBlockNumber", 0],
  ["eth_getBlockByNumber", "3", false],
  ["trace_block", "3"],
  ["trace_filter", { fromBlock: 0, toBlock: 3 }],
];

async function withNode(
  settings: Parameters<typeof createNode>[0],
  use: (node: InProcessNode) => Promise<void>,
): Promise<void> {
  const node = await createNode({ ...settings, isListening: false });
  try {
    await use(node);
  } finally {
    await node.close();
  }
}

const firstOf = ({ accounts }: InProcessNode) => accounts[0]?.address as string;

for (const compat of ["hardhat", "anvil"] as const) {
  it(`quantities with leading zeros, JSON numbers and decimal digits are read with --compat ${compat}`, () =>
    withNode({ compat }, async (node) => {
      await node.request("hardhat_mine", [5]);
      const from = firstOf(node);
      for (const [method, ...params] of [...withZeros(from), ...withNumbers(from)]) {
        await node.request(method, params);
      }
      const block = await node.request("eth_getBlockByNumber", [toBeHex(5), false]);
      assert.equal((block as { readonly number: string }).number, "0x5");
      for (const value of [toBeHex(5), 5, "5"]) {
        const hash = await node.request("eth_sendTransaction", [{ from, to: other, value }]);
        await node.request("evm_mine", []);
        const sent = await node.request("eth_getTransactionByHash", [hash]);
        assert.equal((sent as { readonly value: string }).value, "0x5");
      }
    }));
}

it("they are refused without --compat, as the specification says", () =>
  withNode({}, async (node) => {
    await node.request("hardhat_mine", [5]);
    const from = firstOf(node);
    for (const [method, ...params] of [...withZeros(from), ...withNumbers(from)]) {
      const error = await failureOf(() => node.request(method, params));
      assert.equal((error as Error & { readonly code: number }).code, -32602, method);
    }
  }));
