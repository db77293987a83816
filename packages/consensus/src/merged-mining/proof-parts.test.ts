import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeBitcoinHeader, hashToInteger, toDisplay } from "@tandem/bitcoin";
import {
  concat,
  type Header,
  hashHeader,
  rulesAt,
  toBigInt,
  unsealedProof,
} from "@tandem/primitives";
import fc from "fast-check";
import { createSealedChain, spec } from "../testing/sealed-chain.js";
import { taggedHash } from "./coinbase.js";
import { splitProof } from "./proof-parts.js";
import { verifyMergedMining } from "./verify.js";

const chain = createSealedChain();
await chain.grow(449);
const rules = rulesAt(spec.forks, 1);
const early = chain.header(448) as Header;
const late = chain.header(449) as Header;

test("the parts of a valid proof fit together", () => {
  for (const header of [early, late]) {
    assert.equal(verifyMergedMining(header, rules), undefined);
    const parts = splitProof(header, rules);
    assert.ok(parts.coinbase && parts.hashForMergedMining);
    const { tail, tagOffset, midstate, length } = parts.coinbase;
    assert.equal(midstate.count + tail.length, length);
    assert.equal(Buffer.from(tail).indexOf("RSKBLOCK:"), tagOffset);
    assert.deepEqual(taggedHash(tail), parts.hashForMergedMining);
    assert.deepEqual(
      concat(...parts.branch.map(({ sibling }) => toDisplay(sibling))),
      header.bitcoinMergedMiningMerkleProof,
    );
    const { merkleRoot } = decodeBitcoinHeader(header.bitcoinMergedMiningHeader);
    assert.deepEqual(parts.foldedRoot, merkleRoot);
    assert.deepEqual(parts.bitcoinHeader?.merkleRoot, merkleRoot);
    assert.equal(parts.work, hashToInteger(parts.bitcoinHash));
    assert.equal(parts.work, toBigInt(toDisplay(parts.bitcoinHash)));
    assert.ok(parts.work <= parts.target);
    assert.deepEqual(parts.blockHash, hashHeader(header));
  }
});

test("from block 449 on the base hash ends in fork-detection data, before it does not", () => {
  const before = splitProof(early, rules);
  assert.deepEqual(before.hashForMergedMining, before.baseHash);
  assert.equal(before.forkTag, undefined);
  const after = splitProof(late, rules);
  assert.deepEqual(after.hashForMergedMining?.subarray(0, 20), after.baseHash.subarray(0, 20));
  assert.equal(after.forkTag?.height, 449);
  assert.deepEqual(after.forkTag?.prefix, after.baseHash.subarray(0, 20));
});

test("whatever bytes a proof holds, what cannot be read is undefined and nothing is thrown", () => {
  assert.equal(splitProof({ ...late, ...unsealedProof }, rules).coinbase, undefined);
  const bytes = fc.uint8Array({ maxLength: 200 });
  const counted = fc
    .tuple(fc.integer({ min: 0, max: 3 }), bytes)
    .map(([blocks, rest]) => Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 64 * blocks, ...rest));
  const property = fc.property(
    bytes,
    bytes,
    fc.oneof(bytes, counted),
    (header, proof, coinbase) => {
      const parts = splitProof(
        {
          ...late,
          bitcoinMergedMiningHeader: header,
          bitcoinMergedMiningMerkleProof: proof,
          bitcoinMergedMiningCoinbaseTransaction: coinbase,
        },
        rules,
      );
      assert.equal(parts.bitcoinHeader === undefined, header.length !== 80);
      if (parts.coinbase !== undefined) assert.equal(parts.branch.length, proof.length >> 5);
    },
  );
  fc.assert(property, { seed: 92, numRuns: 300 });
});
