/** Tests that the pool reads only the accounts that a change names, and keeps what a full pass would keep. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Address,
  decodeTransaction,
  evmCommon,
  Fault,
  type Header,
  privateKeyToAddress,
  type SignedTransaction,
  type StateReader,
  type StateRoot,
  signHash,
  signTransaction,
  toKey,
} from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import type { StateChange } from "@tandem/state";
import fc from "fast-check";
import { Pool } from "./pool.js";
import { SenderQueue } from "./sender-queue.js";

const common = evmCommon(31, "osaka");
const gwei = 10n ** 9n;
const head = { minimumGasPrice: gwei, gasLimit: 30_000_000n } as Header;
const keyOf = (n: number) => new Uint8Array(32).fill(n + 1);
const addressOf = (n: number) => privateKeyToAddress(keyOf(n));
const to = new Uint8Array(20).fill(0x77);

const signed = new Map<string, SignedTransaction>();
/** Returns a transaction that costs `value` gwei beside its fee. */
function transaction(from: number, nonce: number, value: number): SignedTransaction {
  const name = `${from}/${nonce}/${value}`;
  const price = { gasPrice: gwei + BigInt(value) };
  const fields = { nonce: BigInt(nonce), value: BigInt(value) * gwei, price, gas: 21_000n, to };
  const made =
    signed.get(name) ??
    decodeTransaction(
      signTransaction(fields, common, (digest) => signHash(digest, keyOf(from))),
      common,
    );
  signed.set(name, made);
  return made;
}

interface Account {
  readonly nonce: number;
  /** Gwei. */
  readonly balance: number;
}

const initial: Account = { nonce: 0, balance: 30_000 };

/** A state of a few accounts, which counts what is read of it. */
class ModelState implements StateReader {
  static #made = 0;
  readonly root: StateRoot = new Uint8Array(32).fill(0) as StateRoot;
  readonly accounts: readonly Account[];
  reads = 0;

  constructor(accounts: readonly Account[]) {
    this.accounts = accounts;
    new DataView(this.root.buffer).setUint32(0, ++ModelState.#made);
  }

  #account(address: Address): Account {
    this.reads++;
    const at = this.accounts.findIndex((_, n) => toKey(addressOf(n)) === toKey(address));
    return this.accounts[at] as Account;
  }

