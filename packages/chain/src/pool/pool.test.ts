import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFeeMarket1559Tx, createLegacyTx } from "@ethereumjs/tx";
import {
  type Address,
  decodeTransaction,
  evmCommon,
  Fault,
  fromHex,
  gasPriceCap,
  type Header,
  privateKeyToAddress,
  type SignedTransaction,
  type StateReader,
} from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import { poolLimits } from "../limits.js";
import { Pool } from "./pool.js";
import type { ReadyTransactions } from "./ready.js";

const common = evmCommon(31, "osaka");
const gwei = 10n ** 9n;
const keyOf = (n: number) => new Uint8Array(32).fill(n);
const to = new Uint8Array(20).fill(0x77);
const head = { minimumGasPrice: gwei, gasLimit: 30_000_000n } as Header;

interface Wish {
  readonly key?: number;
  readonly nonce?: number;
  readonly gasPrice?: bigint;
  readonly gasLimit?: bigint;
  readonly value?: bigint;
  /** The init code of a creation. */
  readonly code?: Uint8Array;
}

function legacy({
  key = 1,
  nonce = 0,
  gasPrice = gwei,
  gasLimit = 21_000n,
  value = 0n,
  code,
}: Wish): SignedTransaction {
  const receiver = code === undefined ? { to } : { data: code };
  const signed = createLegacyTx({ nonce, gasPrice, gasLimit, value, ...receiver }, { common }).sign(
    keyOf(key),
  );
  return decodeTransaction(signed.serialize(), common);
}

/** Creates accounts with 100 coins each and the given nonces, by key. */
function accounts(nonces: Readonly<Record<number, bigint>> = {}): StateReader {
  const byAddress = new Map(
    Object.entries(nonces).map(([key, nonce]) => [
      Buffer.from(privateKeyToAddress(keyOf(Number(key)))).toString("hex"),
      nonce,
    ]),
  );
  return {
    balanceOf: () => 100n * 10n ** 18n,
    nonceOf: (address: Address) => byAddress.get(Buffer.from(address).toString("hex")) ?? 0n,
    codeOf: () => new Uint8Array(0),
    storageAt: () => new Uint8Array(32),
  };
}

function dynamic(maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): SignedTransaction {
  const data = { nonce: 0, maxFeePerGas, maxPriorityFeePerGas, gasLimit: 21_000, to };
  const signed = createFeeMarket1559Tx(data, { common }).sign(keyOf(1));
  return decodeTransaction(signed.serialize(), common);
}

const refusedWith = (words: RegExp) => (error: unknown) =>
  error instanceof Fault && error.data.code === "transaction-refused" && words.test(error.message);

function drain(pool: Pool, state: StateReader): SignedTransaction[] {
  const ready = runSync(pool.ready(state, gwei));
  const taken: SignedTransaction[] = [];
  for (let tx = ready.next(); tx !== undefined; tx = ready.next()) taken.push(tx);
  return taken;
}

const priceOfNext = (ready: ReadyTransactions) => {
  const next = ready.next();
  return next && gasPriceCap(next.fields);
};

