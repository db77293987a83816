/** Tests the forms of parameters that Hardhat's network 2.29.1 and anvil 1.7.1 were seen to take. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { constructed } from "@tandem/schema";
import type * as z from "zod";
import { contract, modules } from "../index.js";
import { blockByNumber, blockNumber, blockRef, minedRef } from "./block-ref.js";
import { type LooseReader, looseReaderOf } from "./loose-forms.js";
import { anyCount, count, hash32, quantity, quantity64, storagePosition } from "./wire.js";

const readerOf = (schema: z.ZodType): LooseReader => {
  const read = looseReaderOf(schema);
  assert.ok(read);
  return read;
};

/** Values in another form, and as the specification has them. */
type Forms = readonly (readonly [given: unknown, expected: unknown])[];

const zeros: Forms = [
  ["0x05", "0x5"],
  ["0x00", "0x0"],
  ["0x000000000000000a", "0xa"],
];
const decimals: Forms = [
  ["0", "0x0"],
  ["10", "0xa"],
  ["010", "0xa"],
];
const numbers: Forms = [
  [0, "0x0"],
  [10, "0xa"],
];
const empty: Forms = [["0x", "0x0"]];
const padded = `0x${"5".padStart(64, "0")}`;

const cases: readonly (readonly [name: string, z.ZodType, forms: Forms])[] = [
  ["an amount", quantity, [...zeros, ...decimals, ...numbers, ...empty, [padded, "0x5"]]],
  ["an amount of 64 bits", quantity64, [...zeros, ...decimals, ...numbers, ...empty]],
  ["a position in a block", count, [...zeros, ...decimals, ...numbers, ...empty]],
  ["a storage position", storagePosition, numbers],
  ["a block of a state", blockRef, zeros],
  ["a block of a filter", blockNumber, zeros],
  ["a block by its number", blockByNumber, [...zeros, ...decimals, ...numbers]],
  ["a block of traces", minedRef, [...zeros, ...decimals, ...numbers]],
];

const others = [-1, 1.5, 2 ** 53, "", "-1", "1.5", "0xg", "0x0g", null, undefined, true, [], {}];

describe("other nodes' forms", () => {
  for (const [name, schema, forms] of cases) {
    it(`of ${name} are read as the specification's, and only those`, () => {
      const read = readerOf(schema);
      for (const [given, expected] of forms) {
        assert.equal(read(given), expected);
        assert.equal(
          constructed(schema).safeParse(given).success,
          schema === storagePosition && typeof given === "string",
        );
        assert.ok(constructed(schema).safeParse(expected).success);
      }
      for (const value of [...others, "latest", "0x0", "0x10"]) assert.equal(read(value), value);
    });
  }

  it("of a number leave a JSON number to a schema that takes one", () => {
    const read = readerOf(anyCount);
    for (const [given, expected] of [...zeros, ...decimals]) assert.equal(read(given), expected);
    assert.equal(read(5), 5);
  });

  it("of a block are no hashes, and may stand in an object", () => {
    const read = readerOf(blockRef);
    const hash = `0x${"00".repeat(31)}05`;
    assert.equal(read(hash), hash);
    assert.deepEqual(read({ blockNumber: "0x05" }), { blockNumber: "0x5" });
    for (const same of [{ blockHash: hash }, { blockNumber: "0x5" }, { blockNumber: 5 }]) {
      assert.equal(read(same), same);
    }
    assert.equal(looseReaderOf(hash32), undefined);
  });

  it("are found in objects, lists and records, which stay the same objects without them", () => {
    const { call, overrides } = modules.execute.call.params;
    const to = `0x${"05".repeat(20)}`;
    const readCall = readerOf(call);
    const plain = { to, value: "0x5", data: "0x00", type: "0x02" };
    assert.equal(readCall(plain), plain);
    const signed = { chainId: 30, nonce: "0x01", address: to };
    assert.deepEqual(
      readCall({ ...plain, value: 5, gas: "0x05208", authorizationList: [signed], other: "0x01" }),
      {
        ...plain,
        gas: "0x5208",
        authorizationList: [{ chainId: "0x1e", nonce: "0x1", address: to }],
        other: "0x01",
      },
    );
    assert.deepEqual(readerOf(overrides)({ [to]: { balance: "7", code: "0x00" } }), {
      [to]: { balance: "0x7", code: "0x00" },
    });
    assert.deepEqual(
      readerOf(modules.logs.getLogs.params.filter)({ fromBlock: "0x01", toBlock: 5 }),
      {
        fromBlock: "0x1",
        toBlock: 5,
      },
    );
  });

  it("change no example of the contract", () => {
    for (const { name, params, example } of contract) {
      for (const [i, schema] of Object.values(params).entries()) {
        const value = example.params[i];
        assert.equal(looseReaderOf(schema)?.(value) ?? value, value, name);
      }
    }
  });
});
