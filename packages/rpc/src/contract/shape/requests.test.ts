import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type * as z from "zod";
import { addressOf, hashOf } from "../../testing/fake-values.js";
import { callRequest, sentRequest, stateOverrides } from "./call/call.js";
import { anyAmount } from "./control.js";
import {
  filterAddressesMax,
  filterTopicsMax,
  isReversed,
  logFilter,
  subscriptionFilter,
} from "./filter.js";

const address = (value: number) => `0x${Buffer.from(addressOf(value)).toString("hex")}`;
const hash = (value: number) => `0x${Buffer.from(hashOf(value)).toString("hex")}`;
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const reason = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? "";
const decode = <S extends z.ZodType>(schema: S, value: unknown) =>
  schema.parse(value) as z.output<S>;

describe("a call object", () => {
  it("without to is a contract creation", () => {
    assert.deepEqual(decode(callRequest, { data: "0x6001" }), { data: Uint8Array.of(0x60, 1) });
    assert.deepEqual(decode(callRequest, { to: null }), {});
  });

  it("takes data, input, or both when they are equal", () => {
    const data = Uint8Array.of(1, 2);
    assert.deepEqual(decode(callRequest, { input: "0x0102" }), { data });
    assert.deepEqual(decode(callRequest, { data: "0x0102", input: "0x0102" }), { data });
    assert.ok(!accepts(callRequest, { data: "0x0102", input: "0x0103" }));
    assert.ok(!accepts(callRequest, { data: "0x", input: "0x00" }));
  });

  it("has one kind of price", () => {
    assert.ok(accepts(callRequest, { maxFeePerGas: "0x2", maxPriorityFeePerGas: "0x1" }));
    assert.ok(!accepts(callRequest, { gasPrice: "0x1", maxFeePerGas: "0x2" }));
  });

  it("takes its type as a number too, as web3.py sends back what it has read", () => {
    for (const type of [0, 2, "0x2", "0x02"]) {
      assert.ok(accepts(callRequest, { to: address(2), type }), String(type));
    }
    for (const type of [-1, 0.5, 256, "2", "0x100"]) {
      assert.match(reason(callRequest, { to: address(2), type }), /^expected a transaction type/);
    }
  });

  it("keeps every known field and ignores the rest", () => {
    const call = {
      from: address(1),
      to: address(2),
      gas: "0x5208",
      gasPrice: "0x1",
      value: "0x2",
      nonce: "0x3",
      accessList: [{ address: address(4), storageKeys: [hash(5)] }],
      type: "0x1",
      chainId: "0x1f",
      somethingNew: { a: 1 },
    };
    assert.deepEqual(decode(callRequest, call), {
      from: addressOf(1),
      to: addressOf(2),
      gas: 21_000n,
      gasPrice: 1n,
      value: 2n,
      nonce: 3n,
      accessList: [{ address: addressOf(4), storageKeys: [hashOf(5)] }],
      chainId: 31n,
    });
  });

  it("is refused if a field is malformed", () => {
    const wrong = [
      { to: "0x12" },
      { gas: 21000 },
      { gas: "0x10000000000000000" },
      { to: address(1), nonce: "0x10000000000000000" },
      { to: address(1), type: "legacy" },
      { to: address(1), type: "0x100" },
      { value: "0x01" },
      { data: "0x1" },
      { data: "60" },
      { to: address(1), chainId: 31 },
      { to: address(1), blobVersionedHashes: [hash(1)] },
      { to: address(1), blobVersionedHashes: [] },
    ];
    for (const call of [...wrong, [], "0x", null, 1]) assert.ok(!accepts(callRequest, call));
  });
});

describe("a transaction object", () => {
  it("has a type that the chain accepts", () => {
    const from = address(1);
    for (const type of [0, 1, 2]) {
      assert.deepEqual(decode(sentRequest, { from, type: `0x0${type}` }), {
        from: addressOf(1),
        type,
      });
    }
    assert.match(reason(sentRequest, { from, type: "0x3" }), /blob transactions/);
    assert.match(reason(sentRequest, { from, type: "0x4" }), /an authorizationList/);
    assert.match(reason(sentRequest, { from, type: "0x5" }), /not 0x5/);
    assert.deepEqual(decode(callRequest, { to: from, type: "0x5" }), { to: addressOf(1) });
  });
});

