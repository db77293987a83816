/** Tests the nonce of a user's next request with nodes that answer in different ways about the pending block. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { answeringNode } from "../testing/answering-node.js";
import { NoContract } from "./chain.js";
import { connectForwarder } from "./forwarder.js";

const addressOf = (byte: string) => `0x${byte.repeat(20)}` as const;
const options = { contract: addressOf("cc"), forwarder: addressOf("fe") };
const word = (nonce: number) => ({ result: `0x${nonce.toString(16).padStart(64, "0")}` });
const refusal = { error: { code: -32602, message: "the pending block is not supported" } };

describe("the nonce of a user's next request", () => {
  for (const { title, pending, latest, nonce } of [
    { title: "follows those that are pending", pending: word(6), latest: word(5), nonce: 6n },
    {
      title: "is that of the newest block with a node that has no pending one",
      ...{ pending: refusal, latest: word(5), nonce: 5n },
    },
  ]) {
    it(title, async (t) => {
      const nodeUrl = await answeringNode(t, ({ params }) =>
        params[1] === "pending" ? pending : latest,
      );
      assert.equal(await connectForwarder({ ...options, nodeUrl }).nonceOf(addressOf("aa")), nonce);
    });
  }

  it("is unknown where there is no forwarder", async (t) => {
    const nodeUrl = await answeringNode(t, () => ({ result: "0x" }));
    const forwarder = connectForwarder({ ...options, nodeUrl });
    await assert.rejects(forwarder.nonceOf(addressOf("aa")), NoContract);
  });
});
