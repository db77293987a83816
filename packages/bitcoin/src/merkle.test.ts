import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { doubleSha256, type InternalHash, toDisplay, toInternal } from "./hash.js";
import { coinbaseBranch, foldBranch, looksLikeTransaction, merkleRoot } from "./merkle.js";
import { encodeBitcoinTransaction } from "./transaction.js";

const fromDisplay = (hex: string) => toInternal(new Uint8Array(Buffer.from(hex, "hex")));

/** The transaction ids of Bitcoin's block 100,000. */
const ids = [
  "8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87",
  "fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4",
  "6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4",
  "e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d",
].map(fromDisplay);

test("the root of Bitcoin's block 100,000 is the one in its header", () => {
  assert.equal(
    Buffer.from(toDisplay(merkleRoot(ids))).toString("hex"),
    "f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766",
  );
});

test("the branch of the first transaction folds to the root, whatever their number", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (count, salt) => {
      const hashes: InternalHash[] = Array.from({ length: count }, (_, i) =>
        doubleSha256(Buffer.from(`${salt} ${i}`)),
      );
      const branch = coinbaseBranch(hashes);
      assert.equal(branch.length, Math.ceil(Math.log2(count)));
      assert.deepEqual(foldBranch(hashes[0] as InternalHash, branch), merkleRoot(hashes));
    }),
    { seed: 8, numRuns: 100 },
  );
});

const small = {
  version: 1,
  inputs: [
    {
      previousHash: new Uint8Array(32).fill(9),
      previousIndex: 0,
      script: Uint8Array.of(0x51, 0x51),
      sequence: 0,
    },
  ],
  outputs: [{ value: 1n, script: Uint8Array.of(0x51, 0x51) }],
  lockTime: 0,
};

test("a node of 64 bytes that is a transaction is not followed", () => {
  const bytes = encodeBitcoinTransaction(small);
  assert.equal(bytes.length, 64);
  assert.ok(looksLikeTransaction(bytes));
  assert.equal(foldBranch(bytes.slice(0, 32), [bytes.slice(32)]), undefined);
});

test("a node whose output holds more than all Bitcoin is no transaction", () => {
  const outputs = [{ value: 2n ** 60n, script: Uint8Array.of(0x51, 0x51) }];
  assert.equal(looksLikeTransaction(encodeBitcoinTransaction({ ...small, outputs })), false);
  assert.equal(looksLikeTransaction(new Uint8Array(64)), false);
});

test("a block without transactions has no root", () => {
  assert.throws(() => merkleRoot([]), RangeError);
});
