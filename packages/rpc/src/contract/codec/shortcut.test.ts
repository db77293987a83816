import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type * as z from "zod";
import { callRequest } from "../shape/call/call.js";
import { logFilter } from "../shape/filter.js";
import { traceFilter } from "../shape/traces/trace-filter.js";
import { blockNumber, blockRef, callBlock, minedNumber, minedRef } from "./block-ref.js";
import { shortcutOf } from "./shortcut.js";
import { address, anyCount, hash32 } from "./wire.js";

const schemas = {
  address,
  hash32,
  blockNumber,
  blockRef,
  callBlock,
  minedNumber,
  minedRef,
  anyCount,
  logFilter,
  traceFilter,
  callRequest,
};

const digits = (min: number, max: number) =>
  fc
    .array(fc.constantFrom(..."0123456789abcdefABCDEF"), { minLength: min, maxLength: max })
    .map((list) => `0x${list.join("")}`);
const orMany = (one: fc.Arbitrary<unknown>) => fc.oneof(one, fc.array(one, { maxLength: 3 }));
const number = fc.oneof(fc.integer(), fc.double(), digits(0, 4), fc.constant(null));
const filter = fc.record(
  {
    fromBlock: fc.oneof(digits(1, 4), fc.constantFrom("latest", "pending", null)),
    toBlock: fc.oneof(digits(1, 4), fc.constantFrom("earliest", "never", undefined)),
    fromAddress: orMany(digits(40, 40)),
    toAddress: orMany(fc.oneof({ weight: 4, arbitrary: digits(40, 40) }, digits(39, 41))),
    after: number,
    count: number,
    other: fc.anything(),
  },
  { requiredKeys: [] },
);
const topic = fc.oneof({ weight: 4, arbitrary: digits(64, 64) }, fc.constant(null));
const logQuery = fc.record(
  {
    blockHash: fc.oneof(digits(64, 64), fc.constantFrom(null, "0x1")),
    fromBlock: fc.oneof(digits(1, 4), fc.constantFrom("latest", "pending", null)),
    toBlock: fc.oneof(digits(1, 4), fc.constantFrom("earliest", "never", null)),
    address: orMany(fc.oneof({ weight: 4, arbitrary: digits(40, 40) }, digits(39, 41))),
    topics: fc.oneof(fc.array(orMany(topic), { maxLength: 5 }), fc.anything()),
    other: fc.anything(),
  },
  { requiredKeys: [] },
);
const plainCall = fc.record(
  { from: digits(40, 40), to: digits(40, 40), data: digits(0, 9) },
  { requiredKeys: ["to"] },
);
const call = fc.record(
  { from: fc.constant(null), to: digits(39, 41), gas: digits(1, 4), other: fc.anything() },
  { requiredKeys: [] },
);
const values = fc.oneof(
  filter,
  logQuery,
  plainCall,
  call,
  fc.integer(),
  digits(0, 15),
  digits(40, 40),
  digits(64, 64),
  digits(40, 40).map((text) => `${text.slice(0, -1)}g`),
  fc.constantFrom("latest", "earliest", "pending", "safe", "finalized", "toString", "", "0x0"),
  fc.anything(),
);

for (const [name, schema] of Object.entries<z.ZodType>(schemas)) {
  test(`the shortcut of ${name} returns what the schema returns, or leaves the value to the schema`, () => {
    const take = shortcutOf(schema);
    assert.ok(take);
    let taken = 0;
    fc.assert(
      fc.property(values, (value) => {
        const found = take(value);
        if (found === undefined) return;
        taken++;
        assert.deepEqual(found, schema.parse(value));
      }),
      { numRuns: 800, seed: 5 },
    );
    assert.ok(taken > 20, `${taken} taken`);
  });
}

test("a filter over a limit, or whose bounds contradict each other, is left to the schema", () => {
  const take = shortcutOf(logFilter);
  const hash = `0x${"ab".repeat(32)}`;
  const address = `0x${"ab".repeat(20)}`;
  const refused = [
    { topics: Array(5).fill(hash) },
    { topics: [Array(1001).fill(hash)] },
    { address: Array(1001).fill(address) },
    { blockHash: hash, toBlock: "latest" },
  ];
  for (const wire of refused) {
    assert.equal(take?.(wire), undefined);
    assert.equal(logFilter.safeParse(wire).success, false);
  }
  assert.ok(take?.({ blockHash: hash, address: [address], topics: Array(4).fill([hash]) }));
});

test("a schema that is described or has a default keeps its shortcut", () => {
  const take = shortcutOf(blockRef.describe("A block.").prefault("latest"));
  assert.deepEqual(take?.("0x10"), { number: 16 });
  assert.equal(take?.(undefined), undefined);
  assert.equal(take?.("0x010"), undefined);
});