describe("pool", () => {
  it("returns whether a transaction is executable or lacks an earlier nonce", () => {
    const pool = new Pool();
    assert.equal(pool.admit(legacy({ nonce: 1 }), head, accounts()), false);
    assert.deepEqual(drain(pool, accounts()), []);
    assert.equal(pool.admit(legacy({ nonce: 0 }), head, accounts()), true);
    assert.deepEqual(
      drain(pool, accounts()).map((tx) => tx.fields.nonce),
      [0n, 1n],
    );
    assert.equal(pool.nextNonce(privateKeyToAddress(keyOf(1)), accounts()), 2n);
  });

  it("separates executable transactions from those that lack an earlier nonce", () => {
    const pool = new Pool();
    for (const nonce of [5, 0, 3, 1]) pool.admit(legacy({ nonce }), head, accounts());
    const { pending, queued } = runSync(pool.content(() => accounts()));
    assert.deepEqual(
      pending.map((tx) => tx.fields.nonce),
      [0n, 1n],
    );
    assert.deepEqual(
      queued.map((tx) => tx.fields.nonce),
      [3n, 5n],
    );
  });

  it("lists each sender once while it changes, and those of one sender", () => {
    const pool = new Pool();
    const keys = Array.from({ length: poolLimits.sendersBeforeYield + 6 }, (_, i) => i + 1);
    for (const key of keys) pool.admit(legacy({ key }), head, accounts());
    let state = accounts();
    const listing = pool.content(() => state);
    listing.next();
    listing.next();
    pool.remove([legacy({ key: 1 }), legacy({ key: keys.length })]);
    state = accounts({ 1: 1n, [keys.length]: 1n });
    for (const nonce of [1, 3]) pool.admit(legacy({ key: 1, nonce }), head, state);
    const { pending, queued } = runSync(listing);
    assert.deepEqual(
      pending.map(({ sender }) => sender),
      keys.slice(0, -1).map((key) => privateKeyToAddress(keyOf(key))),
    );
    assert.deepEqual(queued, []);
    const own = pool.contentOf(privateKeyToAddress(keyOf(1)), state);
    assert.deepEqual(
      [own.pending, own.queued].map((list) => list.map((tx) => tx.fields.nonce)),
      [[1n], [3n]],
    );
    assert.deepEqual(runSync(pool.counts(() => state)), { pending: keys.length - 1, queued: 1 });
  });

  it("refuses a sender with code, which no block includes, unless the code is a delegation", () => {
    const pool = new Pool();
    const withCode = (code: string) => ({ ...accounts(), codeOf: () => fromHex(code) });
    const admit = (code: string) => pool.admit(legacy({}), head, withCode(code));
    assert.throws(() => admit("0x1234"), refusedWith(/^sender not an eoa: address 0x/));
    assert.equal(pool.size, 0);
    assert.equal(admit(`0xef0100${"77".repeat(20)}`), true);
  });

  it("refuses with the messages that clients know", () => {
    const pool = new Pool();
    const state = accounts({ 2: 5n });
    pool.admit(legacy({}), head, state);
    const refuses = (wish: Wish, words: RegExp) =>
      assert.throws(() => pool.admit(legacy(wish), head, state), refusedWith(words));
    refuses({}, /^already known$/);
    refuses({ key: 2, nonce: 4 }, /^nonce too low: next nonce 5, tx nonce 4$/);
    refuses({ key: 3, nonce: Number(poolLimits.nonceGapMax) }, /^nonce too high/);
    refuses({ key: 3, gasPrice: gwei - 1n }, /^transaction underpriced/);
    refuses({ key: 3, gasLimit: 20_999n }, /^intrinsic gas too low/);
    // 53,000 for the creation, 16 for each byte, 2 for each word; the floor is 21,000 and 40 for each byte.
    const creation = { key: 3, code: new Uint8Array(3000).fill(1) };
    const needed = (gas: number) => new RegExp(`: gas \\d+, minimum needed ${gas}$`);
    refuses({ ...creation, gasLimit: 101_187n }, /^intrinsic gas too low/);
    refuses({ ...creation, gasLimit: 101_187n }, needed(101_188));
    refuses({ ...creation, gasLimit: 140_999n }, /^insufficient gas for floor data gas cost/);
    refuses({ ...creation, gasLimit: 140_999n }, needed(141_000));
    refuses({ key: 3, gasLimit: 30_000_001n }, /^exceeds block gas limit$/);
    refuses({ key: 3, value: 100n * 10n ** 18n }, /^insufficient funds for gas \* price \+ value/);
    const tip = createFeeMarket1559Tx(
      { nonce: 0, maxFeePerGas: gwei, maxPriorityFeePerGas: gwei, gasLimit: 21_000, to },
      { common },
    ).sign(keyOf(9));
    assert.doesNotThrow(() => pool.admit(decodeTransaction(tip.serialize(), common), head, state));
  });

  it("counts a sender's pending transactions against its funds", () => {
    const pool = new Pool();
    const sixty = 60n * 10n ** 18n;
    pool.admit(legacy({ value: sixty }), head, accounts());
    assert.throws(
      () => pool.admit(legacy({ nonce: 1, value: sixty }), head, accounts()),
      refusedWith(/^insufficient funds/),
    );
  });

  it("replaces a transaction only for a tenth more", () => {
    const pool = new Pool();
    pool.admit(legacy({ gasPrice: 10n * gwei }), head, accounts());
    assert.throws(
      () => pool.admit(legacy({ gasPrice: 11n * gwei - 1n }), head, accounts()),
      refusedWith(/^replacement transaction underpriced$/),
    );
    const replacement = legacy({ gasPrice: 11n * gwei });
    pool.admit(replacement, head, accounts());
    assert.equal(pool.size, 1);
    assert.deepEqual(drain(pool, accounts()), [replacement]);
  });

  it("names the price that is too low for a replacement, and the least that is enough", () => {
    const pool = new Pool();
    pool.admit(dynamic(3n * gwei + 5n, gwei + 5n), head, accounts());
    const refusedFor = (price: "cap" | "tip", minimum: bigint) => (error: unknown) => {
      assert.ok(error instanceof Fault && error.data.code === "transaction-refused");
      const kind = "replacement-underpriced";
      assert.deepEqual(error.data.refusal, { kind, price, minimum, nonce: 0n });
      return true;
    };
    assert.throws(
      () => pool.admit(dynamic(3n * gwei + 5n, 2n * gwei), head, accounts()),
      refusedFor("cap", 3_300_000_006n),
    );
    assert.throws(
      () => pool.admit(dynamic(4n * gwei, gwei + 5n), head, accounts()),
      refusedFor("tip", 1_100_000_006n),
    );
  });

  it("replaces a transaction for any higher maximum price, whatever the tip, if no bump is wanted", () => {
    const pool = new Pool({ replacementBumpPercent: 0n });
    pool.admit(dynamic(10n * gwei, 2n), head, accounts());
    for (const tip of [1n, 3n]) {
      assert.throws(
        () => pool.admit(dynamic(10n * gwei, tip), head, accounts()),
        refusedWith(/^replacement transaction underpriced$/),
      );
    }
    const replacement = dynamic(10n * gwei + 1n, 1n);
    pool.admit(replacement, head, accounts());
    assert.deepEqual(drain(pool, accounts()), [replacement]);
  });

  it("when full, evicts transactions only for one that pays more", () => {
    const pool = new Pool({ transactionsMax: 3, bytesMax: 10_000 });
    const admit = (wish: Wish) => pool.admit(legacy(wish), head, accounts());
    admit({ key: 1, nonce: 0, gasPrice: 9n * gwei });
    admit({ key: 1, nonce: 1, gasPrice: 2n * gwei });
    admit({ key: 2, gasPrice: 3n * gwei });
    for (let again = 0; again < 2; again++) {
      assert.throws(() => admit({ key: 3, gasPrice: 2n * gwei }), refusedWith(/^txpool is full$/));
    }
    admit({ key: 3, gasPrice: 4n * gwei });
    const left = pool.all().map(({ fields }) => "gasPrice" in fields && fields.gasPrice / gwei);
    assert.deepEqual(left, [9n, 3n, 4n], "the last of a sender went, which paid least");
  });

  it("when full, accepts a replacement without evicting others", () => {
    const pool = new Pool({ transactionsMax: 2, bytesMax: 10_000 });
    const admit = (wish: Wish) => pool.admit(legacy(wish), head, accounts());
    admit({ key: 1, gasPrice: 5n * gwei });
    admit({ key: 2, gasPrice: 2n * gwei });
    admit({ key: 1, gasPrice: 6n * gwei });
    assert.equal(pool.size, 2);
    admit({ key: 2, gasPrice: 3n * gwei });
    assert.equal(pool.size, 2);
  });

  it("gives a client a share, which its mined, replaced and evicted transactions free", () => {
    const pool = new Pool({ transactionsMax: 3, clientTransactionsMax: 2 });
    const admit = (wish: Wish, source?: string) =>
      pool.admit(legacy(wish), head, accounts(), source);
    const isOver = (error: unknown) =>
      error instanceof Fault &&
      error.data.code === "limit-exceeded" &&
      error.data.limit === "client-pool-transactions";
    admit({ key: 1, gasPrice: 5n * gwei }, "alice");
    admit({ key: 2, gasPrice: 5n * gwei }, "alice");
    assert.throws(() => admit({ key: 3, gasPrice: 9n * gwei }, "alice"), isOver);
    admit({ key: 1, gasPrice: 6n * gwei }, "alice");
    admit({ key: 3, gasPrice: 9n * gwei }, "bob");
    admit({ key: 4, gasPrice: 9n * gwei }, "bob");
    admit({ key: 5, gasPrice: 10n * gwei }, "alice");
    assert.throws(() => admit({ key: 6, gasPrice: 20n * gwei }, "bob"), isOver);
    pool.remove([legacy({ key: 3, gasPrice: 9n * gwei })]);
    admit({ key: 6, gasPrice: 20n * gwei }, "bob");
    assert.equal(pool.size, 3);
  });

  it("evicts none for a transaction that is refused anyway", () => {
    const each = legacy({ key: 1 }).raw.length;
    const pool = new Pool({ transactionsMax: 10, bytesMax: 2 * each + 10 });
    const admit = (wish: Wish) => pool.admit(legacy(wish), head, accounts());
    admit({ key: 1, gasPrice: 2n * gwei });
    admit({ key: 2, gasPrice: 9n * gwei });
    const long = { nonce: 0, gasPrice: 5n * gwei, gasLimit: 100_000n, to, data: to };
    const signed = createLegacyTx(long, { common }).sign(keyOf(3));
    const newcomer = decodeTransaction(signed.serialize(), common);
    assert.throws(() => pool.admit(newcomer, head, accounts()), refusedWith(/^txpool is full$/));
    assert.equal(pool.size, 2);
  });

  it("drops mined transactions and those with a used nonce", () => {
    const pool = new Pool();
    const [first, second] = [legacy({ nonce: 0 }), legacy({ nonce: 1 })];
    pool.admit(first, head, accounts());
    pool.admit(second, head, accounts());
    pool.remove([first]);
    runSync(pool.follow(accounts({ 1: 2n })));
    assert.equal(pool.size, 0);
    assert.equal(pool.hasReady(accounts()), false);
  });

  it("lists and counts its content at the head of each step", () => {
    for (const name of ["content", "counts"] as const) {
      const pool = new Pool();
      const [first, second] = [legacy({ nonce: 0 }), legacy({ nonce: 1 })];
      for (const transaction of [first, second]) pool.admit(transaction, head, accounts());
      let state = accounts();
      const steps = pool[name](() => state);
      steps.next();
      state = accounts({ 1: 1n });
      pool.remove([first]);
      const content = { pending: [second], queued: [] };
      const expected = name === "content" ? content : { pending: 1, queued: 0 };
      assert.deepEqual(runSync<unknown>(steps), expected);
    }
  });

  it("drops transactions that alone cost more than the balance, and keeps those between them", () => {
    const pool = new Pool();
    const fee = 21_000n * gwei;
    const sent = [7n, 9n, 6n].map((value, nonce) => legacy({ nonce, value }));
    for (const transaction of sent) pool.admit(transaction, head, accounts());
    const [first, , third] = sent as [SignedTransaction, SignedTransaction, SignedTransaction];
    const poorer = (wei: bigint) => ({ ...accounts(), balanceOf: () => fee + wei });
    runSync(pool.follow(poorer(9n)));
    assert.equal(pool.size, 3);
    runSync(pool.follow(poorer(8n)));
    assert.deepEqual(pool.of(first.sender), [first, third]);
    runSync(pool.follow(poorer(0n)));
    assert.equal(pool.size, 0);
  });

  it("drops a used nonce that was added below others", () => {
    const pool = new Pool();
    const sent = [2, 1, 0].map((nonce) => legacy({ nonce }));
    for (const transaction of sent) pool.admit(transaction, head, accounts());
    runSync(pool.follow(accounts({ 1: 1n })));
    assert.deepEqual(pool.all(), sent.slice(0, 2));
    runSync(pool.follow(accounts({ 1: 2n })));
    assert.deepEqual(pool.all(), sent.slice(0, 1));
  });

  it("skips a sender once its transaction was skipped", () => {
    const pool = new Pool();
    pool.admit(legacy({ key: 1, nonce: 0, gasPrice: 3n * gwei }), head, accounts());
    pool.admit(legacy({ key: 1, nonce: 1, gasPrice: 3n * gwei }), head, accounts());
    pool.admit(legacy({ key: 2, nonce: 0, gasPrice: 2n * gwei }), head, accounts());
    const ready = runSync(pool.ready(accounts(), gwei));
    assert.equal(priceOfNext(ready), 3n * gwei);
    ready.skipSender();
    assert.equal(priceOfNext(ready), 2n * gwei);
    assert.equal(ready.next(), undefined);
  });

  it("orders by price, keeps each sender's nonces in order, and loses none", () => {
    const wish = fc.record({
      key: fc.integer({ min: 1, max: 4 }),
      nonce: fc.integer({ min: 0, max: 5 }),
      price: fc.integer({ min: 1, max: 9 }),
    });
    const property = fc.property(fc.array(wish, { maxLength: 20 }), (wishes) => {
      const pool = new Pool();
      const kept = new Map<string, bigint>();
      for (const { key, nonce, price } of wishes) {
        if (kept.has(`${key}/${nonce}`)) continue;
        kept.set(`${key}/${nonce}`, BigInt(price));
        pool.admit(legacy({ key, nonce, gasPrice: BigInt(price) * gwei }), head, accounts());
      }
      const order = drain(pool, accounts());
      const runnable = [1, 2, 3, 4].reduce((sum, key) => {
        let nonce = 0;
        while (kept.has(`${key}/${nonce}`)) nonce++;
        return sum + nonce;
      }, 0);
      assert.equal(order.length, runnable);
      const next = new Map<string, bigint>();
      for (const tx of order) {
        const sender = Buffer.from(tx.sender).toString("hex");
        assert.equal(tx.fields.nonce, next.get(sender) ?? 0n);
        next.set(sender, tx.fields.nonce + 1n);
      }
      const firsts = order.filter((tx) => tx.fields.nonce === 0n);
      const prices = firsts.map((tx) => ("gasPrice" in tx.fields ? tx.fields.gasPrice : 0n));
      assert.deepEqual(
        prices,
        [...prices].sort((a, b) => (a > b ? -1 : a < b ? 1 : 0)),
      );
    });
    fc.assert(property, { seed: 7, numRuns: 50 });
  });
});
