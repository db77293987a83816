import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Fault, type LocatedLog, type Log, matchesLog } from "@tandem/primitives";
import fc from "fast-check";
import { answerForms } from "../../contract/answer-form.js";
import { defaultLimits } from "../../limits.js";
import { makeBlock, rawTransactions } from "../../testing/fake-backend.js";
import { BlockLogs } from "./block-logs.js";
import type { Steps } from "./job-scheduler.js";
import { PackedFilter, packFilter } from "./packed-filter.js";

/** Few values, so that matches are found; some differ at their end and some at their beginning. */
const bytes = (length: number) =>
  fc.tuple(fc.nat(1), fc.nat(3)).map(([first, last]) => {
    const value = new Uint8Array(length).fill(last, -1);
    value[0] = first;
    return value;
  });
const log: fc.Arbitrary<Log> = fc.record({
  address: bytes(20),
  topics: fc.array(bytes(32), { maxLength: 4 }),
  data: fc.constant(new Uint8Array(1)),
});
const filter = fc.record({
  addresses: fc.array(bytes(20), { maxLength: 4 }),
  topics: fc.array(
    fc.option(fc.array(bytes(32), { minLength: 1, maxLength: 4 }), { nil: undefined }),
    {
      maxLength: 4,
    },
  ),
});

function run<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

describe("a packed filter", () => {
  it("finds the logs of a block that its original matches, in order", () => {
    const property = fc.property(fc.array(fc.array(log)), filter, (transactions, wanted) => {
      const block = makeBlock({
        transactions: transactions.map((logs) => [rawTransactions.legacy, logs]),
      });
      const found = run(
        new BlockLogs(block, false, answerForms.standard).matching(new PackedFilter(wanted)),
      );
      const all = transactions.flat();
      const expected = [...all.keys()].filter((i) => matchesLog(wanted, all[i] as Log));
      assert.deepEqual(
        found.map(({ logIndex }: LocatedLog) => logIndex),
        expected,
      );
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("returns its original with each value once", () => {
    const unique = (values: readonly Uint8Array[]) =>
      [...new Set(values.map((value) => Buffer.from(value).toString("hex")))].sort();
    const property = fc.property(filter, (given) => {
      const { addresses, topics } = new PackedFilter(given).unpack();
      assert.deepEqual(
        addresses.map((value) => Buffer.from(value).toString("hex")),
        unique(given.addresses),
      );
      assert.deepEqual(
        topics.map((some) => some?.map((value) => Buffer.from(value).toString("hex"))),
        given.topics.map((some) => some && unique(some)),
      );
    });
    fc.assert(property);
  });

  it("may be as large as the schema permits, and no larger than its limit", () => {
    const value = (i: number, length: number) => {
      const found = new Uint8Array(length);
      new DataView(found.buffer).setUint32(0, i);
      return found;
    };
    const many = (length: number) => Array.from({ length: 1000 }, (_, i) => value(i, length));
    const largest = { addresses: many(20), topics: [many(32), many(32), many(32), many(32)] };
    assert.ok(packFilter(largest, defaultLimits).bytes < defaultLimits.filterBytesMax);
    assert.throws(
      () => packFilter(largest, { ...defaultLimits, filterBytesMax: 100_000 }),
      ({ data }: Fault) => {
        assert.deepEqual(data, { code: "limit-exceeded", limit: "filter-bytes", max: 100_000 });
        return true;
      },
    );
  });
});
