import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bitcoinBlocksKept, forksKept, witnessesKept } from "../limits.js";
import { vectorHeights } from "../merged-mining/fork-detection.js";
import type { ForkTag } from "../merged-mining/tag.js";
import { type TaggedBranch, taggedBranch } from "../testing/tagged-branch.js";
import type { Fork } from "./fork.js";
import type { MainChain } from "./main-chain.js";
import { ForkMonitor } from "./monitor.js";

const main = taggedBranch({ head: 5000 });
const hiddenFrom = (leavesAt: number, seed = 2) => taggedBranch({ head: 0, seed, leavesAt });

/** Creates a monitor, and a Bitcoin chain that grows by a block with each tag. */
function watch(mainChain: MainChain = main) {
  const monitor = new ForkMonitor(mainChain);
  let height = 100;
  return {
    monitor,
    see: (tag: ForkTag | undefined, time?: number) =>
      monitor.observe({ height: ++height, tag, ...(time === undefined ? {} : { time }) }),
  };
}

function onlyFork(forks: readonly Fork[]): Fork {
  assert.equal(forks.length, 1);
  return forks[0] as Fork;
}

test("tags of the main chain and of its siblings are no fork, and no tag is none", () => {
  const { monitor, see } = watch();
  assert.deepEqual(see(undefined), { kind: "untagged" });
  assert.deepEqual(see(main.tagAt(4800)), { kind: "main-chain" });
  assert.deepEqual(see(main.tagAt(4801, 1)), { kind: "sibling" });
  assert.deepEqual(see(main.tagAt(5001)), { kind: "sibling" });
  assert.deepEqual(see(main.tagAt(5012)), { kind: "sibling" });
  assert.deepEqual(monitor.forks(), []);
  assert.deepEqual(monitor.counts(), {
    untagged: 1,
    "main-chain": 1,
    sibling: 3,
    witness: 0,
    repeat: 0,
    unplaced: 0,
  });
});

test("the guide's case: height 4998, newest common byte at 4672, later height 5223", () => {
  // The bytes of 4992, 4928, 4864, 4800 and 4736 differ. The guide counts four; then 4736 would be
  // in common, and the range and lengths would be those of 4672.
  const hidden = hiddenFrom(4700);
  const { monitor, see } = watch();
  assert.equal(see(hidden.tagAt(4998)).kind, "witness");
  const first = onlyFork(monitor.forks());
  assert.deepEqual(first.range, { from: 4672, to: 4736 });
  assert.equal(first.lengthMax, 326);
  assert.equal(first.lengthMin, 263);
  see(hidden.tagAt(5110));
  see(hidden.tagAt(5223));
  const later = onlyFork(monitor.forks());
  assert.deepEqual(later.range, { from: 4672, to: 4736 });
  assert.equal(later.lengthMax, 551);
  assert.equal(later.witnessCount, 3);
  assert.equal(later.ahead, 223);

  const four = watch();
  four.see(hiddenFrom(4736).tagAt(4998));
  assert.deepEqual(onlyFork(four.monitor.forks()).range, { from: 4736, to: 4800 });
});

test("the range holds the height a branch left at, is at most 64 wide, and never moves off it", () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 12 });
  const property = fc.property(
    fc.integer({ min: 600, max: 4000 }),
    gaps,
    fc.integer({ min: 2, max: 9_999 }),
    (leavesAt, steps, seed) => {
      const hidden = hiddenFrom(leavesAt, seed);
      const { monitor, see } = watch();
      let height = leavesAt;
      for (const step of steps) {
        height += step;
        see(hidden.tagAt(height));
        for (const { range, lastHeight, lengthMin, lengthMax } of monitor.forks()) {
          assert.ok(range.from <= leavesAt && leavesAt < range.to);
          assert.equal(range.to - range.from, 64);
          assert.ok(lengthMin <= lastHeight - leavesAt && lastHeight - leavesAt <= lengthMax);
        }
      }
      const isPastVector = height > Math.ceil((leavesAt + 1) / 64) * 64;
      assert.equal(monitor.forks().length, isPastVector ? 1 : 0);
    },
  );
  fc.assert(property, { seed: 110, numRuns: 300 });
});

