import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { encodeRlp, Fault, keccak256, type SignedTransaction, toKey } from "@tandem/primitives";
import { type Feed, type FeedMessage, feedRepeatMs, LogUnavailable } from "@tandem/replication";
import { silentLogger } from "@tandem/runtime";
import { clusterLimits } from "./limits.js";
import { WaitingTransactions } from "./waiting-transactions.js";

/** A feed that stores its publications when the test says so. */
class HeldFeed implements Feed {
  readonly sizes: number[] = [];
  readonly #held: (() => void)[] = [];
  readonly #told = new Set<() => void>();

  publish(body: Uint8Array): Promise<number> {
    const sequence = this.sizes.push(body.length);
    for (const tell of this.#told) tell();
    return new Promise((resolve) => this.#held.push(() => resolve(sequence)));
  }

  /** Resolves when there have been this number of publications. */
  async published(count: number): Promise<void> {
    while (this.sizes.length < count) {
      await new Promise<void>((resolve) => this.#told.add(resolve));
    }
  }

  storeOne(): void {
    this.#held.shift()?.();
  }

  async *read(): AsyncIterable<FeedMessage> {}
}

const transactionOf = (n: number) => {
  const raw = new Uint8Array(100).fill(n);
  return { raw, hash: keccak256(raw) } as SignedTransaction;
};

function chainWith(count: number) {
  const all = Array.from({ length: count }, (_, n) => transactionOf(n));
  const pool = new Map(all.map((transaction) => [toKey(transaction.hash), transaction]));
  const chain = {
    pool: {
      all: () => [...pool.values()],
      get: (hash: Uint8Array) => pool.get(toKey(hash)),
    },
    locate: () => undefined,
    prefetchSenders: () => {},
    submit: async () => keccak256(new Uint8Array(0)),
  };
  return { chain, all, pool };
}

function waitingIn(feed: Feed, count: number) {
  const { chain, ...known } = chainWith(count);
  return { waiting: new WaitingTransactions(feed, chain, silentLogger), ...known };
}

describe("pending transactions of the sealer", () => {
  it("are published in one message if they arrive together, or during a publication", async () => {
    const feed = new HeldFeed();
    const { waiting, all } = waitingIn(feed, 8);
    const hashes = all.map(({ hash }) => hash);
    const answered: number[] = [];
    const keep = (from: number, to: number) =>
      waiting.keep(hashes.slice(from, to)).then(() => answered.push(to));
    const first = [keep(0, 2), keep(2, 3)];
    await feed.published(1);
    const later = [keep(3, 6), keep(6, 8)];
    assert.deepEqual(answered, []);
    feed.storeOne();
    await Promise.all(first);
    await feed.published(2);
    assert.deepEqual(answered, [2, 3]);
    feed.storeOne();
    await Promise.all(later);
    assert.equal(feed.sizes.length, 2);
    assert.ok((feed.sizes[0] ?? 0) > 300 && (feed.sizes[1] ?? 0) > 500, `${feed.sizes}`);
  });

  it("are not published if a block already has them", async () => {
    const feed = new HeldFeed();
    const { waiting, all, pool } = waitingIn(feed, 2);
    pool.clear();
    await waiting.keep(all.map(({ hash }) => hash));
    assert.deepEqual(feed.sizes, []);
  });

  it("are refused with a message if the feed is closed before they are stored", async () => {
    const closed: Feed = {
      publish: async () => {
        throw new LogUnavailable("closed");
      },
      async *read() {},
    };
    const { waiting, all } = waitingIn(closed, 1);
    const { hash } = all[0] as SignedTransaction;
    await assert.rejects(
      waiting.keep([hash]),
      /the node stopped before the other nodes had the transaction/,
    );
    await assert.rejects(
      waiting.keep([hash]),
      /the node stopped before the other nodes had the transaction/,
    );
  });

  it("are read on after a message that is none, and after a transaction that cannot be read", async () => {
    const { raw } = transactionOf(1);
    const bodies = [Uint8Array.of(0xb8), Uint8Array.of(0x05), encodeRlp([raw]), encodeRlp([raw])];
    const feed: Feed = {
      publish: async () => 0,
      async *read() {
        yield* bodies.map((body, i) => ({ sequence: i + 1, body }));
      },
    };
    const submitted: Uint8Array[] = [];
    const chain = {
      pool: { all: () => [], get: () => undefined },
      locate: () => undefined,
      prefetchSenders: () => {},
      submit: async (given: Uint8Array) => {
        submitted.push(given);
        if (submitted.length === 1) throw new RangeError("a defect");
        return keccak256(given);
      },
    };
    const logged: string[] = [];
    const logger = {
      ...silentLogger,
      warn: () => logged.push("warn"),
      error: () => logged.push("error"),
    };
    const waiting = new WaitingTransactions(feed, chain, logger);
    waiting.start(() => false);
    await waiting.stop();
    assert.deepEqual(submitted, [raw, raw]);
    assert.deepEqual(logged, ["warn", "warn", "error"]);
  });

  it("are imported once the database can be read again, and read on after a damaged row", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const raws = [1, 2, 3].map((n) => transactionOf(n).raw);
    const feed: Feed = {
      publish: async () => 0,
      async *read() {
        yield { sequence: 1, body: encodeRlp(raws) };
      },
    };
    const row = { table: "transaction-lookup", key: "1", rule: "row/form" };
    const failures: Fault[] = [
      new Fault({ code: "no-space", message: "the database was closed" }),
      new Fault({ code: "corrupt-data", message: "a row is damaged", ...row }),
    ];
    const [pooled, submitted] = [new Map<string, SignedTransaction>(), [] as number[]];
    let isClosed = true;
    const chain = {
      pool: { all: () => [], get: (hash: Uint8Array) => pooled.get(toKey(hash)) },
      locate() {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        return undefined;
      },
      prefetchSenders: () => {},
      async submit(raw: Uint8Array) {
        const n = raw[0] ?? 0;
        if (n === 2 && isClosed) {
          isClosed = false;
          throw new Fault({ code: "no-space", message: "the database was closed" });
        }
        submitted.push(n);
        pooled.set(toKey(keccak256(raw)), transactionOf(n));
        return keccak256(raw);
      },
    };
    const error = () => assert.fail("the reading goes on");
    const waiting = new WaitingTransactions(feed, chain, { ...silentLogger, error });
    waiting.start(() => false);
    const { signal } = new AbortController();
    const all = waiting.submitted(1, signal);
    for (let tries = 0; tries < 2; tries++) {
      await setImmediate();
      t.mock.timers.tick(clusterLimits.readAgainMs);
    }
    await all;
    await waiting.stop();
    assert.deepEqual(submitted, [1, 2, 3]);
  });

  it("are imported after the block of the log that is being imported, and those in it are not", async () => {
    const [mined, other] = [transactionOf(1), transactionOf(2)];
    const feed: Feed = {
      publish: async () => 0,
      async *read() {
        yield { sequence: 1, body: encodeRlp([mined.raw, other.raw]) };
      },
    };
    const steps: string[] = [];
    let apply = () => {};
    const applying = new Promise<void>((resolve) => {
      apply = () => {
        steps.push("block");
        resolve();
      };
    });
    const chain = {
      pool: { all: () => [], get: () => undefined },
      locate: (hash: Uint8Array) =>
        steps.length > 0 && toKey(hash) === toKey(mined.hash)
          ? { blockHash: mined.hash, index: 0 }
          : undefined,
      prefetchSenders: () => {},
      async submit(raw: Uint8Array) {
        steps.push(`transaction ${raw[0]}`);
        return keccak256(raw);
      },
    };
    const waiting = new WaitingTransactions(feed, chain, silentLogger);
    waiting.start(
      () => false,
      () => applying,
    );
    await setImmediate();
    apply();
    await waiting.stop();
    assert.deepEqual(steps, ["block", "transaction 2"]);
  });

  it("are published again by the sealer before they expire", async (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const feed = new HeldFeed();
    const { waiting, pool } = waitingIn(feed, 3);
    let isSealing = true;
    waiting.start(() => isSealing);
    t.mock.timers.tick(feedRepeatMs);
    await feed.published(1);
    feed.storeOne();
    assert.ok((feed.sizes[0] ?? 0) > 300);
    t.mock.timers.tick(feedRepeatMs);
    await feed.published(2);
    feed.storeOne();
    isSealing = false;
    t.mock.timers.tick(feedRepeatMs);
    isSealing = true;
    pool.delete([...pool.keys()][0] as string);
    t.mock.timers.tick(feedRepeatMs);
    await feed.published(3);
    assert.ok((feed.sizes[2] ?? 0) < 300);
    feed.storeOne();
    await waiting.stop();
  });

  it("say what their node had applied, and have no share of one client in another node's pool", async () => {
    const at = { identity: "one", sequence: 7 };
    const told: unknown[] = [];
    const publishing: Feed = {
      async publish(_, after) {
        return told.push(after);
      },
      async *read() {},
    };
    const { all, chain } = chainWith(1);
    const waiting = new WaitingTransactions(publishing, chain, silentLogger, () => at);
    await waiting.keep(all.map(({ hash }) => hash));
    assert.deepEqual(told, [at]);
    const feed: Feed = {
      publish: async () => 0,
      async *read() {
        yield { sequence: 1, body: encodeRlp([transactionOf(9).raw]), after: at };
      },
    };
    const steps: unknown[] = [];
    const submit = async (...given: unknown[]) => {
      steps.push(given.length);
      return keccak256(new Uint8Array(0));
    };
    const reading = new WaitingTransactions(feed, { ...chain, submit }, silentLogger);
    reading.start(
      () => false,
      async (after) => void steps.push(after),
    );
    await reading.stop();
    assert.deepEqual(steps, [at, 1]);
  });

  it("are none in a message of more than nodes put into one, and those of a long one are read in slices", async () => {
    const max = clusterLimits.waitingInMessageMax;
    const bodies = [max + 1, max].map((count) => encodeRlp(Array(count).fill(Uint8Array.of(5))));
    const feed: Feed = {
      publish: async () => 0,
      async *read() {
        for (const [sequence, body] of bodies.entries()) yield { sequence: sequence + 1, body };
      },
    };
    let submitted = 0;
    let turns = 0;
    const { chain } = chainWith(1);
    const submit = async () => {
      submitted++;
      return keccak256(new Uint8Array(0));
    };
    const waiting = new WaitingTransactions(feed, { ...chain, submit }, silentLogger);
    waiting.start(() => false);
    const ended = waiting.submitted(2, new AbortController().signal).then(() => true);
    while (!(await Promise.race([ended, setImmediate(false)]))) turns++;
    assert.equal(submitted, max);
    assert.ok(turns > 1, `${turns} turns of the event loop`);
    await waiting.stop();
  });
});
