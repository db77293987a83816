import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  decodeTransaction,
  evmCommon,
  gasPriceCap,
  type Header,
  isEqual,
  type SignedTransaction,
  type StateReader,
  toHex,
} from "@tandem/primitives";
import fc from "fast-check";
import { creation, smallSpec, transfer } from "../testing/small-chain.js";
import { Pool } from "./pool.js";

const common = evmCommon(smallSpec.chainId, "osaka");
const gwei = 10n ** 9n;
const head = { minimumGasPrice: 1n, gasLimit: 30_000_000n } as Header;
const state = {
  nonceOf: () => 0n,
  balanceOf: () => 10n ** 21n,
  codeOf: () => new Uint8Array(0),
} as unknown as StateReader;

/** Creates a pool to which raw transactions are passed. */
function openPool(limits: ConstructorParameters<typeof Pool>[0]) {
  const pool = new Pool(limits);
  const admit = (raw: Uint8Array) => pool.admit(decodeTransaction(raw, common), head, state);
  const prices = () => pool.all().map(({ fields }) => gasPriceCap(fields));
  return { pool, admit, prices };
}

const hashOf = ({ hash }: SignedTransaction) => toHex(hash);
const priceOf = ({ fields }: SignedTransaction) => gasPriceCap(fields);

/** Returns what a pool of `max` transactions has after a newcomer; undefined if it refuses it. */
function expectedWith(
  all: readonly SignedTransaction[],
  newcomer: SignedTransaction,
  max: number,
): SignedTransaction[] | undefined {
  const isOfSender = (tx: SignedTransaction) => isEqual(tx.sender, newcomer.sender);
  const { nonce } = newcomer.fields;
  const replaced = all.find((tx) => isOfSender(tx) && tx.fields.nonce === nonce);
  if (replaced !== undefined) {
    const isEnough = priceOf(newcomer) * 100n >= priceOf(replaced) * 110n;
    return isEnough ? [...all.filter((tx) => tx !== replaced), newcomer] : undefined;
  }
  if (all.length < max) return [...all, newcomer];
  const isTail = (tx: SignedTransaction) =>
    !all.some((other) => isEqual(other.sender, tx.sender) && other.fields.nonce > tx.fields.nonce);
  const [cheapest] = all.filter(isTail).sort((a, b) => (priceOf(a) < priceOf(b) ? -1 : 1));
  if (cheapest === undefined || priceOf(cheapest) >= priceOf(newcomer)) return undefined;
  return [...all.filter((tx) => tx !== cheapest), newcomer];
}

describe("a full pool", () => {
  it("takes a cheap transaction once it has space again", () => {
    const { pool, admit, prices } = openPool({ transactionsMax: 2, bytesMax: 10_000 });
    admit(transfer(1, 0, 5n * gwei));
    admit(transfer(2, 0, 9n * gwei));
    for (let n = 0; n < 2; n++) {
      assert.throws(() => admit(transfer(3, 0, 3n * gwei)), /txpool is full/);
    }
    pool.remove([decodeTransaction(transfer(1, 0, 5n * gwei), common)]);
    admit(transfer(4, 0, gwei));
    admit(transfer(3, 0, 2n * gwei));
    assert.deepEqual(prices(), [9n * gwei, 2n * gwei]);
  });

  it("keeps a transaction that was to be replaced by one that is refused, and evicts it for another", () => {
    const cheap = transfer(1, 0, gwei / 5n);
    const { admit, prices } = openPool({ transactionsMax: 10, bytesMax: 2 * cheap.length + 10 });
    admit(cheap);
    admit(transfer(2, 0, 9n * gwei));
    // A creation costs a gwei, and is too long.
    const replacement = creation(1, 0, new Uint8Array(40));
    assert.ok(replacement.length > cheap.length + 10);
    assert.throws(() => admit(replacement), /txpool is full/);
    admit(transfer(3, 0, gwei / 2n));
    assert.deepEqual(prices(), [9n * gwei, gwei / 2n]);
  });

  it("looks at few transactions for a newcomer, whatever their number", () => {
    const { pool } = openPool({ transactionsMax: 1000 });
    let reads = 0;
    /** Returns a transaction of a sender of its own. */
    const observed = (_: unknown, i: number): SignedTransaction => {
      const { fields, ...decoded } = decodeTransaction(
        transfer(1, 0, BigInt(i + 1) * gwei),
        common,
      );
      return {
        ...decoded,
        sender: Uint8Array.from({ length: 20 }, (_, at) => (i >> (8 * at)) & 0xff),
        get fields() {
          reads++;
          return fields;
        },
      };
    };
    const newcomers = Array.from({ length: 1200 }, observed);
    for (const one of newcomers.slice(0, 1100)) pool.admit(one, head, state);
    reads = 0;
    for (const one of newcomers.slice(1100)) pool.admit(one, head, state);
    assert.equal(pool.size, 1000);
    assert.ok(reads < 100 * 100, `${reads} reads`);
  });

  it("has evicted what one that searches all transactions would have", () => {
    const sender = fc.integer({ min: 1, max: 4 });
    const nonce = fc.integer({ min: 0, max: 5 });
    const price = fc.integer({ min: 1, max: 1000 });
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ sender, nonce, price }) },
      { weight: 1, arbitrary: fc.record({ removed: fc.nat(9) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { pool, admit } = openPool({ transactionsMax: 6 });
        let expected: SignedTransaction[] = [];
        for (const [at, one] of steps.entries()) {
          if ("removed" in one) {
            const removed = pool.all()[one.removed];
            if (removed !== undefined) pool.remove([removed]);
            expected = expected.filter((tx) => tx.hash !== removed?.hash);
            continue;
          }
          // Different prices, so that the order of victims is determined.
          const raw = transfer(one.sender, one.nonce, BigInt(one.price * 1000 + at) * gwei);
          const newcomer = decodeTransaction(raw, common);
          const left = expectedWith(expected, newcomer, 6);
          if (left === undefined) assert.throws(() => admit(raw));
          else {
            pool.admit(newcomer, head, state);
            expected = left;
          }
          assert.deepEqual(pool.all().map(hashOf).sort(), expected.map(hashOf).sort());
        }
      }),
    );
  });
});
