import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ApiKey, digestOf, KeyClient } from "../../access/keys.js";
import type { Backend } from "../../backend/backend.js";
import { NeedsWriter } from "../../backend/compute-port.js";
import type { WriterPort } from "../../backend/writer-port.js";
import { fakeBackend } from "../../testing/fake-backend.js";
import { type JsonAnswer, requestText, serve, smallChain } from "../../testing/serve.js";
import { JsonText } from "../../written-json.js";

/** The main thread of a thread with sockets: it answers when the test says so. */
function slowWriter() {
  let answer = () => {};
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const writer: WriterPort = {
    ask: () =>
      new Promise((resolve) => {
        answer = () => resolve(new JsonText('"0x1"'));
        asked();
      }),
    askBatch: async () => undefined,
    afterEvents: async (begin) => begin(),
  };
  return { writer, isAsked, answer: () => answer() };
}

describe("a request that is passed to the main thread", () => {
  for (const when of ["at once", "after a read of the database"]) {
    it(`does not use the backend of its thread, passed ${when}`, async (t) => {
      const { writer, isAsked, answer } = slowWriter();
      const { genesis, block } = smallChain();
      const backend: Backend = {
        ...fakeBackend([genesis, block]),
        writer,
        transactionCount() {
          if (when === "at once") throw new NeedsWriter();
          return new Promise((_, reject) => setImmediate(() => reject(new NeedsWriter())));
        },
      };
      const { call, server } = await serve(t, "node", { backend: backend as never });
      const asked = call("eth_getTransactionCount", [`0x${"11".repeat(20)}`, "latest"]);
      await isAsked;
      // The main thread waits for this before it answers what it was passed.
      await server.replaceBackend(backend, { removed: [], added: [] });
      answer();
      assert.equal((await asked).result, "0x1");
    });
  }
});

describe("a batch that is passed to the main thread", () => {
  it("is refused if its key was withdrawn meanwhile, and has the rights of its key until then", async (t) => {
    const key: ApiKey = { name: "a", digest: digestOf("a"), methods: ["eth_chainId"] };
    const other: ApiKey = { name: "b", digest: digestOf("b") };
    const { server } = await serve(t, "node", { apiKeys: [key] });
    const { id: clientId } = new KeyClient(key, { now: () => 0 });
    const text = `[${requestText("eth_chainId", [])},${requestText("eth_blockNumber", [])}]`;
    const pass = async () => {
      const passed = { text, clientId, isAdmitted: false, traceparent: undefined };
      const answer = await server.service.answerPassed(passed, new AbortController().signal);
      return JSON.parse(String(answer)) as JsonAnswer | JsonAnswer[];
    };
    const [first, second] = (await pass()) as JsonAnswer[];
    assert.equal(first?.result, "0x1f");
    assert.equal(second?.error?.code, -32601);
    server.setApiKeys([other]);
    assert.equal(((await pass()) as JsonAnswer).error?.code, -32016);
  });
});
