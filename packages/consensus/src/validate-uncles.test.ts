import assert from "node:assert/strict";
import { test } from "node:test";
import { type Header, hashHeader, isEqual, rulesAt } from "@tandem/primitives";
import { createEmbeddedBitcoin } from "./merged-mining/embedded-bitcoin.js";
import { seal } from "./merged-mining/seal.js";
import { createWork } from "./merged-mining/work.js";
import { createSealedChain, neverAborted, type SealedChain, spec } from "./testing/sealed-chain.js";
import { type UncleCheck, validateUncles } from "./validate-uncles.js";

/** Creates a chain whose blocks from height 2 on have a rival each, which no block lists. */
async function racingChain(): Promise<{ chain: SealedChain; rivals: Map<number, Header> }> {
  const chain = createSealedChain();
  const rivals = new Map<number, Header>();
  await chain.grow(1);
  for (let height = 2; height <= 12; height++) {
    const paidFees = BigInt(height);
    rivals.set(height, await chain.mine(chain.draft([], { paidFees })));
    await chain.grow(1);
  }
  return { chain, rivals };
}

const { chain, rivals } = await racingChain();
const rival = (height: number) => rivals.get(height) as Header;

/** Validates block 13 with these uncles; its own proof of work is not checked. */
async function check(uncles: readonly Header[], changes: Partial<Header> = {}) {
  const header = { ...(await chain.mine(chain.draft(uncles))), ...changes };
  return validateUncles({ header, transactions: [], uncles }, chain, spec, header.timestamp)?.rule;
}

test("up to seven generations of rivals are taken together", async () => {
  assert.equal(await check([7, 8, 9, 10, 11, 12].map(rival)), undefined);
  assert.equal(await check([]), undefined);
});

test("a rival whose parent is more than seven generations back is too old", async () => {
  assert.equal(await check([rival(6)]), "uncles/too-old");
});

test("the same rival twice is a duplicate", async () => {
  assert.equal(await check([rival(12), rival(12)]), "uncles/duplicate");
});

test("an ancestor is no uncle", async () => {
  assert.equal(await check([chain.header(10) as Header]), "uncles/is-ancestor");
});

test("the header must count and hash the uncles the body has", async () => {
  assert.equal(await check([rival(12)], { uncleCount: 2 }), "uncles/count");
  assert.equal(await check([rival(12)], { unclesHash: new Uint8Array(32) }), "uncles/hash");
});

test("ten uncles are allowed, and eleven are too many", async () => {
  const uncles = Array.from({ length: 10 }, (_, n) => ({ ...rival(12), paidFees: BigInt(n) }));
  const block = { header: await chain.mine(chain.draft(uncles)), transactions: [], uncles };
  const isKnownValid = () => true;
  assert.equal(validateUncles(block, chain, spec, 0, { isKnownValid }), undefined);
  assert.equal(await check(Array<Header>(11).fill(rival(12))), "uncles/too-many");
});

test("a block of the same height, or above, is too young", async () => {
  const sibling = await chain.mine(chain.draft([], { paidFees: 1n }));
  assert.equal(await check([sibling]), "uncles/too-young");
});

test("a rival of another branch has no parent here", async () => {
  const stranger = { ...rival(12), parentHash: new Uint8Array(32).fill(1) };
  assert.equal(await check([stranger]), "uncles/parent-not-ancestor");
});

test("a rival of the future makes its block one, which is valid later", () => {
  const careful = { ...spec, futureSecondsMax: 60 };
  const { timestamp } = rival(12);
  const block = { header: chain.draft([rival(12)]), transactions: [], uncles: [rival(12)] };
  const at = (nowSeconds: number) =>
    validateUncles({ ...block, header: block.header as Header }, chain, careful, nowSeconds)?.rule;
  assert.equal(at(timestamp - 61), "timestamp/in-future");
  assert.equal(at(timestamp - 60), undefined);
});

test("a rival without valid work is refused", async () => {
  const forged = { ...rival(12), paidFees: 999n };
  assert.equal(await check([forged]), "uncles/invalid-header");
});

test("a rival that an ancestor lists is refused", async () => {
  const { chain: listing, rivals: others } = await racingChain();
  const uncle = others.get(12) as Header;
  const block = {
    header: await listing.mine(listing.draft([uncle])),
    transactions: [],
    uncles: [uncle],
  };
  assert.equal(validateUncles(block, listing, spec, 0), undefined);
  listing.append(block);
  const next = {
    header: await listing.mine(listing.draft([uncle])),
    transactions: [],
    uncles: [uncle],
  };
  assert.equal(validateUncles(next, listing, spec, 0)?.rule, "uncles/already-listed");
});

test("what the caller knows to be valid is not checked again, what it lists twice still is", async () => {
  const forged = { ...rival(12), paidFees: 999n };
  const header = await chain.mine(chain.draft([forged]));
  const block = { header, transactions: [], uncles: [forged] };
  const isKnownValid = (header: Header) => isEqual(hashHeader(header), hashHeader(forged));
  const ruleOf = (options: UncleCheck) =>
    validateUncles(block, chain, spec, header.timestamp, options)?.rule;
  assert.equal(ruleOf({}), "uncles/invalid-header");
  assert.equal(ruleOf({ isKnownValid: () => false }), "uncles/invalid-header");
  assert.equal(ruleOf({ isKnownValid }), undefined);
  const asked: Header[] = [];
  const hashOf = (uncle: Header) => {
    asked.push(uncle);
    return hashHeader(uncle);
  };
  assert.equal(ruleOf({ isKnownValid, hashOf }), undefined);
  assert.deepEqual(asked, [forged]);
});

test("an uncle whose work was drawn is valid where that is asked for, and nowhere else", async () => {
  const hard = { ...spec, minimumDifficulty: 1n << 240n };
  const own = createSealedChain();
  await own.grow(2);
  const draft = own.draft([], { difficulty: hard.minimumDifficulty, paidFees: 1n });
  const work = createWork(draft, own, rulesAt(spec.forks, draft.number));
  const target = 1n << 255n;
  const uncle = seal(draft, await createEmbeddedBitcoin().seal({ ...work, target }, neverAborted));
  await own.grow(1);
  const header = await own.mine(own.draft([uncle]));
  const block = { header, transactions: [], uncles: [uncle] };
  assert.equal(validateUncles(block, own, hard, 0)?.rule, "uncles/invalid-header");
  assert.equal(validateUncles(block, own, hard, 0, { work: "drawn" }), undefined);
});
