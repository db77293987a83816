/** Tests that requests over a limit are refused with the names and values of docs/operations.md. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { post, type RpcAnswer } from "../support/rpc.js";

const page = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");

const requestOf = (method: string, ...params: readonly unknown[]) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params,
});

const scriptOf = (length: number) => {
  const script = "{ fault: function() {}, result: function() {} }";
  return { tracer: script.padEnd(length) };
};

/** Makes a body over each limit, by the name of the limit. */
const bodies: Readonly<Record<string, () => unknown>> = {
  "batch-entries": () => Array(1001).fill(requestOf("eth_chainId")),
  "json-values": () => requestOf("eth_chainId", Array(1_000_001).fill(1)),
  "json-depth": () => `${"[".repeat(65)}${"]".repeat(65)}`,
  "id-characters": () => ({ ...requestOf("eth_chainId"), id: "x".repeat(16_385) }),
  "trace-count": () => requestOf("trace_filter", { count: 101 }),
  "trace-range": () => requestOf("trace_filter", { fromBlock: "0x0", toBlock: "0x7d0" }),
  "mined-blocks": () => requestOf("hardhat_mine", 100_001),
  "script-length": () => requestOf("debug_traceCall", {}, "latest", scriptOf(262_145)),
  "client-filters": () => Array.from({ length: 751 }, () => requestOf("eth_newBlockFilter")),
};

describe("the limits of docs/operations.md", () => {
  let node: RunningNode;
  before(async () => {
    node = await startLocalNode(["--mining", "manual"]);
  });
  after(() => node.stop());

  for (const [limit, bodyOf] of Object.entries(bodies)) {
    it(`${limit} is the name and the value that a refusal has`, async () => {
      const answer = await post(node.url, bodyOf());
      assert.equal(answer.status, 200);
      const answers = [(await answer.json()) as RpcAnswer | RpcAnswer[]].flat();
      const refused = answers.filter(({ error }) => error !== undefined);
      assert.equal(refused.length, 1);
      const [{ error } = {}] = refused;
      assert.equal(error?.code, -32005);
      const data = error.data as { readonly limit: string; readonly max: number };
      assert.equal(data.limit, limit);
      const row = page.split("\n").find((line) => line.includes(`\`${limit}\``));
      const value = data.max.toLocaleString("en-US");
      assert.ok(row?.includes(value), `${row} has not ${value}`);
    });
  }
});
