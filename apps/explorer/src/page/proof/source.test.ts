import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fromHex, listOf, toHex } from "@tandem/primitives";
import { checkProof } from "./check-proof.js";
import { sourcesOfText } from "./source.js";

const vectors = new URL("../../../../../test/vectors/rootstock/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, vectors), "utf8");

const rulesOf = (text: string) =>
  sourcesOfText(text).map((source) => checkProof(source).violations.map(({ rule }) => rule));

describe("given headers", () => {
  it("are parsed from a file, and are valid if they are real", () => {
    for (const name of ["mainnet-4479841-4480540.json", "mainnet-older-headers.json"]) {
      const broken = rulesOf(read(name));
      assert.ok(broken.length >= 3);
      assert.deepEqual(broken.flat(), []);
    }
  });

  it("are parsed from blocks in JSON and from answers, of either network", () => {
    const names = readdirSync(new URL("blocks/", vectors));
    const merged = names.filter((name) => read(`blocks/${name}`).includes("bitcoinMergedMiningH"));
    assert.ok(merged.length >= 10);
    for (const name of merged) {
      const block = read(`blocks/${name}`);
      assert.deepEqual(rulesOf(block), [[]], name);
      assert.deepEqual(rulesOf(`{"jsonrpc":"2.0","id":1,"result":${block}}`), [[]], name);
    }
  });

  it("are parsed from RLP alone, without a hash to compare with", () => {
    const { headers } = JSON.parse(read("mainnet-older-headers.json"));
    assert.deepEqual(rulesOf(headers[0].rlp), [[]]);
    const noItems = Uint8Array.of(0xc0);
    const block = listOf([fromHex(headers[0].rlp), noItems, noItems]);
    assert.deepEqual(sourcesOfText(toHex(block)), sourcesOfText(headers[0].rlp));
  });

  it("are refused with a sentence if they have another form", () => {
    const files = ['{"headers":[{}]}', '{"headers":[1]}', '{"headers":[]}'];
    for (const text of ["hello", "{}", "[]", "0x", "0x12", ...files]) {
      assert.throws(() => sourcesOfText(text), Error, text);
    }
    assert.throws(() => sourcesOfText("hello"), /^Error: This is none of/);
  });
});
