import assert from "node:assert/strict";
import { test } from "node:test";
import type { DisplayHash } from "@tandem/bitcoin";
import { taggedBranch } from "../testing/tagged-branch.js";
import { createForkMonitor } from "./monitor.js";
import type { ForkTag } from "./tag.js";

const main = taggedBranch({ head: 5000 });
const hidden = (seed: number) => taggedBranch({ head: 0, seed, leavesAt: 4700 });

test("of forks at one level that with more witnesses is first, then the newer one", () => {
  const monitor = createForkMonitor(main);
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

test("a witness names its Bitcoin block as far as that is known", () => {
  const monitor = createForkMonitor(main);
  const tag = hidden(2).tagAt(4800);
  const hash = new Uint8Array(32).fill(5) as DisplayHash;
  const { fork } = monitor.observe({ height: 1, tag, hash });
  assert.deepEqual(fork?.witnesses, [{ bitcoinHeight: 1, bitcoinHash: hash, tag }]);
});
