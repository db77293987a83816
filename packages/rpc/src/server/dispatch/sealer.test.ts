import assert from "node:assert/strict";
import { it } from "node:test";
import type { ClusterApi } from "../../backend/cluster-api.js";
import { blockNumber } from "../../contract/eth/client.js";
import { getBalance } from "../../contract/eth/state.js";
import { sendRawTransaction } from "../../contract/eth/submit.js";
import type { Method } from "../../contract/method.js";
import { askSealer, limitAtSealer } from "./sealer.js";

it("only results that need the log of a cluster are limited by its silence", async () => {
  const refuse = async () => Promise.reject(new Error("silent"));
  const cluster: ClusterApi = {
    isSealer: () => true,
    status: () => undefined,
    ask: () => assert.fail("not a replica"),
    limit: refuse,
  };
  const result = Promise.resolve("done");
  assert.equal(limitAtSealer(undefined, sendRawTransaction, result), result);
  assert.equal(limitAtSealer(cluster, blockNumber, result), result);
  assert.equal(limitAtSealer(cluster, sendRawTransaction, "at once"), "at once");
  await assert.rejects(
    limitAtSealer(cluster, sendRawTransaction, result) as Promise<unknown>,
    /silent/,
  );
});

it("only a replica passes requests on, and only those that need the pending transactions", async () => {
  const asked: unknown[] = [];
  const clusterOf = (isSealer: boolean): ClusterApi => ({
    isSealer: () => isSealer,
    status: () => undefined,
    async ask(...request) {
      asked.push(request);
      return '"0x1"';
    },
    limit: () => assert.fail("not the sealer"),
  });
  const replica = clusterOf(false);
  const pass = (cluster: ClusterApi | undefined, method: Method, decoded: unknown = {}) => {
    const request = { method: method.name, params: ["as sent"], idText: "1" };
    return askSealer(cluster, method, decoded, request, { id: "alice" });
  };
  const pending = { address: new Uint8Array(20), block: { tag: "pending" } };
  const latest = { ...pending, block: { tag: "latest" } };
  for (const cluster of [undefined, clusterOf(true)]) {
    assert.equal(pass(cluster, sendRawTransaction), undefined);
    assert.equal(pass(cluster, getBalance, pending), undefined);
  }
  assert.equal(pass(replica, blockNumber), undefined);
  assert.equal(pass(replica, getBalance, latest), undefined);
  assert.deepEqual(asked, []);
  for (const [method, decoded] of [
    [sendRawTransaction, {}],
    [getBalance, pending],
  ] as const) {
    assert.equal((await pass(replica, method, decoded))?.text, '"0x1"');
    assert.deepEqual(asked.pop(), [method.name, ["as sent"], "alice"]);
  }
});
