/** Tests what is said of a transaction whose frames have more bytes than traces may. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { developmentAccounts, sign } from "../support/development.js";

const [sender] = developmentAccounts;
assert.ok(sender);
const contract = `0x${"70".repeat(20)}`;
const word = `0x${"2a".padStart(64, "0")}`;
/** CALL(gas, 0x71…, 0, 0, 1 MB, 0, 0) and POP, often enough for more than 64 MiB; REVERT(42). */
const calls = `5f5f620fffff5f5f73${"71".repeat(20)}5af150`.repeat(70);
const code = `0x${calls}602a5f5260205ffd`;

let node: InProcessNode;
let hash = "";
before(async () => {
  node = await createNode({ isListening: false });
  await node.request("anvil_setCode", [contract, code]);
  const signed = sign(sender, { nonce: 0, to: contract, gasLimit: 5_000_000 });
  hash = signed.hash;
  await node.request("eth_sendRawTransaction", [signed.raw]);
});
after(() => node.close());

it("its outermost call is traced alone, however large the others are", async () => {
  const config = { tracer: "callTracer", tracerConfig: { onlyTopCall: true } };
  const traced = (await node.request("debug_traceTransaction", [hash, config])) as {
    readonly output: string;
    readonly calls?: unknown;
  };
  assert.deepEqual([traced.output, traced.calls], [word, undefined]);
  assert.equal(await node.request("ots_getTransactionError", [hash]), word);
});

it("neither its traces nor those of its block are returned without it", async () => {
  const limit = { code: -32005, data: { limit: "stored-trace-bytes", max: 131_072 } };
  await assert.rejects(node.request("trace_transaction", [hash]), limit);
  await assert.rejects(node.request("trace_block", ["latest"]), limit);
  assert.deepEqual(await node.request("trace_filter", [{}]), []);
});
