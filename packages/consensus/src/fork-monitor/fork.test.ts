import assert from "node:assert/strict";
import { test } from "node:test";
import type { DisplayHash } from "@tandem/bitcoin";
import { forksKept } from "../limits.js";
import type { ForkTag } from "../merged-mining/tag.js";
import { taggedBranch } from "../testing/tagged-branch.js";
import { ForkMonitor } from "./monitor.js";
import { heightsToPlace } from "./placement.js";

const main = taggedBranch({ head: 5000 });
const hidden = (seed: number) => taggedBranch({ head: 0, seed, leavesAt: 4700 });

test("of forks at one level that with more witnesses is first, then the newer one", () => {
  const monitor = new ForkMonitor(main);
  let height = 100;
  const see = (tag: ForkTag) => monitor.observe({ height: ++height, tag });
  for (const seed of [2, 3, 4]) see(hidden(seed).tagAt(4780));
  for (let i = 0; i < 3; i++) see(main.tagAt(4800 + i));
  see(hidden(4).tagAt(4790));
  see(hidden(2).tagAt(4790));
  const order = monitor.forks().map(({ level, id, witnessCount }) => [level, id, witnessCount]);
  assert.deepEqual(order, [
    [0, 103, 2],
    [0, 101, 2],
    [0, 102, 1],
  ]);
});

test("witnesses without a block in common that left the main chain elsewhere are of two forks", () => {
  const monitor = new ForkMonitor(main);
  const earlier = taggedBranch({ head: 0, seed: 2, leavesAt: 4000 });
  monitor.observe({ height: 101, tag: earlier.tagAt(4080) });
  monitor.observe({ height: 102, tag: hidden(3).tagAt(4790) });
  assert.deepEqual(
    monitor.forks().map(({ id, range }) => [id, range.from]),
    [
      [102, 4672],
      [101, 3968],
    ],
  );
});

test("of too many forks the one without a witness for longest is forgotten", () => {
  const monitor = new ForkMonitor(main);
  let height = 100;
  const see = (tag: ForkTag) => monitor.observe({ height: ++height, tag });
  const first = hidden(2);
  const { fork } = see(first.tagAt(4790));
  for (let seed = 3; seed < 3 + 2 * forksKept; seed++) {
    see(hidden(seed).tagAt(4790));
    see(first.tagAt(4790 + seed));
  }
  assert.ok(monitor.forks().some(({ id }) => id === fork?.id));
});

test("there is no pace if its times are no dates", () => {
  const monitor = new ForkMonitor(main);
  const branch = taggedBranch({ head: 0, seed: 2, leavesAt: 4224 });
  const paceAt = (height: number, time: number) =>
    monitor.observe({ height, tag: branch.tagAt(4200 + height), time }).fork?.pace;
  paceAt(100, 0);
  assert.equal(paceAt(101, 2 ** 31)?.reaches4000At, 3924 * 2 ** 31);
  assert.equal(paceAt(102, 2 ** 33), undefined);
});

test("a witness names its Bitcoin block as far as that is known", () => {
  const monitor = new ForkMonitor(main);
  const tag = hidden(2).tagAt(4800);
  const hash = new Uint8Array(32).fill(5) as DisplayHash;
  const { fork } = monitor.observe({ height: 1, tag, hash });
  assert.deepEqual(fork?.witnesses, [{ bitcoinHeight: 1, bitcoinHash: hash, tag }]);
});

test("the heights that placing a tag needs are those that it reads, up to the head", () => {
  for (const height of [4999, 5000, 5001]) {
    const tag = main.tagAt(height);
    const read = new Set<number>();
    const mainChain = {
      headHeight: () => main.headHeight(),
      block(at: number) {
        if (at <= main.headHeight()) read.add(at);
        return main.block(at);
      },
    };
    new ForkMonitor(mainChain).observe({ height: 1, tag });
    const needed = new Set(heightsToPlace(tag, main.headHeight()));
    assert.deepEqual(
      [...read].filter((at) => !needed.has(at)),
      [],
    );
    assert.equal(read.has(height), height <= 5000);
  }
});
