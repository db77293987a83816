import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  type BitcoinTransaction,
  coinbaseBranch,
  createCoinbase,
  encodeBitcoinBlock,
  encodeBitcoinHeader,
  encodeBitcoinTransaction,
  encodeWitnessTransaction,
  type InternalHash,
  merkleRoot,
  regtestBits,
  type TransactionOutput,
  toDisplay,
  transactionId,
} from "@tandem/bitcoin";
import {
  concat,
  type Header,
  isEqual,
  rulesAt,
  type Submission,
  type UnsealedHeader,
  type Work,
} from "@tandem/primitives";
import fc from "fast-check";
import { createSealedChain, neverAborted, spec } from "../testing/sealed-chain.js";
import type { Violation } from "../violation.js";
import { tagPrefix, tagScript } from "./coinbase.js";
import { grind } from "./grind.js";
import { type Claim, readSubmissionSteps, sealClaimSteps } from "./submission.js";
import { createWork } from "./work.js";

const rules = rulesAt(spec.forks, 1);
const output = (script: Uint8Array): TransactionOutput => ({ value: 0n, script });

/** A Bitcoin block with proof of work, and the data that a pool has of it. */
interface Found {
  readonly header: Uint8Array;
  readonly transactions: readonly BitcoinTransaction[];
  readonly ids: readonly InternalHash[];
}

async function find(work: Work, count: number, outputs?: TransactionOutput[]): Promise<Found> {
  const coinbase = createCoinbase({
    height: 5,
    extraNonce: new Uint8Array(8),
    outputs: outputs ?? [output(tagScript(work.hashForMergedMining))],
  });
  const payments = Array.from({ length: count - 1 }, (_, i): BitcoinTransaction => {
    const previousHash = new Uint8Array(32).fill(i + 1);
    const input = { previousHash, previousIndex: i, script: new Uint8Array(0), sequence: 0 };
    return { version: 2, inputs: [input], outputs: [output(new Uint8Array(i))], lockTime: 0 };
  });
  const transactions = [coinbase, ...payments];
  const ids = transactions.map(transactionId);
  const draft = encodeBitcoinHeader({
    version: 2,
    previousHash: new Uint8Array(32),
    merkleRoot: merkleRoot(ids),
    time: work.timestamp,
    bits: regtestBits,
    nonce: 0,
  });
  const header = await grind({ header: draft, target: work.target, signal: neverAborted });
  assert.ok(header);
  return { header, transactions, ids };
}

const coinbaseOf = ({ transactions }: Found) => transactions[0] as BitcoinTransaction;
const withWitness = (tx: BitcoinTransaction): BitcoinTransaction => ({
  ...tx,
  witnesses: tx.inputs.map(() => [new Uint8Array(32), tagPrefix]),
});

/** Returns the same block in every form of submission. */
function formsOf(found: Found): readonly (readonly [string, Submission])[] {
  const { header, ids } = found;
  const plain = encodeBitcoinTransaction(coinbaseOf(found));
  const witness = encodeWitnessTransaction(withWitness(coinbaseOf(found)));
  const block = (transactions: readonly BitcoinTransaction[]): Submission => ({
    form: "block",
    block: encodeBitcoinBlock({ header, transactions }),
  });
  const merkleHashes = [ids[0] as InternalHash, ...coinbaseBranch(ids)];
  return [
    ["block", block(found.transactions)],
    ["block with witnesses", block(found.transactions.map(withWitness))],
    [
      "ids in display order",
      { form: "transactions", header, coinbase: plain, transactionIds: ids.map(toDisplay) },
    ],
    ["ids as hashed", { form: "transactions", header, coinbase: plain, transactionIds: ids }],
    [
      "ids beside witnesses",
      { form: "transactions", header, coinbase: witness, transactionIds: ids.map(toDisplay) },
    ],
    ["branch", { form: "branch", header, coinbase: plain, merkleHashes }],
    ["branch beside witnesses", { form: "branch", header, coinbase: witness, merkleHashes }],
    [
      "branch under another id",
      {
        form: "branch",
        header,
        coinbase: plain,
        merkleHashes: [new Uint8Array(32), ...merkleHashes.slice(1)],
      },
    ],
  ];
}

