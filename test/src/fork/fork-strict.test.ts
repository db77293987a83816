/** Tests that a fork asks in the form that strict nodes require, whatever form a client used. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import {
  openUpstreamProxy,
  refuse,
  type UpstreamProxy,
  type UpstreamRequest,
} from "../support/processes/upstream-proxy.js";
import { call } from "../support/rpc.js";

/** The number of parameters that Ethereum's specification requires. */
const required: Readonly<Record<string, number>> = {
  eth_getBlockByHash: 2,
  eth_getBlockByNumber: 2,
  eth_feeHistory: 3,
};

/** Returns why a strict node refuses parameters: geth those that are missing, anvil heights in hex. */
function complaint({ method, params }: UpstreamRequest): string | undefined {
  const least = required[method] ?? 0;
  const given = params.indexOf(null);
  const missing = given === -1 ? params.length : given;
  if (missing < least) return `missing value for required argument ${missing}`;
  const isHeight = /^(ots|erigon)_(getBlock|getHeader)/.test(method) && !/ByHash$/.test(method);
  if (isHeight && typeof params[0] !== "number") return `invalid type: expected u64`;
  return undefined;
}

let origin: RunningNode;
let proxy: UpstreamProxy;
let node: RunningNode;

before(async () => {
  origin = await startLocalNode();
  await call(origin.url, "evm_mine", [{ blocks: 3 }]);
  proxy = await openUpstreamProxy(origin.url);
  proxy.answer = (request, response) => {
    const why = complaint(request);
    return why !== undefined && refuse(request, response, -32602, why);
  };
  node = await startLocalNode(["--fork-url", proxy.url]);
});
after(async () => {
  await node?.stop();
  proxy?.close();
  await origin?.stop();
});

it("fills in what a client left out", async () => {
  const { hash } = await call<{ hash: string }>(origin.url, "eth_getBlockByNumber", ["0x1"]);
  for (const [method, ...params] of [
    ["eth_getBlockByNumber", "0x1"],
    ["eth_getBlockByNumber", "latest"],
    ["eth_getBlockByNumber", "earliest", null],
    ["eth_getBlockByHash", hash],
  ] as const) {
    const expected = await call(origin.url, method, params);
    assert.deepEqual(await call(node.url, method, params), expected, `${method} ${params}`);
  }
  const fees = { blockCount: "0x2", newest: "0x2" };
  const history = await call<object>(node.url, "eth_feeHistory", Object.values(fees));
  assert.deepEqual(history, await call(origin.url, "eth_feeHistory", Object.values(fees)));
});

it("asks Otterscan's methods for heights as JSON numbers", async () => {
  for (const block of [1, "0x1", "earliest", "latest"]) {
    for (const [method, ...more] of [
      ["erigon_getHeaderByNumber"],
      ["ots_getBlockDetails"],
      ["ots_getBlockTransactions", 0, 5],
    ] as const) {
      const params = [block, ...more];
      const expected = await call(origin.url, method, params);
      assert.deepEqual(await call(node.url, method, params), expected, `${method} ${block}`);
    }
  }
});