  balanceOf = (address: Address) => BigInt(this.#account(address).balance) * gwei;
  nonceOf = (address: Address) => BigInt(this.#account(address).nonce);
  codeOf = () => new Uint8Array(0);
  storageAt = () => new Uint8Array(32);

  /** Returns the state after accounts changed, and how it differs. */
  after(changes: ReadonlyMap<number, Account>): readonly [ModelState, StateChange] {
    const next = new ModelState(this.accounts.map((one, n) => changes.get(n) ?? one));
    const accounts = new Map([...changes].map(([n, one]) => [toKey(addressOf(n)), one]));
    return [next, { before: this.root, accounts }];
  }
}

function tryAdmit(pool: Pool, one: SignedTransaction, state: StateReader): void {
  try {
    pool.admit(one, head, state);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

function orderOf(pool: Pool, state: StateReader): SignedTransaction[] {
  const ready = runSync(pool.ready(state, gwei));
  const order: SignedTransaction[] = [];
  for (let tx = ready.next(); tx !== undefined; tx = ready.next()) order.push(tx);
  return order;
}

const contentOf = (pool: Pool, state: StateReader) => runSync(pool.content(() => state));

const sender = fc.integer({ min: 0, max: 3 });
const account = fc.record({
  nonce: fc.integer({ min: 0, max: 4 }),
  balance: fc.integer({ min: 21_000, max: 30_000 }),
});
const changes = fc.array(fc.tuple(sender, account), { maxLength: 3 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant("send" as const),
    sender,
    nonce: fc.integer({ min: 0, max: 4 }),
    value: fc.integer({ min: 0, max: 2_000 }),
  }),
  // A block or an edit on the present state, or a block on a former one.
  fc.record({ kind: fc.constant("change" as const), changes, back: fc.nat({ max: 2 }) }),
  // A reorg or a revert, of which only the new state is known.
  fc.record({ kind: fc.constant("return" as const), back: fc.nat({ max: 4 }) }),
  fc.record({ kind: fc.constant("clear" as const) }),
);

describe("a pool that follows states", () => {
  it("reads the accounts that a change names, and each nonce once", () => {
    const first = new ModelState(Array.from({ length: 40 }, () => initial));
    const pool = new Pool();
    for (const n of first.accounts.keys()) pool.admit(transaction(n, 0, n), head, first);
    const [second, change] = first.after(new Map([[7, { nonce: 1, balance: 30_000 }]]));
    runSync(pool.follow(second, change));
    assert.equal(orderOf(pool, second).length, 39);
    assert.equal(pool.hasReady(second), true);
    assert.equal(runSync(pool.content(() => second)).pending.length, 39);
    assert.deepEqual(runSync(pool.counts(() => second)), { pending: 39, queued: 0 });
    assert.equal(second.reads, 2, "nonce and balance of one account");
  });

  it("looks once at a sender that lacks its next nonce, until it or its account changes", (context) => {
    const first = new ModelState(Array.from({ length: 40 }, () => initial));
    const pool = new Pool();
    for (const n of first.accounts.keys()) pool.admit(transaction(n, 1, n), head, first);
    assert.equal(pool.hasReady(first), false);
    const { mock } = context.mock.method(SenderQueue.prototype, "get");
    assert.equal(pool.hasReady(first), false);
    assert.deepEqual(orderOf(pool, first), []);
    assert.equal(mock.callCount(), 0);
    mock.restore();
    const changed = new Map([
      [7, { nonce: 1, balance: 30_000 }],
      [3, { nonce: 0, balance: 60_000 }],
    ]);
    const [second, change] = first.after(changed);
    runSync(pool.follow(second, change));
    assert.deepEqual(orderOf(pool, second), [transaction(7, 1, 7)]);
    pool.admit(transaction(3, 0, 3), head, second);
    assert.equal(orderOf(pool, second).length, 3);
  });

  it("reads the nonce of a sender that is added while another state is followed in that state", () => {
    const first = new ModelState([initial, initial, initial]);
    const pool = new Pool();
    for (const n of [0, 1]) pool.admit(transaction(n, 0, 1), head, first);
    runSync(pool.follow(first));
    const used = { nonce: 1, balance: 30_000 };
    const [second, change] = first.after(new Map([0, 1, 2].map((n) => [n, used])));
    const steps = pool.follow(second, change);
    steps.next();
    const added = transaction(2, 1, 1);
    pool.admit(added, head, second);
    assert.deepEqual(orderOf(pool, second), [added]);
    runSync(steps);
    assert.deepEqual(orderOf(pool, second), [added]);
    assert.deepEqual(pool.all(), [added]);
  });

  it("reads all accounts again after it did not follow a state to its end", () => {
    const first = new ModelState([initial, initial]);
    const pool = new Pool();
    for (const n of [0, 1]) pool.admit(transaction(n, 0, 1), head, first);
    runSync(pool.follow(first));
    const used = { nonce: 1, balance: 30_000 };
    const [second, change] = first.after(new Map([[0, used]]));
    pool.follow(second, change).next();
    const [third, later] = second.after(new Map([[1, used]]));
    runSync(pool.follow(third, later));
    assert.deepEqual(pool.all(), []);
  });

  it("keeps what a full pass over its senders keeps", () => {
    const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const [pool, full] = [new Pool(), new Pool()];
      const states = [new ModelState([initial, initial, initial, initial])];
      const former = (back: number) => states.at(-1 - back) ?? (states[0] as ModelState);
      const move = (state: ModelState, change?: StateChange) => {
        states.push(state);
        runSync(pool.follow(state, change));
        runSync(full.follow(state));
      };
      for (const one of steps) {
        if (one.kind === "send") {
          const sent = transaction(one.sender, one.nonce, one.value);
          for (const each of [pool, full]) tryAdmit(each, sent, former(0));
        } else if (one.kind === "change") {
          move(...former(one.back).after(new Map(one.changes)));
        } else if (one.kind === "return") {
          move(former(one.back));
        } else {
          pool.clear();
          full.clear();
        }
        const state = former(0);
        assert.deepEqual(pool.all(), full.all());
        // A reader without a root is read as it is.
        const { balanceOf, nonceOf, codeOf, storageAt } = state;
        const plain = { balanceOf, nonceOf, codeOf, storageAt };
        assert.deepEqual(orderOf(pool, state), orderOf(full, plain));
        const listed = contentOf(pool, state);
        assert.deepEqual(listed, contentOf(full, plain));
        const { pending, queued } = listed;
        const counts = { pending: pending.length, queued: queued.length };
        assert.deepEqual(runSync(pool.counts(() => state)), counts);
      }
    });
    fc.assert(property, { seed: 11, numRuns: 200 });
  });
});
