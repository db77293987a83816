import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeHeader, Fault, type Header, hashHeader, toHex } from "@tandem/primitives";
import fc from "fast-check";
import { createSealedChain, spec } from "../testing/sealed-chain.js";
import { verifyHeaders } from "./verify-headers.js";

const chain = createSealedChain();
await chain.grow(5);

const entries = [0, 1, 2, 3, 4, 5].map((height) => {
  const header = chain.header(height);
  assert.ok(header);
  return { number: height, hash: toHex(hashHeader(header)), rlp: toHex(encodeHeader(header)) };
});

const rules = (file: unknown) =>
  [...verifyHeaders(file)].map(({ violations }) => violations.map(({ rule }) => rule).join());

test("a list that names its network is checked by that network's rules", () => {
  assert.deepEqual(rules({ network: "test", headers: entries }), Array(6).fill(""));
  assert.deepEqual(
    [...verifyHeaders({ headers: entries }, { spec })].flatMap((each) => each.violations),
    [],
  );
  assert.match(rules({ headers: entries })[1] ?? "", /difficulty\/not-computed/);
});

test("a gap begins a new branch, whose first header is checked by itself", () => {
  const [, one, , three, four] = entries;
  assert.deepEqual(rules({ network: "test", headers: [one, three, four] }), ["", "", ""]);
});

test("headers stated wrongly or beyond reading are invalid, each by name", () => {
  const [first] = entries.slice(1);
  assert.ok(first);
  const one = (changes: object) => rules({ network: "test", headers: [{ ...first, ...changes }] });
  assert.deepEqual(one({ number: 9 }), ["header/number"]);
  assert.deepEqual(one({ hash: `0x${"00".repeat(32)}` }), ["header/hash"]);
  assert.deepEqual(one({ rlp: first.rlp.slice(0, -2) }), ["header/undecodable"]);
  assert.deepEqual(one({ rlp: `${first.rlp}00` }), ["header/undecodable"]);
  assert.deepEqual(one({ rlp: "0x" }), ["header/undecodable"]);
  assert.deepEqual(one({ rlp: "0xc0" }), ["header/undecodable"]);
  assert.deepEqual(one({ rlp: `0x${"c1".repeat(50_000)}c0` }), ["header/undecodable"]);
});

test("a file of neither form is a fault that says what was expected", () => {
  for (const file of [
    undefined,
    null,
    1,
    "x",
    [],
    {},
    { headers: 1 },
    { result: null },
    [entries],
  ]) {
    assert.throws(
      () => [...verifyHeaders(file)],
      (fault) =>
        fault instanceof Fault &&
        fault.data.code === "unusable-data" &&
        /headers/.test(fault.message),
    );
  }
});

test("an entry or a network that cannot be used is a fault that names it", () => {
  const fault = (file: unknown, pattern: RegExp) =>
    assert.throws(
      () => [...verifyHeaders(file)],
      (thrown) => thrown instanceof Fault && pattern.test(thrown.message),
    );
  fault({ network: "nowhere", headers: entries }, /network: expected one of mainnet, testnet/);
  fault({ headers: [7] }, /headers\[0\]/);
  fault({ headers: [{ hash: "0x", rlp: "0x" }] }, /number/);
  fault({ headers: [{ number: 1, hash: "zz", rlp: "0x" }] }, /hash/);
  fault({ headers: [{ number: 2 ** 60, hash: "0x", rlp: "0x" }] }, /number/);
});

test("an edge of a block as JSON has two bytes", () => {
  const { unclesHash, coinbase, uncleCount: _, ...header } = chain.header(1) as Header;
  const fields = { ...header, number: 1, sha3Uncles: unclesHash, miner: coinbase };
  const shown = Object.entries(fields).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? toHex(value) : String(value),
  ]);
  const block = { ...Object.fromEntries(shown), hash: entries[1]?.hash, uncles: [] };
  assert.deepEqual(rules(block), [""]);
  assert.match(rules({ ...block, rskPteEdges: [0xffff] })[0] ?? "", /^header\/hash/);
  assert.throws(
    () => rules({ ...block, rskPteEdges: [0x10000] }),
    (thrown) =>
      thrown instanceof Fault && /rskPteEdges: expected at most 65535/.test(thrown.message),
  );
});

test("any JSON gives results or a fault, and nothing else is thrown", () => {
  const block = {
    parentHash: "0x",
    bitcoinMergedMiningHeader: "0x",
    bitcoinMergedMiningCoinbaseTransaction: null,
  };
  const json = fc.oneof(
    fc.jsonValue(),
    fc.jsonValue().map((value) => ({ headers: [value] })),
    fc.dictionary(fc.constantFrom("number", "hash", "rlp"), fc.jsonValue()).map((each) => ({
      headers: [{ ...entries[1], ...each }],
    })),
    fc
      .dictionary(fc.constantFrom("number", "hash", "uncles", "miner"), fc.jsonValue())
      .map((each) => ({
        ...block,
        ...each,
      })),
  );
  fc.assert(
    fc.property(json, (file) => {
      try {
        for (const { violations } of verifyHeaders(file)) assert.ok(violations.length >= 0);
      } catch (thrown) {
        assert.ok(thrown instanceof Fault, String(thrown));
      }
    }),
    { seed: 31, numRuns: 500 },
  );
});
