import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  type Block,
  encodeBlock,
  Fault,
  type Header,
  hashHeader,
  isEqual,
  mainSpec,
  unclesHash,
} from "@tandem/primitives";
import { createSealedChain, spec } from "../testing/sealed-chain.js";
import { verifyBlocks } from "./verify-blocks.js";

describe("an exported chain", () => {
  let blocks: readonly Block[];
  let uncle: Header;

  before(async () => {
    const chain = createSealedChain();
    await chain.grow(3);
    uncle = await chain.mine(chain.draft([], { timestamp: chain.head.timestamp + 2 }));
    await chain.grow(1);
    const header = await chain.mine(chain.draft([uncle]));
    chain.append({ header, transactions: [], uncles: [uncle] });
    await chain.grow(2);
    blocks = [1, 2, 3, 4, 5, 6, 7].map((height) => {
      const header = chain.header(height) as Header;
      return { header, transactions: [], uncles: chain.uncles(height) };
    });
  });

  const verify = (given: readonly Block[]) => [...verifyBlocks(given.map(encodeBlock), { spec })];
  const rulesOf = (given: readonly Block[]) =>
    verify(given).map(({ violations }) => violations.map(({ rule }) => rule).join());
  const changed = (at: number, change: (block: Block) => Partial<Block>) =>
    blocks.map((block, i) => (i === at ? { ...block, ...change(block) } : block));

  it("has a result for every header and every uncle, in order", () => {
    const results = verify(blocks);
    assert.deepEqual(
      results.map(({ number, isUncle, violations }) => [number, isUncle, violations.length]),
      [
        [1, false, 0],
        [2, false, 0],
        [3, false, 0],
        [4, false, 0],
        [5, false, 0],
        [4, true, 0],
        [6, false, 0],
        [7, false, 0],
      ],
    );
    assert.ok(isEqual(results[5]?.hash as Uint8Array, hashHeader(uncle)));
  });

  it("is validated by the rules of the named chain", () => {
    const results = [...verifyBlocks(blocks.map(encodeBlock), { spec: mainSpec })];
    const harder = { ...spec, minimumDifficulty: 2n };
    const broken = [...verifyBlocks(blocks.map(encodeBlock), { spec: harder })];
    assert.deepEqual(
      results.flatMap(({ violations }) => violations),
      [],
    );
    assert.ok(broken.slice(1).every(({ violations }) => violations.length > 0));
  });

  it("is reported with the errors of a header, of an uncle, and of the list of uncles", () => {
    const cut = (header: Header) => ({
      ...header,
      bitcoinMergedMiningMerkleProof: header.bitcoinMergedMiningMerkleProof.subarray(32),
    });
    assert.deepEqual(rulesOf(changed(2, ({ header }) => ({ header: cut(header) }))), [
      "",
      "",
      "merged-mining/branch-root",
      ...Array(5).fill(""),
    ]);
    const spoilt = rulesOf(changed(4, () => ({ uncles: [cut(uncle)] })));
    assert.deepEqual(spoilt.slice(4, 6), ["uncles/hash", "merged-mining/branch-root"]);
    const dropped = rulesOf(changed(4, () => ({ uncles: [] })));
    assert.equal(dropped[4], "uncles/count,uncles/hash");
    const stranger = { ...uncle, parentHash: new Uint8Array(32) };
    assert.match(rulesOf(changed(4, () => ({ uncles: [stranger] })))[5] ?? "", /parent-link\/hash/);
  });

  it("is reported with uncles that are listed where they must not be", () => {
    const main = (height: number) => blocks[height - 1]?.header as Header;
    const listing = (at: number, uncles: readonly Header[]) =>
      changed(at - 1, ({ header }) => ({
        header: { ...header, uncleCount: uncles.length, unclesHash: unclesHash(uncles) },
        uncles,
      }));
    const ofUncles = (given: readonly Block[]) =>
      verify(given)
        .filter(({ isUncle }) => isUncle)
        .map(({ violations }) => violations.map(({ rule }) => rule).join());
    assert.deepEqual(ofUncles(listing(5, [uncle, uncle])), ["", "uncles/duplicate"]);
    assert.deepEqual(ofUncles(listing(6, [uncle])), ["", "uncles/already-listed"]);
    assert.deepEqual(ofUncles(listing(6, [main(4)])), ["", "uncles/is-ancestor"]);
    assert.deepEqual(ofUncles(listing(6, [main(6)])), ["", "uncles/too-young"]);
    const stranger = { ...uncle, parentHash: new Uint8Array(32) };
    assert.match(ofUncles(listing(5, [stranger]))[0] ?? "", /^uncles\/parent-not-ancestor,/);
    // The parent is not in the file.
    assert.deepEqual(ofUncles(blocks.slice(3)), [""]);
  });

  it("results in a fault that names the block if it cannot be decoded", () => {
    const first = encodeBlock(blocks[0] as Block);
    for (const bytes of [first.subarray(0, 9), Uint8Array.of(0xc0), first.subarray(3)]) {
      assert.throws(
        () => [...verifyBlocks([first, bytes], { spec })],
        (error) =>
          error instanceof Fault &&
          error.data.code === "unusable-data" &&
          error.message.startsWith("block 1 of the file: "),
      );
    }
  });
});
