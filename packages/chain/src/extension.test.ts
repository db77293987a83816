import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { StoredBlock } from "@tandem/primitives";
import { createExtension } from "./extension.js";

const hashOf = (n: number) => new Uint8Array(32).fill(n);
/** As much of a block as is looked at. */
const block = (n: number, parent: number) =>
  ({ hash: hashOf(n), header: { parentHash: hashOf(parent) } }) as StoredBlock;

const [fork, head, side, sideChild] = [block(1, 0), block(2, 1), block(3, 1), block(4, 3)] as const;

describe("what the miner builds on", () => {
  it("is the head, wherever it moves, until a block is chosen", () => {
    let now = fork;
    const extension = createExtension(() => now);
    now = head;
    assert.deepEqual([extension.tip(), extension.isChosen], [head, false]);
    extension.choose(fork);
    now = block(5, 2);
    extension.headMoved({ removed: [], added: [now] });
    assert.deepEqual([extension.tip(), extension.isChosen], [fork, true]);
    extension.choose(undefined);
    assert.equal(extension.tip(), now);
  });

  it("is the branch as it is mined, and not what others put beside it", () => {
    const extension = createExtension(() => head);
    extension.choose(fork);
    extension.grow(block(6, 2));
    assert.equal(extension.tip(), fork);
    extension.grow(side);
    extension.grow(sideChild);
    assert.equal(extension.tip(), sideChild);
  });

  it("is the head again once the chosen block is on the chain, or is the head", () => {
    let now = head;
    const extension = createExtension(() => now);
    extension.choose(head);
    assert.equal(extension.isChosen, false);
    extension.choose(side);
    now = sideChild;
    extension.headMoved({ removed: [head], added: [side, sideChild] });
    assert.deepEqual([extension.tip(), extension.isChosen], [sideChild, false]);
  });

  it("is the head once a block mined on the chosen one has become it", () => {
    let now = head;
    const extension = createExtension(() => now);
    extension.choose(fork);
    now = side;
    extension.headMoved({ removed: [head], added: [side] });
    extension.grow(side);
    assert.deepEqual([extension.tip(), extension.isChosen], [side, false]);
  });
});
