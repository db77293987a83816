import assert from "node:assert/strict";
import { test } from "node:test";
import { type Header, hashHeader } from "@tandem/primitives";
import { chooseUncles } from "./choose-uncles.js";
import { unclesMax } from "./limits.js";
import { createSealedChain, spec } from "./testing/sealed-chain.js";

const chain = createSealedChain();
const rivals: Header[] = [];
await chain.grow(1);
for (let i = 0; i < 12; i++) {
  rivals.push(await chain.mine(chain.draft([], { paidFees: BigInt(i + 1) })));
}
await chain.grow(1);
const place = { parent: chain.head, parentHash: hashHeader(chain.head), ancestry: chain };
const choose = (candidates: readonly Header[]) =>
  chooseUncles(candidates, place, spec, chain.head.timestamp);

test("rivals of recent blocks are chosen in the order they come in", () => {
  const candidates = [rivals[3], rivals[0], rivals[7]] as Header[];
  assert.deepEqual(choose(candidates), candidates);
});

test("what no block could list is passed over: ancestors, doubles, strangers", () => {
  const [first, second] = rivals as [Header, Header];
  const stranger = { ...second, parentHash: new Uint8Array(32) };
  assert.deepEqual(choose([chain.head, first, first, stranger, second]), [first, second]);
});

test("no more are chosen than a block may list", () => {
  assert.deepEqual(choose(rivals), rivals.slice(0, unclesMax));
});
