import assert from "node:assert/strict";
import { test } from "node:test";
import { type Header, hashHeader, unclesHash, unsealedProof } from "@tandem/primitives";
import fc from "fast-check";
import { chooseUncles } from "./choose-uncles.js";
import { unclesMax } from "./limits.js";
import { createSealedChain, spec } from "./testing/sealed-chain.js";
import { type UnclePlace, validateUncles } from "./validate-uncles.js";

/** Creates a chain whose block 2 has twelve rivals, of which block 3 lists so many. */
async function createRace(listed: number) {
  const chain = createSealedChain();
  const rivals: Header[] = [];
  await chain.grow(1);
  for (let i = 0; i < 12; i++) {
    rivals.push(await chain.mine(chain.draft([], { paidFees: BigInt(i + 1) })));
  }
  await chain.grow(1);
  if (listed > 0) {
    const uncles = rivals.slice(0, listed);
    chain.append({ header: await chain.mine(chain.draft(uncles)), transactions: [], uncles });
  }
  const { number, timestamp } = chain.head;
  const place: UnclePlace = { number: number + 1, ancestry: chain, spec, nowSeconds: timestamp };
  return { chain, rivals, place };
}

const { chain, rivals, place } = await createRace(0);
const choose = (candidates: readonly Header[]) => chooseUncles(candidates, place);

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

/** Chooses by the rules of a whole block: a candidate is chosen if the block is valid with it. */
function chooseByBlocks(
  candidates: readonly Header[],
  { number, ancestry, nowSeconds }: UnclePlace,
): readonly Header[] {
  let chosen: readonly Header[] = [];
  for (const candidate of candidates) {
    if (chosen.length === unclesMax) return chosen;
    const uncles = [...chosen, candidate];
    const counted = { unclesHash: unclesHash(uncles), uncleCount: uncles.length };
    const header: Header = { ...chain.head, ...unsealedProof, ...counted, number };
    const block = { header, transactions: [], uncles };
    if (validateUncles(block, ancestry, spec, nowSeconds) === undefined) chosen = uncles;
  }
  return chosen;
}

test("any candidates are chosen as if each block with one more were validated", async () => {
  const race = await createRace(2);
  const [first] = race.rivals as [Header];
  const last = race.rivals.at(-1) as Header;
  const kinds = [
    ...race.rivals,
    ...[0, 1, 2, 3].map((height) => race.chain.header(height) as Header),
    { ...last, parentHash: new Uint8Array(32) },
    { ...last, number: race.place.number },
    { ...last, paidFees: 99n },
    { ...last },
    { ...first },
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...kinds), { maxLength: 40 }), (candidates) => {
      const expected = chooseByBlocks(candidates, race.place);
      assert.deepEqual(chooseUncles(candidates, race.place), expected);
    }),
    { seed: 1, numRuns: 30 },
  );
});

test("each candidate is hashed once, however many of them no block can list", () => {
  const strangers = Array.from({ length: 300 }, (_, i) => ({
    ...(rivals[0] as Header),
    parentHash: new Uint8Array(32).fill(i),
  }));
  let hashed = 0;
  const hashOf = (header: Header) => {
    hashed++;
    return hashHeader(header);
  };
  const candidates = [...rivals.slice(0, unclesMax - 1), ...strangers];
  assert.equal(chooseUncles(candidates, { ...place, hashOf }).length, unclesMax - 1);
  assert.equal(hashed, candidates.length);
});