/** Returns the result, and counts the steps that a node divides the work into. */
function inSteps<T>(steps: Generator<void, T>) {
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, count };
  }
}

const sealClaim = (...args: Parameters<typeof sealClaimSteps>) =>
  inSteps(sealClaimSteps(...args)).result;
const readSubmission = (submission: Submission) => inSteps(readSubmissionSteps(submission)).result;

function read(submission: Submission): Claim {
  const claim = readSubmission(submission);
  assert.ok(!("rule" in claim), "rule" in claim ? claim.rule : "");
  return claim;
}

const ruleOf = (result: Header | Claim | Violation) => ("rule" in result ? result.rule : "none");

describe("a submission", () => {
  const chain = createSealedChain();
  let unsealed: UnsealedHeader;
  let work: Work;
  const sealedAs = (submission: Submission) => sealClaim(unsealed, read(submission), rules);

  before(() => {
    unsealed = chain.draft();
    work = createWork(unsealed, chain, rules);
  });

  it("seals the same header in every form, with any number of transactions", async () => {
    for (const count of [1, 2, 3, 4, 7, 20]) {
      const found = await find(work, count);
      const sealed = formsOf(found).map(([name, submission]) => {
        assert.ok(isEqual(read(submission).hashForMergedMining, work.hashForMergedMining), name);
        const header = sealedAs(submission);
        assert.equal(ruleOf(header), "none", `${name} of ${count}`);
        return header;
      });
      assert.ok(sealed.length >= 8);
      for (const header of sealed) assert.deepEqual(header, sealed[0]);
    }
  });

  it("is for the work that the last tag of its coinbase names", async () => {
    const other = tagScript(new Uint8Array(32).fill(9));
    const outputs = [other, tagScript(work.hashForMergedMining)].map(output);
    const found = await find(work, 2, outputs);
    for (const [name, submission] of formsOf(found)) {
      assert.equal(ruleOf(sealedAs(submission)), "none", name);
    }
    const late = await find(work, 2, [...outputs].reverse());
    for (const [, submission] of formsOf(late)) {
      assert.ok(isEqual(read(submission).hashForMergedMining, new Uint8Array(32).fill(9)));
      assert.equal(ruleOf(sealedAs(submission)), "merged-mining/tag-not-last");
    }
  });

  it("is refused by name if its proof of work does not hold, before its tree is computed", async () => {
    const harder = { ...unsealed, difficulty: 1n << 250n };
    const found = await find(work, 2);
    const block = encodeBitcoinBlock({ header: found.header, transactions: found.transactions });
    const spoilt = read({ form: "block", block: concat(block, Uint8Array.of(1)) });
    assert.equal(ruleOf(sealClaim(harder, spoilt, rules)), "merged-mining/work-above-target");
    assert.equal(ruleOf(sealClaim(unsealed, spoilt, rules)), "submission/block-unreadable");
  });

  it("has its tree computed in steps", async () => {
    const { header, transactions } = await find(work, 3);
    const [coinbase, ...others] = transactions;
    const many = Array.from({ length: 300 }, () => others).flat();
    const block = encodeBitcoinBlock({ header, transactions: [coinbase, ...many] as never });
    const { result, count } = inSteps(
      sealClaimSteps(unsealed, read({ form: "block", block }), rules),
    );
    assert.equal(ruleOf(result), "merged-mining/branch-root");
    assert.ok(count > many.length, `${count} steps`);
  });

  it("is refused by name if its Merkle branch does not prove the coinbase", async () => {
    const found = await find(work, 4);
    const { header, ids } = found;
    const coinbase = encodeBitcoinTransaction(coinbaseOf(found));
    const branch = coinbaseBranch(ids);
    const wrong: readonly (readonly Uint8Array[])[] = [
      [],
      branch.slice(1),
      [...branch].reverse(),
      branch.map(toDisplay),
      [...branch, new Uint8Array(32)],
    ];
    for (const siblings of wrong) {
      const merkleHashes = [ids[0] as InternalHash, ...siblings];
      const result = sealedAs({ form: "branch", header, coinbase, merkleHashes });
      assert.equal(ruleOf(result), "merged-mining/branch-root");
    }
    const transactionIds = [ids[0] as InternalHash, ...ids.slice(2)].map(toDisplay);
    const result = sealedAs({ form: "transactions", header, coinbase, transactionIds });
    assert.equal(ruleOf(result), "merged-mining/branch-root");
    const long = { form: "branch", header, coinbase } as const;
    const merkleHashes = Array.from({ length: 32 }, () => new Uint8Array(32));
    assert.equal(ruleOf(sealedAs({ ...long, merkleHashes })), "merged-mining/proof-too-long");
  });

  it("is refused by name if there are too many bytes after the tag", async () => {
    const tagged = output(tagScript(work.hashForMergedMining));
    const fits = await find(work, 1, [tagged, output(new Uint8Array(128 - 4 - 9))]);
    const long = await find(work, 1, [tagged, output(new Uint8Array(128 - 4 - 8))]);
    for (const [name, submission] of formsOf(fits)) {
      assert.equal(ruleOf(sealedAs(submission)), "none", name);
    }
    for (const [name, submission] of formsOf(long)) {
      assert.equal(ruleOf(sealedAs(submission)), "merged-mining/tail-too-long", name);
    }
  });

  it("is refused by name if it cannot be decoded", async () => {
    const found = await find(work, 2);
    const { header, ids } = found;
    const coinbase = encodeBitcoinTransaction(coinbaseOf(found));
    const branch = (changes: object) =>
      ruleOf(
        readSubmission({
          form: "branch",
          header,
          coinbase,
          merkleHashes: ids,
          ...changes,
        } as const),
      );
    assert.equal(branch({}), "none");
    assert.equal(branch({ header: header.subarray(1) }), "submission/header-length");
    assert.equal(branch({ header: concat(header, header) }), "submission/header-length");
    for (let length = 0; length < coinbase.length; length++) {
      const cut = coinbase.subarray(0, length);
      assert.equal(branch({ coinbase: cut }), "submission/coinbase-unreadable", `${length}`);
    }
    assert.equal(
      branch({ coinbase: concat(coinbase, Uint8Array.of(0)) }),
      "submission/coinbase-unreadable",
    );
    const untagged = await find(work, 1, [output(new Uint8Array(41))]);
    const cutTag = await find(work, 1, [output(tagScript(new Uint8Array(27)))]);
    for (const one of [untagged, cutTag]) {
      for (const [name, submission] of formsOf(one)) {
        assert.equal(ruleOf(readSubmission(submission)), "submission/tag-missing", name);
      }
    }
  });

  it("results in a value for any bytes", () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    const hashes = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 5 });
    const submissions: fc.Arbitrary<Submission> = fc.oneof(
      fc.record({ form: fc.constant("block" as const), block: bytes }),
      fc.record({
        form: fc.constant("branch" as const),
        header: fc.uint8Array({ minLength: 80, maxLength: 80 }),
        coinbase: bytes,
        merkleHashes: hashes,
      }),
      fc.record({
        form: fc.constant("transactions" as const),
        header: fc.uint8Array({ minLength: 80, maxLength: 80 }),
        coinbase: bytes,
        transactionIds: hashes,
      }),
    );
    const property = fc.property(submissions, (submission) => {
      assert.match(ruleOf(readSubmission(submission)), /^submission\//);
    });
    fc.assert(property, { numRuns: 500, seed: 1 });
  });

  it("seals nothing if it is truncated or any byte is changed", async () => {
    const { header, transactions } = await find(work, 3);
    const block = encodeBitcoinBlock({ header, transactions });
    const outcome = (changed: Uint8Array) => {
      const claim = readSubmission({ form: "block", block: changed });
      return ruleOf("rule" in claim ? claim : sealClaim(unsealed, claim, rules));
    };
    assert.equal(outcome(block), "none");
    for (let at = 0; at < block.length; at++) {
      assert.notEqual(outcome(block.subarray(0, at)), "none", `cut at ${at}`);
      // A header with another nonce, time, version or parent may happen to meet the target.
      if (at < 36 || (at >= 68 && at < 80)) continue;
      const changed = new Uint8Array(block);
      changed[at] = (changed[at] as number) ^ 0x40;
      assert.notEqual(outcome(changed), "none", `byte ${at}`);
    }
  });
});
