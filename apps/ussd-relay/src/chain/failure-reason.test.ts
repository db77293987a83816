/** Tests the reasons of failed transactions at nodes that cannot trace. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { answeringNode } from "../testing/answering-node.js";
import { connectNode } from "./chain.js";
import { failureReason } from "./failure-reason.js";

const hash = `0x${"01".repeat(32)}` as const;

it("the reason is unknown of a transaction in another form, at a node that cannot trace", async (t) => {
  for (const code of [-32601, -32004]) {
    const error = { code, message: "the method is not available" };
    const url = await answeringNode(t, ({ method }) =>
      method === "eth_getTransactionByHash" ? { result: { hash, of: "another kind" } } : { error },
    );
    assert.equal(await failureReason(connectNode(url), hash), "unknown reason");
  }
});
