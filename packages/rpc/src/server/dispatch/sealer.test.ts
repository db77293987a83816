import assert from "node:assert/strict";
import { it } from "node:test";
import { blockNumber } from "../../contract/eth/client.js";
import { sendRawTransaction } from "../../contract/eth/submit.js";
import type { ClusterApi } from "../backend/cluster-api.js";
import { limitAtSealer } from "./sealer.js";

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