test("a byte that agrees by chance moves no start", () => {
  const chance = 4800;
  const hidden = hiddenFrom(4700);
  const tagAt = (height: number): ForkTag => {
    const tag = hidden.tagAt(height);
    const vector = tag.vector.slice();
    const at = vectorHeights(height).indexOf(chance);
    if (at >= 0) vector[at] = main.block(chance)?.vectorByte as number;
    return { ...tag, vector };
  };
  // The vector of the last one begins at the byte that agrees, and is the only one with a later
  // start.
  const heights = [4790, 5000, 5200];
  for (const order of [heights, heights.toReversed()]) {
    const { monitor, see } = watch();
    for (const height of order) assert.equal(see(tagAt(height)).kind, "witness");
    assert.deepEqual(onlyFork(monitor.forks()).range, { from: 4672, to: 4736 });
  }
  const { monitor, see } = watch();
  see(tagAt(5200));
  assert.deepEqual(onlyFork(monitor.forks()).range, { from: 4800, to: 4864 });
});

test("witnesses of one branch make one fork, those of two make two", () => {
  const near = hiddenFrom(4700, 2);
  const rival = hiddenFrom(4700, 3);
  const later = hiddenFrom(4850, 4);
  const { monitor, see } = watch();
  for (const height of [4780, 4840, 4950]) {
    see(near.tagAt(height));
    see(rival.tagAt(height + 5));
  }
  see(later.tagAt(4930));
  const counts = monitor.forks().map(({ witnessCount, range }) => [witnessCount, range.from]);
  assert.deepEqual(counts, [
    [3, 4672],
    [3, 4672],
    [1, 4800],
  ]);
});

test("a tag seen again is a stuck miner and not another witness", () => {
  const hidden = hiddenFrom(4700);
  const { monitor, see } = watch();
  see(hidden.tagAt(4800));
  const again = see(hidden.tagAt(4800));
  assert.equal(again.kind, "repeat");
  assert.equal(again.fork?.witnessCount, 1);
  assert.equal(see(hidden.tagAt(4800, 1)).kind, "witness");
  assert.equal(onlyFork(monitor.forks()).witnessCount, 2);
});

test("a branch none of whose bytes agree may be as old as the chain, and counts from the newest start", () => {
  const hidden = hiddenFrom(1000);
  const { monitor, see } = watch();
  see(hidden.tagAt(4998));
  see(hidden.tagAt(4999));
  see(hidden.tagAt(5000));
  const fork = onlyFork(monitor.forks());
  assert.deepEqual(fork.range, { from: 0, to: 4608 });
  assert.equal(fork.lengthMax, 5000);
  assert.equal(fork.lengthMin, 393);
  assert.equal(fork.level, 1);
});

/**
 * Returns the levels as a fork grows: hidden witnesses and main-chain tags alternate, `own` of
 * every `of`.
 */
function levelsOf(branch: TaggedBranch, leavesAt: number, own: number, of: number): string {
  const { see } = watch();
  let levels = "";
  for (let i = 1; i <= 20 * of; i++) {
    const height = leavesAt + 20 * i;
    if (i % of >= own) see(main.tagAt(Math.min(height, 5000)));
    else levels += see(branch.tagAt(height)).fork?.level ?? "-";
  }
  return levels;
}

test("levels: urgent from two witnesses and half the power, action from 515 blocks and three", () => {
  const alone = levelsOf(hiddenFrom(4224), 4224, 1, 1);
  // Blocks 20, 40 and 60 commit to no hidden block yet and count as siblings, so the shares are
  // 1/4, 2/5, 3/6.
  assert.equal(alone, `---00${"1".repeat(15)}`);
  const levels = (heights: readonly number[]) => {
    const { see } = watch();
    return heights.map((height) => see(hiddenFrom(4224).tagAt(4224 + height)).fork?.level);
  };
  assert.deepEqual(levels([80, 300, 514, 515]), [0, 1, 1, 2]);
  assert.deepEqual(levels([300, 600, 601]), [0, 1, 2]);
  const minority = levelsOf(hiddenFrom(4224), 4224, 1, 3);
  assert.match(minority, /^-*0+$/);
});

test("a fork 6,000 blocks from the head is not urgent", () => {
  const tall = taggedBranch({ head: 12_000 });
  const levelAt = (height: number) => {
    const { see } = watch(tall);
    const hidden = hiddenFrom(height - 200);
    see(hidden.tagAt(height - 1));
    return see(hidden.tagAt(height)).fork?.level;
  };
  assert.equal(levelAt(6001), 1);
  assert.equal(levelAt(6000), 0);
});

test("the share is over tagged blocks since the branch can have begun, at most the last hundred", () => {
  const hidden = hiddenFrom(4224);
  const { see } = watch();
  for (let i = 0; i < 50; i++) see(main.tagAt(4000 + i));
  for (let i = 0; i < 3; i++) see(main.tagAt(4300 + i));
  see(undefined);
  assert.equal(see({ ...main.tagAt(4300), height: 200_000 }).kind, "unplaced");
  assert.equal(see(hidden.tagAt(4300)).fork?.share, 1 / 4);
  assert.equal(see(hidden.tagAt(4301)).fork?.share, 2 / 5);
  for (let i = 0; i < 99; i++) see(main.tagAt(4400 + i));
  assert.equal(see(hidden.tagAt(4302)).fork?.share, 1 / 100);
});

