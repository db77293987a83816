import assert from "node:assert/strict";
import { test } from "node:test";
import { type ForkTag, tagScript } from "@tandem/consensus";
import { BitcoinTree } from "../bitcoin/tree.js";
import { alertsMax } from "../limits.js";
import type { ChildBlock } from "./block.js";
import { MonitorAdapter } from "./monitor.js";

const headHeight = 600;
const vectorLength = 7;

/** Returns blocks of the child reduced to what the monitor reads: all have the same vector byte. */
function childChain(): ChildBlock {
  let tip: ChildBlock | undefined;
  for (let number = 0; number <= headHeight; number++) {
    const facts = { prefix: new Uint8Array(20), vectorByte: 0 };
    tip = { header: { number }, parent: tip, facts } as unknown as ChildBlock;
  }
  return tip as ChildBlock;
}

/** Returns the coinbase of a block that tags a hidden block. */
function coinbaseOf({ prefix, vector, uncles, height }: ForkTag): Uint8Array {
  const heightBytes = new Uint8Array(4);
  new DataView(heightBytes.buffer).setUint32(0, height);
  return tagScript(Uint8Array.of(...prefix, ...vector, uncles, ...heightBytes));
}

/** Observes Bitcoin blocks with these tags, and one more. */
function observe(tags: readonly ForkTag[], warmUpSeconds = 0) {
  const tree = new BitcoinTree({ blockSeconds: 600, isRetargeting: false, startDifficulty: 1 });
  const coinbases = new Map<number, Uint8Array>();
  const head = childChain();
  const adapter = new MonitorAdapter({
    tree,
    headers: {
      parts: (id) => {
        const coinbase = coinbases.get(id);
        return coinbase && { header: new Uint8Array(80), coinbase, branch: [] };
      },
    },
    genesis: head,
    warmUpSeconds,
    epochSeconds: 0,
  });
  adapter.childMoved(head, head);
  let tip = 0;
  for (const tag of [...tags, undefined]) {
    tip = tree.add(tip, 0, 600 * (tip + 1));
    if (tag !== undefined) coinbases.set(tip, coinbaseOf(tag));
    adapter.bitcoinMoved(tip);
  }
  return adapter.results();
}

/** Returns the tag of a branch that has nothing in common with the main chain. */
const foreignTag = (branch: number): ForkTag => ({
  prefix: new Uint8Array(20).fill(1 + (branch % 255)),
  vector: Uint8Array.from({ length: vectorLength }, (_, i) =>
    i % 2 === 0 ? 1 + (branch % 255) : 1 + Math.floor(branch / 255),
  ),
  uncles: 0,
  height: 590,
});

/** Sixty tags of one branch, by which it rises to level 1. */
const own = Array.from({ length: 60 }, (_, i): ForkTag => {
  const vector = new Uint8Array(vectorLength);
  vector[0] = 250;
  return { prefix: new Uint8Array(20).fill(254), vector, uncles: 0, height: 515 + i };
});

test("an alert after those that are listed counts, once for each level of its fork", () => {
  const foreign = Array.from({ length: alertsMax }, (_, branch) => foreignTag(branch));
  const before = observe(foreign);
  assert.deepEqual([before.alertCount, before.highestLevel], [alertsMax, 0]);

  const { alerts, alertCount, highestLevel } = observe([...foreign, ...own]);
  assert.equal(alerts.length, alertsMax);
  assert.deepEqual([alertCount, highestLevel], [alertsMax + 2, 1]);
});

test("forks and alerts of the warm-up are not counted, what a fork does after it is", () => {
  const tags = [foreignTag(1), foreignTag(2), ...own];
  const seconds = (blocks: number) => 600 * blocks;
  const all = observe(tags);
  assert.deepEqual([all.forks.length, all.alertCount, all.highestLevel], [3, 4, 1]);

  const first = all.alerts.at(-1);
  const risen = observe(tags, seconds(4));
  assert.deepEqual([risen.forks.length, risen.alerts, risen.alertCount], [1, [first], 1]);
  assert.equal(risen.highestLevel, 1);

  const none = observe(tags, seconds(tags.length + 1));
  assert.deepEqual([none.forks, none.alerts, none.alertCount], [[], [], 0]);
  assert.equal(none.highestLevel, 0);
});