describe("state overrides", () => {
  it("become accounts with their fields and slots", () => {
    const wire = {
      [address(1)]: { balance: "0x1", nonce: "0x2", code: "0x60", state: { [hash(3)]: hash(4) } },
      [address(2)]: { stateDiff: { [hash(5)]: hash(6) }, code: null },
    };
    assert.deepEqual(decode(stateOverrides, wire), [
      [
        addressOf(1),
        { balance: 1n, nonce: 2n, code: Uint8Array.of(0x60), state: [[hashOf(3), hashOf(4)]] },
      ],
      [addressOf(2), { stateDiff: [[hashOf(5), hashOf(6)]] }],
    ]);
  });

  it("are refused for an invalid address, an invalid slot, or both kinds of storage", () => {
    assert.ok(!accepts(stateOverrides, { "0x12": {} }));
    assert.ok(!accepts(stateOverrides, { [address(1)]: { state: { "0x1": hash(1) } } }));
    assert.ok(!accepts(stateOverrides, { [address(1)]: { state: {}, stateDiff: {} } }));
    assert.ok(!accepts(stateOverrides, []));
  });
});

describe("a log filter", () => {
  const latest = { tag: "latest" };
  const any = { addresses: [], topics: [] };

  it("means the latest block by default", () => {
    assert.deepEqual(decode(logFilter, {}), { filter: any, range: { from: latest, to: latest } });
    const nulls = { blockHash: null, fromBlock: null, toBlock: null, address: null, topics: null };
    assert.deepEqual(decode(logFilter, nulls), decode(logFilter, {}));
  });

  it("is bounded by a range or by one block's hash, never both", () => {
    const range = { from: { number: 1 }, to: latest };
    assert.deepEqual(decode(logFilter, { fromBlock: "0x1" }).range, range);
    assert.deepEqual(decode(logFilter, { blockHash: hash(1) }).range, { blockHash: hashOf(1) });
    assert.ok(!accepts(logFilter, { blockHash: hash(1), fromBlock: "0x1" }));
    assert.ok(!accepts(logFilter, { blockHash: hash(1), toBlock: "latest" }));
    assert.ok(!accepts(logFilter, { fromBlock: hash(1) }));
  });

  it("may have a range that is reversed, which is recognized", () => {
    const isBackward = (range: object) => isReversed(decode(logFilter, range).range);
    assert.ok(isBackward({ fromBlock: "0x2", toBlock: "0x1" }));
    assert.ok(isBackward({ fromBlock: "0x2", toBlock: "earliest" }));
    assert.ok(!isBackward({ fromBlock: "0x2", toBlock: "0x2" }));
    assert.ok(!isBackward({ fromBlock: "0x2", toBlock: "latest" }));
  });

  it("accepts one address or several", () => {
    assert.deepEqual(decode(logFilter, { address: address(1) }).filter.addresses, [addressOf(1)]);
    assert.deepEqual(decode(logFilter, { address: [address(1), address(2)] }).filter.addresses, [
      addressOf(1),
      addressOf(2),
    ]);
    const many = Array.from({ length: filterAddressesMax + 1 }, () => address(1));
    assert.ok(accepts(logFilter, { address: many.slice(1) }));
    assert.match(reason(logFilter, { address: many }), /array of at most 1000 addresses$/);
  });

  it("accepts null, a topic, or alternatives at each of four positions", () => {
    const topics = [hash(1), null, [hash(2), hash(3)], []];
    assert.deepEqual(decode(subscriptionFilter, { topics }).topics, [
      [hashOf(1)],
      undefined,
      [hashOf(2), hashOf(3)],
      undefined,
    ]);
    const orAnything = [[hash(2), null]];
    assert.deepEqual(decode(subscriptionFilter, { topics: orAnything }).topics, [undefined]);
    assert.ok(!accepts(logFilter, { topics: [null, null, null, null, null] }));
    assert.ok(!accepts(logFilter, { topics: ["0x12"] }));
    assert.ok(!accepts(logFilter, { topics: hash(1) }));
    const many = Array.from({ length: filterTopicsMax + 1 }, () => hash(1));
    assert.match(reason(logFilter, { topics: [many] }), /array of at most 1000 of those$/);
  });
});

describe("an amount as tools write it", () => {
  it("is hex, decimal digits, or a number that is exact", () => {
    for (const same of ["0x3e8", "0x03e8", "1000", 1000]) {
      assert.equal(decode(anyAmount, same), 1000n);
    }
    const { error } = anyAmount.safeParse(10 ** 18);
    assert.match(error?.issues[0]?.message ?? "", /, or a number below 2\^53$/);
  });
});
