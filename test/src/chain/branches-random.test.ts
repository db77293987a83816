/** Tests uncles, branches and reorgs in any order: the rules of the chain hold after each of them. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Sealer, WorkExpired } from "@tandem/consensus";
import { type ChainSpec, hashHeader, type StoredBlock, toHex } from "@tandem/primitives";
import fc from "fast-check";
import { BranchModel } from "../support/chain-checks/branch-model.js";
import { importAll, viewsOf } from "../support/chain-checks/chain-views.js";
import { proofFailures } from "../support/chain-checks/independent-proof.js";
import { fewOrMany, seedOr } from "../support/extent.js";
import { JsonSocket } from "../support/json-socket.js";
import { callAll } from "../support/rpc-batch.js";
import { payee, payers, perform, type Step, step } from "../support/scenes/branch-steps.js";
import { type ServedWorld, serveWorld } from "../support/scenes/served-world.js";
import type { Hex, WireBlock } from "../support/wire.js";
import { addressOf, coinsEach, createWorld, worldSpec } from "../support/world.js";

const supply = BigInt(worldSpec.genesis.accounts.length) * coinsEach * 10n ** 18n;
const everyAddress = [...payers.map(addressOf), payee, new Uint8Array(20).fill(0xcb)];

/** Asserts that a total difficulty is that of the parent and those of the block and its uncles. */
function assertWeighed(model: BranchModel): void {
  for (const block of model.tree.slice(1)) {
    const parent = model.block(block.header.parentHash);
    const uncles = block.uncles.reduce((sum, { difficulty }) => sum + difficulty, 0n);
    const expected = parent.totalDifficulty + block.header.difficulty + uncles;
    assert.equal(block.totalDifficulty, expected);
  }
}

/**
 * Asserts that there are at most ten uncles, of the last seven generations, no ancestor, and none
 * twice.
 */
function assertUncles(canonical: readonly StoredBlock[]): number {
  const listed = new Set<string>();
  const onChain = new Set(canonical.map(({ hash }) => toHex(hash)));
  for (const { header, uncles } of canonical) {
    assert.ok(uncles.length <= 10);
    for (const uncle of uncles) {
      const hash = toHex(hashHeader(uncle));
      assert.ok(!listed.has(hash), "listed once");
      assert.ok(!onChain.has(hash), "no uncle is on the chain");
      assert.ok(uncle.number < header.number && uncle.number - 1 >= header.number - 7);
      assert.deepEqual(uncle.parentHash, canonical[uncle.number - 1]?.hash);
      listed.add(hash);
    }
  }
  return listed.size;
}

/** Returns the chain of a subscriber that takes each announced head for the newest block. */
function chainOf(genesis: Hex, heads: readonly WireBlock[]): Hex[] {
  const chain = [genesis];
  for (const { number, hash, parentHash } of heads) {
    chain.length = Number(number);
    assert.equal(chain.at(-1), parentHash);
    chain.push(hash);
  }
  return chain;
}

async function assertProvable({ server }: ServedWorld, model: BranchModel): Promise<void> {
  const calls = model.tree
    .slice(1)
    .map(({ hash }) => ({ method: "eth_getBlockByHash", params: [toHex(hash), false] }));
  const blocks = await callAll<WireBlock>(server.url, calls);
  assert.deepEqual(blocks.flatMap(proofFailures), []);
}

interface Run {
  readonly blocks: number;
  readonly steps: readonly Step[];
}

/** Counts of all runs together, so that none of the cases is missing. */
const seen = { reorgs: 0, deepest: 0, uncles: 0, sideBlocks: 0 };

async function play(spec: ChainSpec, { blocks, steps }: Run): Promise<void> {
  const world = await serveWorld({ spec });
  const socket = await JsonSocket.open(world.server.wsUrl);
  try {
    const { inbox } = await socket.subscribe<WireBlock>("newHeads");
    const model = new BranchModel(world);
    world.chain.onHeadMoved(({ removed }) => {
      if (removed.length > 0) seen.reorgs++;
      seen.deepest = Math.max(seen.deepest, removed.length);
    });
    await perform(world, model, { kind: "branch", depth: 0, longer: blocks, payments: [] });
    let seconds = worldSpec.genesis.timestamp + blocks;
    for (const wish of steps) {
      seconds += wish.kind === "uncle" ? 3 : 12;
      world.setTime(seconds);
      await perform(world, model, wish);
      model.check(supply);
    }
    assertWeighed(model);
    seen.uncles += assertUncles(model.canonical);
    seen.sideBlocks += model.tree.length - model.canonical.length;
    await assertProvable(world, model);
    await socket.call("eth_chainId");
    const [genesis] = model.canonical as [StoredBlock];
    assert.deepEqual(
      chainOf(toHex(genesis.hash), inbox.received),
      model.canonical.map(({ hash }) => toHex(hash)),
    );
    const rebuilt = await createWorld({ spec });
    try {
      await importAll(rebuilt.chain, model.canonical);
      assert.deepEqual(
        await viewsOf(world, model.tree, everyAddress),
        await viewsOf(rebuilt, model.tree, everyAddress),
      );
    } finally {
      await rebuilt.destroy();
    }
  } finally {
    await socket.close();
    await world.destroy();
  }
}

describe("uncles and branches in any order", () => {
  const runs = fc.record({
    blocks: fc.integer({ min: 1, max: 22 }),
    steps: fc.array(step, { minLength: 5, maxLength: 20 }),
  });
  const holds = (spec: ChainSpec, numRuns: number) =>
    fc.assert(
      fc.asyncProperty(runs, (run) => play(spec, run)),
      { seed: seedOr(31), numRuns },
    );

  it("result in the heaviest chain, with every transaction in its place, and consistent events", async () => {
    const runs = fewOrMany(2, 20);
    await holds(worldSpec, runs);
    assert.ok(seen.reorgs > runs / 2, `${seen.reorgs} reorgs`);
    assert.ok(seen.deepest > 5, `the deepest reorg took ${seen.deepest} blocks out`);
    assert.ok(seen.uncles > runs / 2, `${seen.uncles} uncles`);
    assert.ok(seen.sideBlocks > 5 * runs, `${seen.sideBlocks} blocks beside a chain`);
  });

  it("do so if the difficulty follows the pace", async () => {
    const genesis = { ...worldSpec.genesis, difficulty: 200n };
    const uneven = { ...worldSpec, minimumDifficulty: 50n, difficultyDivisor: 20n, genesis };
    const before = { ...seen };
    await holds(uneven, fewOrMany(2, 8));
    assert.ok(seen.reorgs > before.reorgs && seen.uncles > before.uncles);
  });
});

describe("uncles and branches, while work expires before it is sealed", () => {
  /** Expires each work once, then seals the next one. */
  const slow = (seal: Sealer): Sealer => {
    let calls = 0;
    return (work, signal) =>
      calls++ % 2 === 0 ? Promise.reject(new WorkExpired()) : seal(work, signal);
  };

  it("are built again", async () => {
    const world = await createWorld({ around: slow });
    try {
      const { development } = world.chain;
      const wish = { on: { depth: 0 }, length: 3, transactions: [] };
      const { hashes, isHead } = await development.mineBranch(wish);
      assert.deepEqual([hashes.length, isHead], [3, true]);
      const uncle = await development.mineUncle(1);
      const block = await world.chain.miner.mine();
      assert.deepEqual(block.uncles.map(hashHeader), [uncle]);
    } finally {
      await world.destroy();
    }
  });
});
