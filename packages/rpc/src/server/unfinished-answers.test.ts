/** Tests that answers count against limits while they are computed, whichever way they were asked for. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it, type TestContext } from "node:test";
import { fakeBackend } from "../testing/fake-backend.js";
import { postHead, RawSocket } from "../testing/raw-socket.js";
import {
  type JsonAnswer,
  requestText,
  type ServeOptions,
  serve,
  smallChain,
  transports,
} from "../testing/serve.js";
import type { Transport } from "./native-server.js";

const kibibyte = 1024;
const limits = {
  answerCharactersMax: 1024 * kibibyte,
  clientAnswersBytesMax: 1024 * kibibyte,
  answersBytesMax: 2048 * kibibyte,
};
/** The bytes that a large call returns, whose text is twice as long. */
const largeBytes = 200 * kibibyte;
/**
 * The number of large answers of a batch: two batches are above the limit of a client, and five such
 * answers, but not six, below that of all.
 */
const largeAnswers = 2;
const clientsRefusal = { limit: "client-answers-bytes", max: limits.clientAnswersBytesMax };

const large = requestText("eth_call", [{ data: "0x" }, "latest"]);
const waiting = requestText("eth_getLogs", [{}]);
/** A batch whose last entry waits until the test lets it go. */
const batch = `[${[...Array<string>(largeAnswers).fill(large), waiting].join(",")}]`;

/**
 * Serves calls that return much, and queries of logs that wait.
 * @param most the number of queries that wait at a time; others are answered at once.
 */
async function serveCalls(
  t: TestContext,
  transport: Transport,
  options: ServeOptions = {},
  most = 1,
) {
  const { genesis, block } = smallChain();
  /** The number of queries that wait now. */
  let count = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let onChange = () => {};
  const backend = fakeBackend([genesis, block], {
    call: async () => new Uint8Array(largeBytes),
    async *logs(_, { signal }) {
      yield [];
      if (count === most) return;
      count++;
      onChange();
      await Promise.race([released, once(signal, "abort")]);
      count--;
      onChange();
    },
  });
  const served = await serve(t, transport, { limits, ...options, backend });
  /** Resolves when so many queries wait. */
  const waitFor = async (number: number) => {
    while (count !== number) {
      await new Promise<void>((resolve) => {
        onChange = resolve;
      });
    }
  };
  return { ...served, release, waitFor };
}

type Served = Awaited<ReturnType<typeof serveCalls>>;

const answersOf = async (answer: Promise<Response>) =>
  (await (await answer).json()) as JsonAnswer[] & JsonAnswer;

const isWhole = (answers: readonly JsonAnswer[]) =>
  answers.length === largeAnswers + 1 && answers.every(({ result }) => result !== undefined);

/** Begins a batch on a connection of its own. */
async function begin(t: TestContext, { server }: Served): Promise<RawSocket> {
  const one = await RawSocket.open(t, server.port);
  one.write(postHead("/", `Content-Length: ${batch.length}`) + batch);
  return one;
}

for (const transport of transports) {
  describe(`answers that are computed, over ${transport}`, () => {
    it("make one error of a batch above the limit of its client, and are given back", async (t) => {
      const served = await serveCalls(t, transport);
      const first = answersOf(served.post(batch));
      await served.waitFor(1);
      for (let i = 0; i < 3; i++) {
        const { id, error } = await answersOf(served.post(batch));
        assert.deepEqual([id, error?.code, error?.data], [null, -32005, clientsRefusal]);
      }
      // What is short is not counted.
      assert.equal((await answersOf(served.post(`[${requestText("eth_chainId", [])}]`))).length, 1);
      served.release();
      assert.ok(isWhole(await first));
      for (let i = 0; i < 5; i++) assert.ok(isWhole(await answersOf(served.post(batch))));
    });

    it("are given back by clients that leave", async (t) => {
      const served = await serveCalls(t, transport);
      for (let i = 0; i < 3; i++) {
        const one = await begin(t, served);
        await served.waitFor(1);
        assert.deepEqual((await answersOf(served.post(batch))).error?.data, clientsRefusal);
        one.socket.destroy();
        await served.waitFor(0);
      }
      served.release();
      assert.ok(isWhole(await answersOf(served.post(batch))));
    });

    it("are counted for each key, and for all together", async (t) => {
      const apiKeys = ["one", "two", "three"];
      const served = await serveCalls(t, transport, { apiKeys }, 3);
      const ask = (path: string, body = batch) => answersOf(served.post(body, { path }));
      const [first, second] = [ask("/one"), ask("/two")];
      await served.waitFor(2);
      assert.deepEqual((await ask("/one")).error?.data, clientsRefusal);
      const more = `[${large},${waiting}]`;
      const third = ask("/three", more);
      await served.waitFor(3);
      const { error } = await ask("/three", more);
      assert.deepEqual(error?.data, { limit: "answers-bytes", max: limits.answersBytesMax });
      served.release();
      assert.ok(isWhole(await first));
      assert.ok(isWhole(await second));
      assert.equal((await third).length, 2);
    });

    it("are counted over WebSocket too", async (t) => {
      const served = await serveCalls(t, transport);
      const clients = [await served.connect(), await served.connect()] as const;
      clients[0].socket.send(batch);
      await served.waitFor(1);
      clients[1].socket.send(batch);
      assert.deepEqual((await clients[1].next()).error?.data, clientsRefusal);
      clients[0].socket.terminate();
      await served.waitFor(0);
      served.release();
      clients[1].socket.send(batch);
      assert.ok(isWhole(await clients[1].next<JsonAnswer[]>()));
    });

    it("are sent as they are if there is no room to compress them", async (t) => {
      const served = await serveCalls(t, transport);
      const codingOf = async () => {
        const headers = { "accept-encoding": "gzip" };
        const answer = await served.post(large, { headers });
        const { result } = (await answer.json()) as JsonAnswer;
        assert.equal(String(result).length, 2 + 2 * largeBytes);
        return answer.headers.get("content-encoding");
      };
      for (let i = 0; i < 3; i++) assert.equal(await codingOf(), "gzip");
      const first = answersOf(served.post(batch));
      await served.waitFor(1);
      assert.equal(await codingOf(), null);
      served.release();
      assert.ok(isWhole(await first));
      assert.equal(await codingOf(), "gzip");
    });
  });
}
