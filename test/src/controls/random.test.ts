/** Tests blocks, snapshots and reverts in any order: the chain is always equal to a rebuild of it. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isEqual, type SignedTransaction, type StoredBlock, toHex } from "@tandem/primitives";
import fc from "fast-check";
import { importAll, viewsOf } from "../support/chain-checks/chain-views.js";
import { fewOrMany, seedOr } from "../support/extent.js";
import {
  addressOf,
  coinsEach,
  createWorld,
  sign,
  type World,
  worldSpec,
} from "../support/world.js";

const payers = [0, 1, 2];
const payee = new Uint8Array(20).fill(0x99);
const everyAddress = [...payers.map(addressOf), payee, new Uint8Array(20).fill(0xcb)];
const supply = BigInt(worldSpec.genesis.accounts.length) * coinsEach * 10n ** 18n;

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("send"), from: fc.constantFrom(...payers) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("mine"), count: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("uncle") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("snapshot") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("revert"), which: fc.nat({ max: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rollback"), depth: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reorg"), depth: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("time"), seconds: fc.nat({ max: 999 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen") }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The chain when a snapshot was taken. */
interface Remembered {
  readonly number: number;
  readonly head: StoredBlock;
  readonly pool: readonly string[];
  readonly nowMs: number;
}

const textOf = (transactions: readonly SignedTransaction[]) =>
  transactions.map(({ hash }) => toHex(hash));

class Player {
  world: World;
  readonly seen = new Map<string, StoredBlock>();
  snapshots: Remembered[] = [];

  constructor(world: World) {
    this.world = world;
    this.listen();
  }

  /** A subscriber's chain: the added blocks minus the removed ones. */
  #told: StoredBlock[] = [];

  listen(): void {
    const { chain } = this.world;
    this.#told = this.canonical();
    for (const block of this.#told) this.seen.set(toHex(block.hash), block);
    chain.onHeadMoved(({ removed, added, wentBackTo }) => {
      for (const block of removed) assert.ok(isEqual(this.#told.pop()?.hash ?? payee, block.hash));
      for (const block of added) {
        this.#told.push(block);
        this.seen.set(toHex(block.hash), block);
      }
      if (wentBackTo !== undefined) assert.equal(added.length, 0);
    });
  }

  canonical(): StoredBlock[] {
    const { chain } = this.world;
    return Array.from({ length: chain.head().header.number + 1 }, (_, height) => {
      const hash = chain.blocks.canonicalHash(height);
      const block = hash && chain.blocks.block(hash);
      assert.ok(block, `block ${height}`);
      return block;
    });
  }

  async perform(wish: Step): Promise<void> {
    const { chain } = this.world;
    const { controls } = chain;
    const height = chain.head().header.number;
    switch (wish.kind) {
      case "send": {
        const nonce = Number(chain.pool.nextNonce(addressOf(wish.from), chain.headState()));
        await chain.submit(sign({ from: wish.from, nonce, to: payee, value: 1n }));
        return;
      }
      case "mine":
        await controls.mine({ count: wish.count, intervalSeconds: wish.count });
        assert.equal(chain.head().header.number, height + wish.count);
        return;
      case "uncle":
        if (height > 0) await chain.development.mineUncle(0);
        return;
      case "snapshot": {
        const number = await controls.snapshot();
        const pool = textOf(chain.pool.all());
        this.snapshots.push({ number, head: chain.head(), pool, nowMs: chain.time.nowMs() });
        return;
      }
      case "revert":
        return this.#revert(wish.which);
      case "rollback": {
        const depth = Math.min(wish.depth, height);
        await controls.rollback(depth);
        assert.equal(chain.head().header.number, height - depth);
        return;
      }
      case "reorg": {
        const old = chain.head();
        const depth = Math.min(wish.depth, height);
        await controls.reorg(depth, []);
        assert.equal(chain.head().header.number, height);
        assert.equal(isEqual(chain.head().hash, old.hash), depth === 0);
        return;
      }
      case "time":
        await controls.increaseTime(wish.seconds);
        return;
      case "reopen": {
        const { directory } = this.world;
        await this.world.close();
        this.world = await createWorld({ directory });
        this.listen();
      }
    }
  }

  async #revert(which: number): Promise<void> {
    const { chain } = this.world;
    const found = this.snapshots[which];
    assert.equal(await chain.controls.revert(found?.number ?? 999), found !== undefined);
    if (found === undefined) return;
    this.snapshots = this.snapshots.slice(0, which);
    assert.ok(isEqual(chain.head().hash, found.head.hash));
    assert.deepEqual(textOf(chain.pool.all()), found.pool);
    assert.equal(chain.time.nowMs(), found.nowMs);
  }

  assertWhole(): void {
    const { chain } = this.world;
    const canonical = this.canonical();
    assert.deepEqual(hashesOf(this.#told), hashesOf(canonical), "listeners know the chain");
    assert.equal(chain.blocks.canonicalHash(canonical.length), undefined);
    for (const [i, block] of canonical.entries()) {
      const parent = canonical[i - 1];
      if (parent === undefined) continue;
      assert.ok(isEqual(block.header.parentHash, parent.hash));
      assert.ok(block.header.timestamp > parent.header.timestamp);
    }
    for (const { hash } of this.seen.values()) assert.ok(chain.blocks.block(hash), "readable");
    const state = chain.headState();
    const held = everyAddress.reduce((sum, address) => sum + state.balanceOf(address), 0n);
    const others = [3, 4].reduce((sum, n) => sum + state.balanceOf(addressOf(n)), 0n);
    assert.equal(held + others, supply);
  }
}

const hashesOf = (blocks: readonly StoredBlock[]) => blocks.map(({ hash }) => toHex(hash));

/** Asserts that every view equals that of a chain without another history. */
async function assertLikeRebuilt(player: Player): Promise<void> {
  const rebuilt = await createWorld();
  try {
    const canonical = player.canonical();
    await importAll(rebuilt.chain, canonical.slice(1));
    const tree = [...player.seen.values()];
    assert.deepEqual(
      await viewsOf(player.world, tree, everyAddress),
      await viewsOf(rebuilt, tree, everyAddress),
    );
  } finally {
    await rebuilt.destroy();
  }
}

describe("any sequence of blocks, snapshots and reverts", () => {
  it("results in a chain that is equal to a rebuild of it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const player = new Player(await createWorld());
        try {
          for (const wish of steps) {
            await player.perform(wish);
            player.assertWhole();
          }
          await assertLikeRebuilt(player);
        } finally {
          await player.world.destroy();
        }
      }),
      { numRuns: fewOrMany(10, 40), seed: seedOr(7) },
    );
  });
});
