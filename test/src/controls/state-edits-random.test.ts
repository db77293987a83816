/** Tests edits, blocks, branches, reverts and restarts in any order: every block can be verified. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { it } from "node:test";
import { envOf } from "@tandem/chain";
import {
  type Address,
  isEqual,
  type StateOverrides,
  type StoredBlock,
  toHex,
} from "@tandem/primitives";
import fc from "fast-check";
import { fewOrMany, seedOr } from "../support/extent.js";
import { addressOf, createWorld, sign, type World, worldSpec } from "../support/world.js";

const place = (n: number): Address => new Uint8Array(20).fill(0xa0 + n);
const word = (n: number) => new Uint8Array(32).fill(n, 31);
/** Adds one to slot 0. */
const counter = Uint8Array.from([0x5f, 0x54, 0x60, 0x01, 0x01, 0x5f, 0x55]);

type Step =
  | { readonly kind: "edit"; readonly at: number; readonly what: number; readonly value: number }
  | { readonly kind: "block"; readonly to: number; readonly value: number }
  | { readonly kind: "branch"; readonly depth: number; readonly length: number }
  | { readonly kind: "snapshot" | "revert" | "restart" };

const small = (max: number) => fc.integer({ min: 0, max });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("edit" as const),
      at: small(3),
      what: small(3),
      value: small(3),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("block" as const), to: small(3), value: small(3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("branch" as const),
      depth: small(3),
      length: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("snapshot" as const, "revert" as const, "restart" as const),
    }),
  },
);

function editOf(at: number, what: number, value: number): StateOverrides {
  const address = place(at);
  if (what === 0) return [[address, { balance: BigInt(value) }]];
  if (what === 1) return [[address, { stateDiff: [[word(0), word(value)]] }]];
  if (what === 2) return [[address, { code: value === 0 ? new Uint8Array(0) : counter }]];
  return [[addressOf(1), { balance: BigInt(value) * 10n ** 18n }]];
}

/** Executes a block again on the state on which the chain says it was executed. */
async function assertVerifies({ chain }: World, block: StoredBlock): Promise<void> {
  const { blocks, executor } = chain;
  const parent = blocks.header(block.header.parentHash);
  assert.ok(parent);
  const execution = await executor.begin({
    parentRoot: blocks.edits.before(block.hash, parent),
    env: envOf(block.header),
    ancestorHash: blocks.ancestry(block.header.parentHash).hash,
  });
  for (const transaction of block.transactions) {
    assert.equal(await execution.apply(transaction), undefined);
  }
  const { stateRoot } = await execution.finish();
  assert.equal(toHex(stateRoot), toHex(block.header.stateRoot));
}

const seen = { based: 0, blocks: 0, reverts: 0, restarts: 0 };

async function play(steps: readonly Step[]): Promise<void> {
  let world = await createWorld();
  const { directory } = world;
  const tree = new Map<string, Uint8Array>();
  const snapshots: { readonly number: number; readonly root: string }[] = [];
  let seconds = worldSpec.genesis.timestamp + 10;
  const follow = () =>
    world.chain.onHeadMoved(({ added }) => {
      for (const { hash } of added) tree.set(toHex(hash), hash);
    });
  const rootNow = () => toHex(world.chain.blocks.edits.after(world.chain.head()));
  follow();
  try {
    for (const one of steps) {
      seconds += 5;
      world.setTime(seconds);
      const { chain } = world;
      const rootBefore = rootNow();
      if (one.kind === "edit") await chain.edit(() => editOf(one.at, one.what, one.value));
      else if (one.kind === "block") {
        const nonce = Number(chain.headState().nonceOf(addressOf(0)));
        const payment = { from: 0, nonce, to: place(one.to), value: BigInt(one.value) };
        await chain.submit(sign({ ...payment, gasLimit: 100_000n })).catch(() => undefined);
        await chain.miner.mine();
      } else if (one.kind === "branch") {
        const depth = Math.min(one.depth, chain.head().header.number);
        await chain.development.mineBranch({ on: { depth }, length: one.length, transactions: [] });
      } else if (one.kind === "snapshot") {
        snapshots.push({ number: await chain.controls.snapshot(), root: rootBefore });
      } else if (one.kind === "revert") {
        const last = snapshots.pop();
        if (last === undefined) continue;
        assert.equal(await chain.controls.revert(last.number), true);
        assert.equal(rootNow(), last.root);
        seen.reverts++;
      } else {
        await world.close();
        world = await createWorld({ directory });
        follow();
        assert.equal(rootNow(), rootBefore, "a restart changes nothing");
        seen.restarts++;
      }
    }
    for (const hash of tree.values()) {
      const block = world.chain.blocks.block(hash);
      assert.ok(block);
      await assertVerifies(world, block);
      const parent = world.chain.blocks.header(block.header.parentHash);
      assert.ok(parent);
      const base = world.chain.blocks.edits.before(hash, parent);
      if (!isEqual(base, parent.stateRoot)) seen.based++;
      seen.blocks++;
    }
  } finally {
    await world.close();
    await rm(directory, { recursive: true, force: true });
  }
}

it("every block can be verified on its parent's state, whatever edits there were", async () => {
  const runs = fewOrMany(25, 60);
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), play), {
    seed: seedOr(77),
    numRuns: runs,
  });
  assert.ok(seen.based > 2 * runs && seen.blocks > 6 * runs, JSON.stringify(seen));
  assert.ok(seen.reverts > 0 && seen.restarts > 0, JSON.stringify(seen));
});
