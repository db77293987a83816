import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { openSmallChain, type SmallChain, transfer } from "../testing/small-chain.js";

describe("the pending block", () => {
  let small: SmallChain;
  afterEach(() => small.destroy());

  it("has the time that a block mined now would have", async () => {
    small = await openSmallChain("manual");
    const { chain } = small;
    const first = await chain.pending();
    assert.equal(await chain.pending(), first);
    small.pass(61_000);
    const later = await chain.pending();
    assert.equal(later.header.timestamp, first.header.timestamp + 61);
    assert.equal((await chain.miner.mine()).header.timestamp, later.header.timestamp);
  });

  it("is built once for all calls that wait for it, even beyond its second", async () => {
    small = await openSmallChain("manual");
    await small.chain.submit(transfer(0, 0));
    const first = small.chain.pending();
    small.pass(1000);
    assert.equal(small.chain.pending(), first);
    const { header } = await first;
    assert.equal((await small.chain.pending()).header.timestamp, header.timestamp + 1);
  });
});
