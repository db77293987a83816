import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ListedBlock } from "../session/answers.js";
import { miningFactsOf } from "./mining-facts.js";

const header = new Uint8Array(80);
new DataView(header.buffer).setUint32(72, 0x207fffff, true);

const block = (number: number, timestamp: number, miner: number, uncles = 0) =>
  ({
    number,
    timestamp,
    miner: new Uint8Array(20).fill(miner),
    uncles: Array(uncles).fill(new Uint8Array(32)),
    difficulty: BigInt(number * 10),
    bitcoinMergedMiningHeader: header,
  }) as unknown as ListedBlock;

describe("mining statistics", () => {
  const facts = miningFactsOf([
    block(4, 160, 2),
    block(3, 103, 1, 2),
    block(2, 101, 1, 1),
    block(1, 100, 2),
    block(0, 0, 0),
  ]);

  it("list the miners, without the first block", () => {
    assert.deepEqual(
      facts.miners.map(({ miner, blocks, listedUncles }) => [
        miner.slice(2, 4),
        blocks,
        listedUncles,
      ]),
      [
        ["02", 2, 0],
        ["01", 2, 3],
      ],
    );
  });

  it("count intervals between neighbours", () => {
    const counted = facts.intervals.filter(({ count }) => count > 0);
    assert.deepEqual(counted, [
      { label: "1 s to 2 s", count: 1 },
      { label: "2 s to 5 s", count: 1 },
      { label: "30 s to 60 s", count: 1 },
    ]);
  });

  it("follow the difficulty of both chains", () => {
    assert.deepEqual(facts.difficulty.at(-1), { x: 4, y: 40 });
    assert.deepEqual(facts.bitcoinDifficulty[0], { x: 1, y: 2 });
    assert.deepEqual(
      facts.uncles.map(({ y }) => y),
      [0, 1, 2, 0],
    );
  });
});
