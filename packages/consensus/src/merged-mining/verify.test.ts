import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeBitcoinHeader,
  doubleSha256,
  encodeBitcoinHeader,
  encodeBitcoinTransaction,
  type InternalHash,
} from "@tandem/bitcoin";
import { concat, type Header, rulesAt, unsealedProof } from "@tandem/primitives";
import fc from "fast-check";
import { targetOf } from "../difficulty.js";
import { createSealedChain, neverAborted, spec } from "../testing/sealed-chain.js";
import { compressCoinbase, tagPrefix, tagScript } from "./coinbase.js";
import { grind } from "./grind.js";
import { proofFromParts, seal } from "./seal.js";
import { verifyMergedMining } from "./verify.js";
import { hashForMergedMining } from "./work-hash.js";

const rules = rulesAt(spec.forks, 1);
const chain = createSealedChain();
await chain.grow(1);
const draft = chain.draft();
const sealed = await chain.mine(draft);
const tag = tagScript(hashForMergedMining(draft, undefined)).subarray(2);

/** Seals the draft with any coinbase field and branch, with real proof of work. */
async function sealWith(options: {
  readonly coinbase?: Uint8Array;
  readonly field?: Uint8Array;
  readonly id?: InternalHash;
  readonly siblings?: readonly InternalHash[];
  readonly root?: InternalHash;
}): Promise<Header> {
  const coinbase = options.coinbase ?? concat(new Uint8Array(70).fill(1), tag, new Uint8Array(4));
  const siblings = options.siblings ?? [];
  const id = options.id ?? doubleSha256(coinbase);
  const folded = siblings.reduce((hash, sibling) => doubleSha256(concat(hash, sibling)), id);
  const template = decodeBitcoinHeader(sealed.bitcoinMergedMiningHeader);
  const header = encodeBitcoinHeader({ ...template, merkleRoot: options.root ?? folded });
  const found = await grind({ header, target: targetOf(1n), signal: neverAborted });
  assert.ok(found);
  const proof = proofFromParts({ header: found, coinbase, branch: siblings });
  const field = options.field ?? compressCoinbase(coinbase);
  return seal(draft, { ...proof, bitcoinMergedMiningCoinbaseTransaction: field });
}

const ruleOf = (header: Header) => verifyMergedMining(header, rules)?.rule;
const zeros = (length: number) => new Uint8Array(length);
const hashes = (count: number) => Array.from({ length: count }, (_, i) => zeros(32).fill(i + 40));
const at = (count: bigint, tail: Uint8Array) => {
  const field = concat(zeros(8), zeros(32).fill(3), tail);
  new DataView(field.buffer).setBigUint64(0, count);
  return field;
};

test("a sealed header holds, and so does one whose Bitcoin block has one transaction", async () => {
  assert.equal(ruleOf(sealed), undefined);
  assert.equal(ruleOf(await sealWith({})), undefined);
  assert.equal(ruleOf(await sealWith({ siblings: hashes(30) })), undefined);
});

const cases: readonly (readonly [string, string, Parameters<typeof sealWith>[0]])[] = [
  ["31 levels of proof", "merged-mining/proof-too-long", { siblings: hashes(31) }],
  ["no coinbase", "merged-mining/coinbase-missing", { field: zeros(0) }],
  ["39 bytes of coinbase", "merged-mining/midstate-cut-short", { field: zeros(39) }],
  ["a midstate and no tail", "merged-mining/tag-missing", { field: zeros(40) }],
  ["no tag", "merged-mining/tag-missing", { coinbase: zeros(200) }],
  [
    "a tag of another header",
    "merged-mining/tag-missing",
    { coinbase: concat(zeros(70), tagPrefix, zeros(36)) },
  ],
  [
    "other last bytes in a tag too early for fork-detection data",
    "merged-mining/tag-missing",
    { coinbase: concat(zeros(70), tag.subarray(0, -12), zeros(16)) },
  ],
  [
    "a tag cut short",
    "merged-mining/tag-missing",
    { coinbase: concat(zeros(70), tag.subarray(0, 40)) },
  ],
  [
    "a tag at byte 64 of the tail",
    "merged-mining/tag-late",
    { field: at(0n, concat(zeros(64), tag, zeros(4))) },
  ],
  [
    "a second tag",
    "merged-mining/tag-not-last",
    { field: at(64n, concat(zeros(6), tag, tagPrefix, zeros(32))) },
  ],
  [
    "129 bytes after the tag",
    "merged-mining/tail-too-long",
    { coinbase: concat(zeros(70), tag, zeros(129)) },
  ],
  [
    "64 bytes of coinbase",
    "merged-mining/coinbase-too-short",
    { coinbase: concat(zeros(10), tag, zeros(13)) },
  ],
  [
    "a count inside a block",
    "merged-mining/midstate-count",
    { field: at(65n, concat(zeros(6), tag, zeros(4))) },
  ],
  [
    "a count no file can hold",
    "merged-mining/midstate-count",
    { field: at(1n << 63n, concat(zeros(6), tag, zeros(4))) },
  ],
  [
    "another midstate",
    "merged-mining/branch-root",
    { field: at(64n, concat(zeros(6), tag, zeros(4))) },
  ],
  ["another root", "merged-mining/branch-root", { root: zeros(32), siblings: hashes(2) }],
];