test("the pace gives when the branch began and when it will be 4,000 blocks long", () => {
  const hidden = hiddenFrom(4224);
  const { see } = watch();
  assert.equal(see(hidden.tagAt(4300), 1_700_000_000).fork?.pace, undefined);
  assert.deepEqual(see(hidden.tagAt(4350), 1_700_001_000).fork?.pace, {
    secondsPerBlock: 20,
    beganAt: 1_700_000_000 - 76 * 20,
    reaches4000At: 1_700_000_000 - 76 * 20 + 80_000,
  });
  // Times of Bitcoin's blocks may go back.
  assert.equal(see(hidden.tagAt(4360), 1_700_000_000).fork?.pace, undefined);
  assert.equal(see(hidden.tagAt(4370)).fork?.pace, undefined);
});

test("a Bitcoin reorg takes witnesses back, by removal or by a height fed again", () => {
  const hidden = hiddenFrom(4700);
  const monitor = new ForkMonitor(main);
  const feed = (height: number, tag?: ForkTag) => monitor.observe({ height, tag });
  feed(1, main.tagAt(4700));
  feed(2, hidden.tagAt(4800));
  const before = [monitor.forks(), monitor.counts()];
  feed(3, hidden.tagAt(4840));
  feed(4, hidden.tagAt(4900));
  monitor.removeAbove(2);
  assert.deepEqual([monitor.forks(), monitor.counts()], before);
  assert.equal(monitor.bitcoinHeight, 2);
  // The removed witness of 4900 alone had a byte of block 4800, which may be another one now.
  const { vector, ...tag } = hidden.tagAt(4850);
  feed(3, { ...tag, vector: vector.map((byte, i) => (i === 0 ? byte ^ 1 : byte)) });
  assert.equal(onlyFork(monitor.forks()).witnessCount, 2);
  feed(2, main.tagAt(4720));
  assert.deepEqual(monitor.forks(), []);
  assert.equal(monitor.counts()["main-chain"], 2);
  monitor.removeAbove(0);
  assert.equal(monitor.bitcoinHeight, undefined);
});

test("whatever Bitcoin gives up and mines again, the forks are those of its last chain", () => {
  const branches = [main, hiddenFrom(4300, 2), hiddenFrom(4500, 3)];
  const step = fc.record({
    back: fc.integer({ min: 0, max: 5 }),
    branch: fc.integer({ min: 0, max: 3 }),
    above: fc.integer({ min: 1, max: 400 }),
  });
  const property = fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
    const monitor = new ForkMonitor(main);
    let chain: (ForkTag | undefined)[] = [];
    for (const { back, branch, above } of steps) {
      chain = chain.slice(0, Math.max(0, chain.length - back));
      const tag = branches[branch]?.tagAt(4300 + 200 * branch + above);
      monitor.observe({ height: chain.length, tag });
      chain.push(tag);
    }
    const fresh = new ForkMonitor(main);
    for (const [height, tag] of chain.entries()) fresh.observe({ height, tag });
    assert.deepEqual(monitor.forks(), fresh.forks());
    assert.deepEqual(monitor.counts(), fresh.counts());
    monitor.recheck();
    assert.deepEqual(monitor.forks(), fresh.forks());
  });
  fc.assert(property, { seed: 7, numRuns: 200 });
});

test("a tag far ahead of a head that lags is a fork until the main chain has come so far", () => {
  let head = 4000;
  const mainChain = {
    headHeight: () => head,
    block: (n: number) => (n > head ? undefined : main.block(n)),
  };
  const { monitor, see } = watch(mainChain);
  assert.equal(see(main.tagAt(4012)).kind, "sibling");
  assert.equal(see(main.tagAt(4013)).kind, "witness");
  see(main.tagAt(4100));
  see(main.tagAt(4200));
  const fork = onlyFork(monitor.forks());
  assert.deepEqual(fork.range, { from: 3968, to: 4001 });
  assert.equal(fork.witnessCount, 3);
  head = 4032;
  const atHead = see(hiddenFrom(4000).tagAt(4033));
  assert.deepEqual(atHead.fork?.range, { from: 3968, to: 4032 });
  head = 4199;
  monitor.removeAbove(104);
  monitor.recheck();
  assert.deepEqual(monitor.forks(), []);
});

