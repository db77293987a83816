/**
 * Tests how a node answers requests for what does not exist: as the specification says, or with `--compat` as
 * Hardhat's network 2.29.1 and anvil 1.7.1 do.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { failureOf } from "../support/promised.js";

type Compat = "none" | "hardhat" | "anvil";

const unknown = `0x${"11".repeat(32)}`;

async function withNode(
  settings: Parameters<typeof createNode>[0],
  use: (node: InProcessNode) => Promise<void>,
): Promise<void> {
  const node = await createNode(settings);
  try {
    await use(node);
  } finally {
    await node.close();
  }
}

const refusal = async (node: InProcessNode, method: string, params: readonly unknown[]) => {
  const error = await failureOf(() => node.request(method, params));
  const { code, message } = error as Error & { readonly code: number };
  return { code, message };
};

const hashOf = async (node: InProcessNode, block: string) => {
  const found = await node.request("eth_getBlockByNumber", [block, false]);
  return (found as { readonly hash: string }).hash;
};

/** The error of logs of an unknown block; undefined if it has none. */
const withoutBlock: Readonly<Record<Compat, object | undefined>> = {
  none: undefined,
  hardhat: { code: -32602, message: "blockHash cannot be found" },
  anvil: { code: -32000, message: "unknown block" },
};

async function assertLogs(node: InProcessNode, compat: Compat, known: readonly string[]) {
  for (const blockHash of known) {
    assert.deepEqual(await node.request("eth_getLogs", [{ blockHash }]), []);
  }
  const params = [{ blockHash: unknown }];
  const expected = withoutBlock[compat];
  if (expected === undefined) assert.deepEqual(await node.request("eth_getLogs", params), []);
  else assert.deepEqual(await refusal(node, "eth_getLogs", params), expected);
}

for (const compat of ["none", "hardhat", "anvil"] as const) {
  describe(`with --compat ${compat}`, () => {
    it("an unknown block has no logs, or is an error, also in a fork", () =>
      withNode({ compat }, async (origin) => {
        await origin.request("evm_mine", []);
        const before = [await hashOf(origin, "0x0"), await hashOf(origin, "0x1")];
        await assertLogs(origin, compat, before);
        await withNode({ compat, forkUrl: origin.url, isListening: false }, async (fork) => {
          await fork.request("evm_mine", []);
          await assertLogs(fork, compat, [...before, await hashOf(fork, "0x2")]);
        });
      }));
  });
}

it("a method that does not exist is not supported on Hardhat's network", () =>
  withNode({ compat: "hardhat", isListening: false }, async (node) => {
    const message = "Method eth_nothing is not supported";
    assert.deepEqual(await refusal(node, "eth_nothing", [1]), { code: -32004, message });
    const long = "x".repeat(10_000);
    assert.ok((await refusal(node, long, [])).message.length < 200);
  }));

it("the trace of an unknown transaction is null, and an error on Hardhat's network", async () => {
  const params = [unknown];
  await withNode({ compat: "hardhat", isListening: false }, async (node) => {
    const message = `Unable to find a block containing transaction ${unknown}`;
    const expected = { code: -32000, message };
    assert.deepEqual(await refusal(node, "debug_traceTransaction", params), expected);
    assert.equal(await node.request("eth_getTransactionByHash", params), null);
    assert.equal(await node.request("trace_transaction", params), null);
  });
  await withNode({ isListening: false }, async (node) => {
    assert.equal(await node.request("debug_traceTransaction", params), null);
  });
});

it("an unknown filter is an error, on Hardhat's network null, and removed by nobody", async () => {
  const reads = ["eth_getFilterChanges", "eth_getFilterLogs"];
  await withNode({ compat: "hardhat", isListening: false }, async (node) => {
    for (const method of reads) assert.equal(await node.request(method, ["0x12"]), null);
    assert.equal(await node.request("eth_uninstallFilter", ["0x12"]), false);
    const id = await node.request("eth_newFilter", [{}]);
    for (const method of reads) assert.deepEqual(await node.request(method, [id]), []);
  });
  for (const compat of ["none", "anvil"] as const) {
    await withNode({ compat, isListening: false }, async (node) => {
      const expected = { code: -32000, message: "filter not found" };
      for (const method of reads) assert.deepEqual(await refusal(node, method, ["0x12"]), expected);
      assert.equal(await node.request("eth_uninstallFilter", ["0x12"]), false);
    });
  }
});
