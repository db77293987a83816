import assert from "node:assert/strict";
import { test } from "node:test";
import { createTx, createTxFromRLP, type TypedTransaction } from "@ethereumjs/tx";
import { Address } from "@ethereumjs/util";
import fc from "fast-check";
import { evmCommon } from "../spec/evm-common.js";
import { readPlainTransaction } from "./plain-transaction.js";

const common = evmCommon(31, "osaka");
const key = new Uint8Array(32).fill(0x46);
const integer = (bits: number) => fc.nat(bits).chain((n) => fc.bigInt(0n, 2n ** BigInt(n)));
const bytes = (maxLength: number) => fc.uint8Array({ maxLength });

const signed = fc
  .record({
    type: fc.constantFrom(0, 2),
    nonce: integer(63),
    gasLimit: integer(63),
    price: integer(120),
    tip: integer(20),
    value: integer(255),
    to: fc.uint8Array({ minLength: 20, maxLength: 20 }),
    data: fc.oneof(bytes(3), bytes(70), bytes(400)),
  })
  .map(({ type, price, tip, to, ...rest }) => {
    const prices =
      type === 0
        ? { gasPrice: price }
        : { maxFeePerGas: price + tip, maxPriorityFeePerGas: tip, chainId: 31n };
    return createTx({ type, ...prices, to: new Address(to), ...rest }, { common })
      .sign(key)
      .serialize();
  });

/** Returns the members that callers read, with bytes as plain arrays. */
const shown = (tx: TypedTransaction) => ({
  ...tx,
  cache: undefined,
  common: tx.common === common,
  txOptions: undefined,
  keccakFunction: undefined,
  capabilities: [155, 1559, 2718, 2930, 7702].map((eip) => tx.supports(eip)),
  json: tx.toJSON(),
  raw: tx.serialize(),
  hash: tx.hash(),
  from: tx.getSenderAddress().bytes,
  gas: [tx.getIntrinsicGas(), tx.getMinimumGasLimit(), tx.getUpfrontCost(7n)],
  problems: tx.getValidationErrors(),
});

const stock = (raw: Uint8Array) => createTxFromRLP(raw, { common, freeze: false });

test("a plain transaction has what the library's own object of it has", () => {
  fc.assert(
    fc.property(signed, (raw) => {
      const plain = readPlainTransaction(raw, common);
      assert.ok(plain);
      const expected = stock(raw);
      assert.deepEqual(Object.keys(plain), Object.keys(expected));
      assert.deepEqual(shown(plain), shown(expected));
      assert.ok(plain instanceof expected.constructor);
    }),
    { numRuns: 100, seed: 7 },
  );
});

test("nothing is taken that the library refuses, and nothing read otherwise", () => {
  const edit = fc.record({
    at: fc.nat(2000),
    byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 0x80, 0x81, 0xb8, 0xc0, 0xf8, 0xf9)),
    kind: fc.constantFrom("set", "cut", "insert", "append"),
  });
  let taken = 0;
  let refused = 0;
  fc.assert(
    fc.property(signed, fc.array(edit, { minLength: 1, maxLength: 3 }), (raw, edits) => {
      const changed = Array.from(raw);
      for (const { at, byte, kind } of edits) {
        const place = kind === "append" ? changed.length : at % (changed.length + 1);
        const isAdded = kind === "append" || kind === "insert";
        changed.splice(place, isAdded ? 0 : 1, ...(kind === "cut" ? [] : [byte]));
      }
      const plain = readPlainTransaction(Uint8Array.from(changed), common);
      if (plain === undefined) {
        refused++;
        return;
      }
      taken++;
      const expected = stock(Uint8Array.from(changed));
      assert.deepEqual({ ...plain, txOptions: 0 }, { ...expected, txOptions: 0 });
    }),
    { numRuns: 1000, seed: 8 },
  );
  assert.ok(taken > 100 && refused > 100, `${taken} taken, ${refused} left to the library`);
});

test("what is not plain is left to the library", () => {
  const fields = { nonce: 1n, gasLimit: 90_000n, gasPrice: 9n };
  const to = new Address(new Uint8Array(20).fill(7));
  const raws = {
    creation: createTx({ ...fields, data: Uint8Array.of(0) }, { common }),
    "access list": createTx({ type: 1, ...fields, to, accessList: [] }, { common }),
    "another chain": createTx({ ...fields, to }, { common: evmCommon(30, "osaka") }),
  };
  for (const [name, tx] of Object.entries(raws)) {
    assert.equal(readPlainTransaction(tx.sign(key).serialize(), common), undefined, name);
  }
  assert.equal(readPlainTransaction(new Uint8Array(0), common), undefined);
});
