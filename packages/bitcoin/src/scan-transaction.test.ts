import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { scanTransactionSteps } from "./scan-transaction.js";
import {
  type BitcoinTransaction,
  decodeBitcoinTransaction,
  encodeBitcoinTransaction,
  encodeWitnessTransaction,
} from "./transaction.js";

/** Returns what is found, and in how many steps. */
function scan(bytes: Uint8Array, start = 0) {
  const steps = scanTransactionSteps(bytes, start);
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done === true) return { ...step.value, count };
  }
}

const someInput = {
  previousHash: new Uint8Array(32),
  previousIndex: 0,
  sequence: 0,
  script: new Uint8Array(0),
};
const bytes = (max: number) => fc.uint8Array({ maxLength: max });
const input = fc.record({
  previousHash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  previousIndex: fc.nat(),
  script: bytes(300),
  sequence: fc.nat(),
});
const output = fc.record({ value: fc.bigInt({ min: 0n, max: 2n ** 60n }), script: bytes(40) });
const transactions = fc
  .record({
    version: fc.integer({ min: -5, max: 5 }),
    inputs: fc.array(input, { minLength: 1, maxLength: 3 }),
    outputs: fc.array(output, { maxLength: 3 }),
    lockTime: fc.nat(),
    items: fc.option(fc.array(bytes(20), { maxLength: 3 }), { nil: undefined }),
  })
  .map(({ items, ...plain }): BitcoinTransaction => {
    return items === undefined ? plain : { ...plain, witnesses: plain.inputs.map(() => items) };
  });

test("a scan finds the end behind a script whose length needs the next form", () => {
  for (const length of [0xfc, 0xfd, 0xffff, 0x10000]) {
    const outputs = [{ value: 1n, script: new Uint8Array(length) }];
    const tx = { version: 1, inputs: [someInput], outputs, lockTime: 0 };
    const encoded = encodeBitcoinTransaction(tx);
    assert.equal(scan(encoded).end, encoded.length, `${length}`);
  }
});

test("a scan finds the form without witnesses and the end of a transaction among other bytes", () => {
  const property = fc.property(transactions, bytes(9), bytes(9), (tx, before, after) => {
    const encoded = encodeWitnessTransaction(tx);
    const found = scan(Buffer.concat([before, encoded, after]), before.length);
    assert.deepEqual(new Uint8Array(found.plain), encodeBitcoinTransaction(tx));
    assert.equal(found.end, before.length + encoded.length);
  });
  fc.assert(property, { numRuns: 200 });
});

test("a scan accepts what the decoder accepts", () => {
  const succeeds = (read: () => unknown) => {
    try {
      return read() !== false;
    } catch (error) {
      assert.ok(error instanceof Error);
      return false;
    }
  };
  const property = fc.property(transactions, fc.nat(), fc.nat(255), (tx, at, byte) => {
    const changed = encodeWitnessTransaction(tx);
    changed[at % changed.length] = byte;
    for (const some of [changed, changed.subarray(0, at % changed.length)]) {
      const isScanned = succeeds(() => scan(some).end === some.length);
      assert.equal(
        isScanned,
        succeeds(() => decodeBitcoinTransaction(some)),
      );
    }
  });
  fc.assert(property, { numRuns: 1000 });
});

test("a million empty witness items are passed in steps", () => {
  const witnesses = [Array.from({ length: 1_000_000 }, () => new Uint8Array(0))];
  const one = { previousHash: new Uint8Array(32), previousIndex: 0, sequence: 0 };
  const inputs = [{ ...one, script: new Uint8Array(0) }];
  const tx = { version: 1, inputs, outputs: [], lockTime: 0, witnesses };
  assert.ok(scan(encodeWitnessTransaction(tx)).count > 100);
});
