import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ChainTree, placeNodes, type TreeBlock } from "./chain-tree.js";

/** Returns a block named by its height and its branch, on a parent of a branch. */
const block = (number: number, branch = "a", parentBranch = branch): TreeBlock => ({
  hash: `${number}${branch}`,
  parentHash: `${number - 1}${parentBranch}`,
  number,
  transactions: 0,
});

/** Blocks from a height down to another one. */
const chain = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, i) => block(from - i));

const placesOf = (tree: ChainTree) =>
  placeNodes(tree.nodes()).map(
    ({ node, column, lane }) => `${node.hash} ${node.kind} ${column}/${lane}`,
  );

describe("the tree of the newest blocks", () => {
  it("has the chain in one lane, and an uncle in another", () => {
    const tree = new ChainTree(10);
    tree.setChain(chain(3, 1));
    tree.add(block(2, "u", "a"));
    tree.markUncle(block(2, "u", "a").hash);
    assert.deepEqual(placesOf(tree), [
      "1a canonical 0/0",
      "2a canonical 1/0",
      "2u uncle 1/1",
      "3a canonical 2/0",
    ]);
    assert.deepEqual(tree.reorgs, []);
  });

  it("keeps a replaced branch in its own lane", () => {
    const tree = new ChainTree(10);
    tree.setChain(chain(4, 1));
    tree.add(block(3, "u", "a"));
    tree.markUncle(block(3, "u", "a").hash);
    tree.setChain([block(5, "b"), block(4, "b"), block(3, "b", "a"), block(2), block(1)]);
    assert.deepEqual(placesOf(tree), [
      "1a canonical 0/0",
      "2a canonical 1/0",
      "3b canonical 2/0",
      "3a lost 2/1",
      "3u uncle 2/2",
      "4b canonical 3/0",
      "4a lost 3/1",
      "5b canonical 4/0",
    ]);
    assert.deepEqual(tree.reorgs, [{ depth: 2, from: 3, head: "5b" }]);
  });

  it("removes heights that are too old, which is not a reorg", () => {
    const tree = new ChainTree(3);
    tree.setChain(chain(3, 1));
    tree.setChain(chain(9, 7));
    assert.deepEqual(placesOf(tree), ["7a canonical 0/0", "8a canonical 1/0", "9a canonical 2/0"]);
    assert.deepEqual(tree.reorgs, []);
  });

  it("shows blocks that a revert removed until the chain has that height again", () => {
    const tree = new ChainTree(10);
    tree.setChain(chain(4, 1));
    tree.setChain(chain(2, 1));
    assert.deepEqual(placesOf(tree).slice(2), ["3a lost 2/1", "4a lost 3/1"]);
    assert.deepEqual(tree.reorgs, [{ depth: 2, from: 3, head: "2a" }]);
  });
});