test("when the hidden branch becomes the main chain, the other one is the fork", () => {
  const hidden = taggedBranch({ head: 5000, seed: 2, leavesAt: 4700 });
  let current: MainChain = main;
  const mainChain = { headHeight: () => 5000, block: (n: number) => current.block(n) };
  const { monitor, see } = watch(mainChain);
  for (let height = 4800; height < 4900; height += 30) {
    see(main.tagAt(height));
    see(hidden.tagAt(height + 5));
    see(hidden.tagAt(height + 9));
  }
  assert.equal(onlyFork(monitor.forks()).witnessCount, 8);
  current = hidden;
  monitor.recheck();
  const fork = onlyFork(monitor.forks());
  assert.equal(fork.witnessCount, 4);
  assert.deepEqual(fork.range, { from: 4672, to: 4736 });
});

test("tags without fork-detection data are placed by their hash, or not at all", () => {
  const short = taggedBranch({ head: 460 });
  const early = (height: number) => ({
    ...short.tagAt(449),
    prefix: short.block(height)?.prefix ?? new Uint8Array(20),
  });
  const noise = { vector: new Uint8Array(7).fill(0xee), uncles: 3, height: 0xfedcba98 };
  const { see } = watch(short);
  assert.equal(see({ ...early(12), ...noise }).kind, "main-chain");
  assert.equal(see({ ...early(448), ...noise, height: 3 }).kind, "main-chain");
  assert.equal(see({ ...early(999), ...noise }).kind, "unplaced");
  assert.equal(see({ ...early(999), ...noise, height: 448 }).kind, "unplaced");
  assert.equal(see(short.tagAt(449)).kind, "main-chain");
});

test("a main chain known from some height on places what it can", () => {
  const since = (height: number): MainChain => ({
    headHeight: () => 5000,
    block: (n) => (n < height ? undefined : main.block(n)),
  });
  assert.equal(watch(since(4990)).see(main.tagAt(4980)).kind, "unplaced");
  assert.equal(watch(since(4990)).see(main.tagAt(4992)).kind, "main-chain");
  assert.equal(watch(since(4700)).see(main.tagAt(4998, 1)).kind, "sibling");
  const { see } = watch(since(4800));
  assert.deepEqual(see(hiddenFrom(4850).tagAt(4998)).fork?.range, { from: 4800, to: 4864 });
});

test("what is kept has limits: Bitcoin blocks, forks", () => {
  const { monitor, see } = watch();
  const forks = forksKept + 10;
  for (let seed = 2; seed < 2 + forks; seed++) {
    // Of 74 random branches some share a byte; at this height each has two.
    see(hiddenFrom(4000, seed).tagAt(4200));
  }
  assert.ok(monitor.forks().length <= forksKept);
  assert.ok(monitor.forks().length > forksKept - 10);
  assert.ok(monitor.forks().every(({ id }) => id > 110));
  for (let i = 0; i < 3 * bitcoinBlocksKept; i++) see(i % 5 === 0 ? main.tagAt(4500) : undefined);
  const total = Object.values(monitor.counts()).reduce((a, b) => a + b);
  assert.equal(total, bitcoinBlocksKept);
  assert.deepEqual(monitor.forks(), []);
});

test("of a fork with very many witnesses the number stays, and the newest", () => {
  const hidden = hiddenFrom(4224);
  const { monitor, see } = watch();
  for (let i = 1; i <= witnessesKept + 100; i++) see(hidden.tagAt(4300 + (i % 600), i));
  const fork = onlyFork(monitor.forks());
  assert.equal(fork.witnesses.length, witnessesKept);
  assert.equal(fork.witnessCount, witnessesKept + 100);
  assert.equal(fork.witnesses.at(-1)?.bitcoinHeight, monitor.bitcoinHeight);
  assert.deepEqual(fork.range, { from: 4224, to: 4288 });
  monitor.removeAbove((monitor.bitcoinHeight ?? 0) - 10);
  assert.equal(onlyFork(monitor.forks()).witnessCount, witnessesKept + 90);
});

test("a fork outlives its oldest witnesses and remembers where they saw it start", () => {
  const hidden = hiddenFrom(4700);
  const { monitor, see } = watch();
  see(hidden.tagAt(4800));
  for (let i = 0; i < bitcoinBlocksKept - 1; i++) {
    if (i === 1000) see(hidden.tagAt(5100));
    else if (i === 2000) see(hidden.tagAt(5400));
    else see(undefined);
  }
  assert.equal(onlyFork(monitor.forks()).witnesses.length, 3);
  see(undefined);
  const fork = onlyFork(monitor.forks());
  assert.equal(fork.witnesses.length, 2);
  assert.equal(fork.witnessCount, 3);
  assert.deepEqual(fork.range, { from: 4672, to: 4736 });
});
