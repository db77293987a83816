import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RLP } from "@ethereumjs/rlp";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import { receiptsRoot } from "../block/block.js";
import { isEqual } from "../bytes/bytes.js";
import { bloomOf, mayContain } from "./bloom.js";
import { matchesLog, mayMatchBloom } from "./filter.js";
import { encodeReceipt, type Receipt, restoreReceipts, storeReceipts } from "./receipt.js";
import { openReceipts } from "./stored-receipts.js";
import { storedReceiptsRootSteps } from "./stored-receipts-root.js";

const storedReceiptsRoot = (bytes: Uint8Array) => runSync(storedReceiptsRootSteps(bytes));

const address = fc.uint8Array({ minLength: 20, maxLength: 20 });
const topic = fc.uint8Array({ minLength: 32, maxLength: 32 });
const log = fc.record(
  {
    address,
    topics: fc.array(topic, { maxLength: 4 }),
    data: fc.uint8Array({ maxLength: 70 }),
  },
  { noNullPrototype: true },
);
const receipt = fc
  .record({
    type: fc.constantFrom(0, 1, 2, 4),
    isSuccess: fc.boolean(),
    gasUsed: fc.bigInt({ min: 21_000n, max: 30_000_000n }),
    effectiveGasPrice: fc.bigInt({ min: 0n, max: 10n ** 20n }),
    logs: fc.array(log, { maxLength: 3 }),
    contractAddress: fc.option(address, { nil: undefined }),
  })
  .map(({ contractAddress, ...rest }) => ({
    ...rest,
    ...(contractAddress === undefined ? {} : { contractAddress }),
  }));

const accumulate = (receipts: readonly Omit<Receipt, "cumulativeGasUsed">[]): Receipt[] => {
  let cumulativeGasUsed = 0n;
  return receipts.map((one) => {
    cumulativeGasUsed += one.gasUsed;
    return { ...one, cumulativeGasUsed };
  });
};

/** Returns a plain copy, with the logs that are decoded when they are read. */
const plain = (one: Receipt) => ({ ...one, logs: one.logs });

describe("receipt", () => {
  it("is the same after it was stored", () => {
    const property = fc.property(fc.array(receipt, { maxLength: 5 }), (list) => {
      const receipts = accumulate(list);
      assert.deepEqual(restoreReceipts(storeReceipts(receipts)), receipts);
    });
    fc.assert(property, { seed: 3, numRuns: 100 });
  });

  it("has the same root from the stored bytes as from the receipts", () => {
    const property = fc.property(fc.array(receipt, { maxLength: 5 }), (list) => {
      const receipts = accumulate(list);
      assert.deepEqual(storedReceiptsRoot(storeReceipts(receipts)), receiptsRoot(receipts));
    });
    fc.assert(property, { seed: 4, numRuns: 100 });
  });

  it("has another root, or none, if a bit of the stored bytes is changed", () => {
    const property = fc.property(
      fc.array(receipt, { minLength: 1, maxLength: 3 }),
      fc.nat(),
      fc.nat(7),
      (list, at, bit) => {
        const receipts = accumulate(list);
        const bytes = storeReceipts(receipts);
        const place = at % bytes.length;
        bytes[place] = (bytes[place] as number) ^ (1 << bit);
        let root: Uint8Array;
        try {
          root = storedReceiptsRoot(bytes);
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
          return;
        }
        // What has a root can be read later.
        const read = restoreReceipts(bytes);
        assert.deepEqual(openReceipts(bytes).map(plain), read);
        if (!isEqual(root, receiptsRoot(receipts))) return;
        // The root does not commit to the price and the address.
        const uncovered = { effectiveGasPrice: 0n, contractAddress: undefined };
        const covered = (one: Receipt) => ({ ...one, ...uncovered });
        assert.deepEqual(read.map(covered), receipts.map(covered));
      },
    );
    fc.assert(property, { seed: 5, numRuns: 2000 });
  });

  it("has four fields in the trie, and a typed one has its type before them", () => {
    const [plain, typed] = accumulate([
      {
        type: 0,
        isSuccess: true,
        gasUsed: 21_000n,
        effectiveGasPrice: 1n,
        logs: [],
      },
      {
        type: 2,
        isSuccess: false,
        gasUsed: 21_000n,
        effectiveGasPrice: 1n,
        logs: [],
      },
    ]) as [Receipt, Receipt];
    const fields = RLP.decode(encodeReceipt(plain)) as Uint8Array[];
    assert.equal(fields.length, 4);
    assert.deepEqual(fields[0], Uint8Array.of(1));
    assert.deepEqual(fields[1], Uint8Array.of(0x52, 0x08));
    const encoded = encodeReceipt(typed);
    assert.equal(encoded[0], 2);
    const typedFields = RLP.decode(encoded.subarray(1)) as Uint8Array[];
    assert.deepEqual(typedFields[0], new Uint8Array(0));
    assert.deepEqual(typedFields[1], Uint8Array.of(0xa4, 0x10));
  });
});

describe("bloom and filter", () => {
  it("sets the bits of the yellow paper", () => {
    // Keccak-256 of 20 zero bytes begins 5380 c7b7 ae81: positions 0x380, 0x7b7, 0x681.
    const bloom = bloomOf([{ address: new Uint8Array(20), topics: [], data: new Uint8Array(0) }]);
    const bits = [...bloom].flatMap((byte, i) =>
      [...Array(8).keys()].filter((bit) => (byte >> bit) & 1).map((bit) => (255 - i) * 8 + bit),
    );
    assert.deepEqual(
      bits.sort((a, b) => a - b),
      [0x380, 0x681, 0x7b7],
    );
  });

  it("never excludes a value that is present", () => {
    const property = fc.property(fc.array(log, { minLength: 1, maxLength: 4 }), (logs) => {
      const bloom = bloomOf(logs);
      for (const one of logs) {
        assert.ok([one.address, ...one.topics].every((value) => mayContain(bloom, value)));
        const filter = { addresses: [one.address], topics: one.topics.map((value) => [value]) };
        assert.ok(matchesLog(filter, one) && mayMatchBloom(filter, bloom));
      }
    });
    fc.assert(property, { seed: 5, numRuns: 100 });
  });

  it("matches positions, alternatives and wildcards", () => {
    const t = (n: number) => new Uint8Array(32).fill(n);
    const one = {
      address: new Uint8Array(20).fill(1),
      topics: [t(1), t(2)],
      data: new Uint8Array(0),
    };
    const matches = (...topics: (Uint8Array[] | undefined)[]) =>
      matchesLog({ addresses: [], topics }, one);
    assert.ok(matches());
    assert.ok(matches([t(1)]));
    assert.ok(matches(undefined, [t(3), t(2)]));
    assert.ok(matches(undefined, undefined));
    assert.ok(!matches(undefined, undefined, undefined), "it has no third topic");
    assert.ok(!matches([t(2)]));
    assert.ok(!matches([t(1)], [t(2)], [t(3)]));
    assert.ok(!matchesLog({ addresses: [new Uint8Array(20).fill(2)], topics: [] }, one));
  });
});
