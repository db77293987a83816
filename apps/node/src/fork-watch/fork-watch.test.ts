import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type MainChain, vectorHeights } from "@tandem/consensus";
import type { Logger } from "@tandem/runtime";
import { type BitcoinRpc, BitcoinRpcError } from "../bitcoin-node/rpc.js";
import { answerBitcoin, extendBitcoin } from "../bitcoin-node/testing/bitcoin-chain.js";
import { ForkWatch } from "./fork-watch.js";
import { forkWatchLimits } from "./limits.js";

const headHeight = 700;
const byteOf = (height: number) => (height / 64) | 0;

/** A main chain whose blocks are identified by their heights; a test may replace them. */
const mainChain: { headHeight(): number; block: MainChain["block"] } = {
  headHeight: () => headHeight,
  block: (height) => ({
    prefix: new Uint8Array(20).fill(height % 251),
    vectorByte: byteOf(height),
  }),
};

/** Returns the tag of a block at a height whose ancestors above `commonTo` are hidden. */
function tagOf(height: number, commonTo: number): Uint8Array {
  const tag = new Uint8Array(32);
  tag.fill(commonTo >= height ? height % 251 : 0xfe, 0, 20);
  for (const [i, at] of vectorHeights(height).entries()) {
    tag[20 + i] = at <= commonTo ? byteOf(at) : 0xc0 + i;
  }
  new DataView(tag.buffer).setUint32(28, height);
  return tag;
}

const hidden = (height: number) => tagOf(height, 512);

interface Line {
  readonly level: "info" | "warn";
  readonly fields: object;
  readonly message: string;
}

describe("the fork monitor", () => {
  let watch: ForkWatch | undefined;
  afterEach(() => watch?.close());

  /**
   * Returns a monitor over blocks that a test replaces. `looked` resolves after one more complete
   * poll.
   */
  function watched(first: readonly Uint8Array[], limits: Partial<typeof forkWatchLimits> = {}) {
    let blocks: readonly Uint8Array[] | undefined = first;
    const waiting: (() => void)[] = [];
    const lines: Line[] = [];
    const rpc: BitcoinRpc = {
      address: "http://bitcoin/",
      async call(method, params = []) {
        if (method === "getblockcount") for (const go of waiting.splice(0)) go();
        if (blocks === undefined) throw new BitcoinRpcError("unreachable", "nobody listens");
        return answerBitcoin(blocks, method, params);
      },
    };
    const write = (level: Line["level"]) => (fields: object, message: string) =>
      void lines.push({ level, fields, message });
    const logger = { info: write("info"), warn: write("warn") } as unknown as Logger;
    watch = new ForkWatch({
      rpc,
      mainChain,
      logger,
      limits: { ...forkWatchLimits, intervalMs: 1, ...limits },
    });
    watch.start();
    const nextLook = () => new Promise<void>((resolve) => waiting.push(resolve));
    return {
      watch,
      lines,
      /** A poll that begins after the call has ended when the next one begins. */
      async looked() {
        await nextLook();
        await nextLook();
      },
      serve(other: readonly Uint8Array[] | undefined) {
        blocks = other;
      },
    };
  }

  it("finds no fork in tags of the main chain, and counts them", async () => {
    const blocks = extendBitcoin([], 4, (at) => (at === 0 ? undefined : tagOf(600 + at, 1000)));
    const { looked, lines, watch } = watched(blocks);
    await looked();
    const { bitcoin, tags, forks, failure, headNumber } = watch.alerts();
    assert.deepEqual(bitcoin, { from: 0, to: 3 });
    assert.deepEqual([tags["main-chain"], tags.untagged], [3, 1]);
    assert.deepEqual([forks, failure, headNumber], [[], undefined, headHeight]);
    assert.deepEqual(lines, []);
  });

  it("reports a hidden branch, warns once for each level, and handles a reorg of Bitcoin", async () => {
    const honest = extendBitcoin([], 2, (at) => tagOf(600 + at, 1000));
    const { looked, serve, lines, watch } = watched(honest);
    await looked();
    assert.deepEqual(watch.alerts().forks, []);
    serve(extendBitcoin(honest, 3, (at) => hidden(650 + at)));
    await looked();
    const [fork] = watch.alerts().forks;
    assert.deepEqual(
      [fork?.level, fork?.levelName, fork?.range, fork?.witnessCount, fork?.lastHeight],
      [1, "urgent", { from: 512, to: 576 }, 3, 654],
    );
    await looked();
    assert.deepEqual(
      lines.map(({ level, message }) => [level, message]),
      [["warn", "Bitcoin's miners mine a hidden branch"]],
    );
    serve(extendBitcoin(honest, 1, (at) => tagOf(610 + at, 1000)));
    await looked();
    assert.deepEqual(watch.alerts().forks, []);
    assert.deepEqual(watch.alerts().bitcoin, { from: 0, to: 2 });
  });

  it("locates every tag again after a reorg of this chain", async () => {
    const { looked, watch } = watched(extendBitcoin([], 3, (at) => hidden(650 + at)));
    await looked();
    assert.equal(watch.alerts().forks.length, 1);
    const original = mainChain.block;
    // The hidden branch is published.
    mainChain.block = (height) => ({
      prefix: new Uint8Array(20).fill(0xfe),
      vectorByte: vectorHeights(652).includes(height)
        ? (hidden(652)[20 + vectorHeights(652).indexOf(height)] as number)
        : byteOf(height),
    });
    try {
      watch.noteReorg();
      await looked();
      assert.deepEqual(watch.alerts().forks, []);
      assert.equal(watch.alerts().tags["main-chain"], 3);
    } finally {
      mainChain.block = original;
    }
  });

  it("locates tags that were ahead of the head when its own chain has caught up", async () => {
    const original = mainChain.headHeight;
    mainChain.headHeight = () => 10;
    try {
      const { looked, watch } = watched(extendBitcoin([], 3, (at) => hidden(650 + at)));
      await looked();
      assert.equal(watch.alerts().tags.unplaced, 3);
      mainChain.headHeight = original;
      await looked();
      assert.equal(watch.alerts().forks[0]?.witnessCount, 3);
    } finally {
      mainChain.headHeight = original;
    }
  });

  it("keeps only the newest blocks, and begins with those of a day", async () => {
    const blocks = extendBitcoin([], 30, () => undefined);
    const { looked, serve, watch } = watched(blocks, { blocksAtStart: 5, blocksMax: 8 });
    await looked();
    assert.deepEqual(watch.alerts().bitcoin, { from: 25, to: 29 });
    serve(extendBitcoin(blocks, 20, () => undefined));
    await looked();
    assert.deepEqual(watch.alerts().bitcoin, { from: 42, to: 49 });
  });

  it("reports an unreachable Bitcoin node, warns once, and continues later", async () => {
    const blocks = extendBitcoin([], 3, () => undefined);
    const { looked, serve, lines, watch } = watched(blocks);
    await looked();
    serve(undefined);
    await looked();
    await looked();
    assert.equal(watch.alerts().failure, "unreachable");
    assert.deepEqual(watch.alerts().bitcoin, { from: 0, to: 2 });
    serve(extendBitcoin(blocks, 1, () => undefined));
    await looked();
    assert.equal(watch.alerts().failure, undefined);
    assert.deepEqual(watch.alerts().bitcoin, { from: 0, to: 3 });
    assert.deepEqual(
      lines.map(({ level }) => level),
      ["warn", "info"],
    );
  });
});
