/**
 * Tests a node on an open port: broken requests, hostile transactions, clients without a key,
 * crowds. It runs with the native server and with its JavaScript fallback.
 */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { crowdCases } from "../support/cases/crowd-cases.js";
import { envelopeCases } from "../support/cases/envelope-cases.js";
import { greedyCases } from "../support/cases/greedy-cases.js";
import { httpCases, keyCases } from "../support/cases/http-cases.js";
import { refusedTransactionCases } from "../support/cases/refused-transaction-cases.js";
import { createLoopHoldMeter } from "../support/loop-hold/loop-hold.js";
import { withLocalNode, withNodeProcess } from "../support/node-suite.js";
import { call } from "../support/rpc.js";

const servers = [
  { name: "native uWebSockets.js", isNative: true, idleEach: 60, environment: {} },
  {
    name: "the JavaScript fallback",
    isNative: false,
    idleEach: 40,
    environment: { UWS_USE_FALLBACK: "1" },
  },
] as const;
const testKeys = ["correct-horse-battery", "staple-second-key"] as const;

for (const { name, isNative, idleEach, environment } of servers) {
  describe(`hardening of ${name}`, () => {
    describe("an open node", () => {
      const meter = createLoopHoldMeter();
      const measured = { ...environment, ...meter.environment };
      const context = withNodeProcess(["--mining", "manual"], measured, async (node) => {
        assert.equal(await call(node.url, "eth_chainId"), "0x1f", "it still answers");
        assert.equal(await node.stop("SIGTERM"), 0, node.output());
      });
      describe("envelopes", () => envelopeCases(context));
      describe("HTTP", () => httpCases(context));
      // The servers have no part in what a pool accepts.
      if (isNative) describe("transactions", () => refusedTransactionCases(context));
      describe("crowds", () => crowdCases(context, idleEach));
      describe("greed", () => greedyCases(context, meter, isNative));
    });

    describe("a node with API keys", () => {
      const flags = testKeys.flatMap((key) => ["--api-key", key]);
      const server = ["--server", isNative ? "auto" : "node"];
      const context = withLocalNode([...flags, ...server, "--log-level", "debug"], async (node) => {
        assert.equal(await call(`${node.url}/${testKeys[0]}`, "eth_chainId"), "0x1f");
        assert.equal(await node.stop(), 0);
        assert.match(node.output(), /"level":20/);
        for (const key of testKeys) assert.ok(!node.output().includes(key), "a key was logged");
      });
      keyCases(context, testKeys);
    });
  });
}