for (const [name, rule, options] of cases) {
  test(`a proof with ${name} breaks ${rule}`, async () => {
    assert.equal(ruleOf(await sealWith(options)), rule);
  });
}

test("128 bytes after the tag, and a tag at byte 63, and 65 bytes in all are allowed", async () => {
  for (const coinbase of [
    concat(zeros(70), tag, zeros(128)),
    concat(zeros(63), tag, zeros(4)),
    concat(zeros(10), tag, zeros(14)),
  ]) {
    assert.equal(ruleOf(await sealWith({ coinbase })), undefined);
  }
});

test("a node of the branch that is a transaction is refused (the leaf-node attack)", async () => {
  // The coinbase is varied until its id can be decoded as the beginning of a transaction with one
  // input.
  const base = concat(zeros(70), tag, zeros(8));
  let id = doubleSha256(base);
  for (let nonce = 1; id[4] !== 1; nonce++) {
    new DataView(base.buffer).setUint32(base.length - 4, nonce);
    id = doubleSha256(base);
  }
  const transaction = encodeBitcoinTransaction({
    version: 1,
    inputs: [{ previousHash: zeros(32), previousIndex: 0, script: zeros(2), sequence: 0 }],
    outputs: [{ value: 1n, script: zeros(2) }],
    lockTime: 0,
  });
  const sibling = transaction.slice(32);
  const header = await sealWith({ coinbase: base, siblings: [sibling] });
  assert.equal(ruleOf(header), "merged-mining/branch-transaction");
});

test("sealing costs the header nothing but its three fields", () => {
  assert.deepEqual({ ...sealed, ...unsealedProof }, draft);
});

test("whatever bytes the three fields hold, the answer is a value", () => {
  const field = fc.oneof(
    fc.uint8Array({ maxLength: 120 }),
    fc.uint8Array({ minLength: 80, maxLength: 80 }),
    fc.uint8Array({ maxLength: 60 }).map((tail) => at(64n, concat(tag, tail))),
    fc.constant(sealed.bitcoinMergedMiningCoinbaseTransaction),
    fc.constant(sealed.bitcoinMergedMiningHeader),
  );
  fc.assert(
    fc.property(field, field, field, fc.boolean(), (header, proof, coinbase, isLate) => {
      const mutated = {
        ...sealed,
        difficulty: isLate ? 1n : 0n,
        number: isLate ? 500 : 2,
        bitcoinMergedMiningHeader: header,
        bitcoinMergedMiningMerkleProof: proof,
        bitcoinMergedMiningCoinbaseTransaction: coinbase,
      };
      const broken = verifyMergedMining(mutated, rules);
      assert.match(broken?.rule ?? "", /^merged-mining\//);
    }),
    { seed: 21, numRuns: 500 },
  );
});

test("work that was drawn need not be there, and every other step still must hold", async () => {
  const hard = { ...sealed, difficulty: 1n << 200n };
  const drawn = (header: Header) => verifyMergedMining(header, rules, { work: "drawn" })?.rule;
  assert.equal(ruleOf(hard), "merged-mining/work-above-target");
  assert.equal(verifyMergedMining(hard, rules, { work: "required" })?.rule, ruleOf(hard));
  // The tag also commits to the difficulty.
  assert.equal(drawn(hard), "merged-mining/tag-missing");
  assert.equal(drawn(sealed), undefined);
  const unlinked = await sealWith({ root: zeros(32) });
  assert.equal(drawn(unlinked), "merged-mining/branch-root");
});
