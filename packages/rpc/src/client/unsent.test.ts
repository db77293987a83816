import assert from "node:assert/strict";
import { it } from "node:test";
import { freePort } from "../testing/serve.js";
import { usedBytes } from "../testing/used-bytes.js";
import { ConnectionError, webSocketClient } from "./client.js";

it("a client without a connection keeps no call that has failed", async (t) => {
  const limits = { answerMs: 1, retriesMax: Number.POSITIVE_INFINITY };
  const client = webSocketClient(`ws://127.0.0.1:${await freePort()}`, { limits });
  t.after(() => client.close());
  const transaction = (i: number) => new Uint8Array(100_000).fill(i);
  const fail = async (calls: number) => {
    for (let i = 0; i < calls; i++) {
      const sent = client.eth_sendRawTransaction({ transaction: transaction(i) });
      await assert.rejects(sent, ConnectionError);
    }
  };
  await fail(5);
  const before = await usedBytes();
  await fail(100);
  assert.ok((await usedBytes()) - before < 5_000_000);
});
