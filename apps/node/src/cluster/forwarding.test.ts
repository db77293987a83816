import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encodeRlp, keccak256, type SignedTransaction, toKey } from "@tandem/primitives";
import { type Channel, type Feed, type FeedMessage, LogUnavailable } from "@tandem/replication";
import { silentLogger, Topic } from "@tandem/runtime";
import { bringBack, clusterApi, type Forwarding, serveReplicas } from "./forwarding.js";
import { WaitingTransactions } from "./waiting-transactions.js";

const raw = new Uint8Array(100).fill(7);
const sent = { raw, hash: keccak256(raw) } as SignedTransaction;

/** A channel from the replica to the sealer of a test. */
class DirectChannel implements Channel {
  #answer: (request: Uint8Array) => Promise<Uint8Array> = () => Promise.reject(new Error("none"));
  serve(answer: (request: Uint8Array) => Promise<Uint8Array>) {
    this.#answer = answer;
    return () => {};
  }
  ask(request: Uint8Array) {
    return this.#answer(request);
  }
}

/** Returns a node's pool of transactions, and how they reach other nodes and this one. */
function poolOver(feed: Feed) {
  const pool = new Map<string, SignedTransaction>();
  const submit = async (given: Uint8Array) => {
    pool.set(toKey(keccak256(given)), sent);
    return keccak256(given);
  };
  const get = (hash: Uint8Array) => pool.get(toKey(hash));
  const all = () => [...pool.values()];
  const chain = { pool: { all, get }, locate: () => undefined, prefetchSenders() {}, submit };
  return { submit, get, waiting: new WaitingTransactions(feed, chain, silentLogger) };
}

/** Returns what forwards over a member whose log stands still. */
const joined = (waiting: WaitingTransactions, isSealer: boolean): Forwarding => ({
  waiting,
  member: {
    isSealer,
    position: { identity: "log", sequence: 3, id: "" },
    status: () => assert.fail("not asked for"),
    applied: async () => {},
  },
});

/** Starts a sealer and a replica, to which messages with transactions come when the test says so. */
function startPair() {
  const message = { sequence: 5, body: encodeRlp([raw]) };
  let deliver = () => {};
  let close = () => {};
  const arrival = new Promise<FeedMessage>((resolve, reject) => {
    deliver = () => resolve(message);
    close = () => reject(new LogUnavailable("closed"));
  });
  let tell = () => {};
  const published = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const sealer = poolOver({
    async publish() {
      tell();
      return message.sequence;
    },
    async *read() {},
  });
  const replica = poolOver({
    publish: () => assert.fail("only the sealer publishes"),
    async *read() {
      yield await arrival;
    },
  });
  const channel = new DirectChannel();
  serveReplicas(
    channel,
    joined(sealer.waiting, true),
    {
      async answerFor(_, request) {
        if (!request.includes("eth_sendRawTransaction"))
          return '{"jsonrpc":"2.0","id":1,"result":0}';
        await sealer.waiting.keep([await sealer.submit(raw)]);
        return '{"jsonrpc":"2.0","id":1,"result":"sent"}';
      },
    },
    () => assert.fail("no block is sent"),
  );
  const apiOf = (isSealer: boolean) => {
    const here = joined(replica.waiting, isSealer);
    return clusterApi(channel, () => here, new Topic<void>(silentLogger), undefined);
  };
  replica.waiting.start(() => false);
  return { replica, api: apiOf(false), sealersApi: apiOf(true), published, deliver, close };
}

describe("a request that a replica passes to the sealer", () => {
  it("is answered when the replica's pool has the transaction that the sealer published", async () => {
    const { replica, api, published, deliver } = startPair();
    let answer: string | undefined;
    const sending = api.ask("eth_sendRawTransaction", ["0x"], "client").then((text) => {
      answer = text;
      assert.ok(replica.get(sent.hash) !== undefined);
    });
    await published;
    await new Promise(setImmediate);
    // The sealer publishes nothing for another request.
    assert.equal(await api.ask("evm_mine", [], "client"), "0");
    assert.equal(answer, undefined);
    deliver();
    await sending;
    assert.equal(answer, '"sent"');
  });

  it("is answered by a node that has become the sealer itself, which reads no message of its own", async () => {
    const { sealersApi } = startPair();
    assert.equal(await sealersApi.ask("eth_sendRawTransaction", ["0x"], "client"), '"sent"');
  });

  it("is answered although transactions of other nodes are not read any more", async () => {
    const { api, close } = startPair();
    const sending = api.ask("eth_sendRawTransaction", ["0x"], "client");
    close();
    assert.equal(await sending, '"sent"');
  });
});

it("a block that a lost log lacks is sent after those before it, until one is refused", async () => {
  const channel = new DirectChannel();
  const received: Uint8Array[] = [];
  const { waiting } = poolOver({ publish: async () => 0, async *read() {} });
  const answerFor = () => assert.fail("a block is no request");
  serveReplicas(channel, joined(waiting, true), { answerFor }, async (block) => {
    if (received.push(block) === 2) throw new Error("it breaks a rule");
  });
  const blocks = [1, 2, 3].map((n) => Uint8Array.of(n));
  const interrupted = new Topic<void>(silentLogger);
  await assert.rejects(bringBack(channel, blocks, interrupted), /it breaks a rule/);
  assert.deepEqual(received, blocks.slice(0, 2));
});

it("a request that something else than a sealer answers may be done or not", async () => {
  for (const answer of ["garbage", "{}\n", "{}\nnull", "\n"]) {
    const channel = new DirectChannel();
    channel.serve(async () => new TextEncoder().encode(answer));
    const { waiting } = poolOver({ publish: async () => 0, async *read() {} });
    const here = joined(waiting, false);
    const api = clusterApi(channel, () => here, new Topic<void>(silentLogger), undefined);
    await assert.rejects(api.ask("evm_mine", [], "client"), {
      name: "Fault",
      message: /something else than a sealer answered/,
    });
  }
});
