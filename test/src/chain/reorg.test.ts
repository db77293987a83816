/**
 * Tests facts and views: for any order of import of a tree's blocks, the head, the views and the
 * state are those of a chain without other branches.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isPreferred } from "@tandem/consensus";
import { fromHex, isEqual, type StoredBlock, toHex } from "@tandem/primitives";
import fc from "fast-check";
import { encodeDeployData } from "viem";
import { importAll, viewsOf } from "../support/chain-checks/chain-views.js";
import { compileOne } from "../support/compile.js";
import { fewOrMany, seedOr } from "../support/extent.js";
import { addressOf, createWorld, sign, type World } from "../support/world.js";

const senders = [0, 1, 2, 3];
const recipient = new Uint8Array(20).fill(0x99);
const everyAddress = [...senders.map(addressOf), recipient, new Uint8Array(20).fill(0xcb)];

/** One step of a tree: the parent, the time, and the payments. */
const step = fc.record({
  /** The index of the parent block; above the last one, the head with its uncles. */
  parent: fc.nat({ max: 6 }),
  seconds: fc.integer({ min: 1, max: 40 }),
  payments: fc.array(
    fc.record({
      from: fc.constantFrom(...senders),
      value: fc.integer({ min: 1, max: 1000 }),
      price: fc.integer({ min: 1, max: 9 }),
      isToken: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const pathTo = (block: StoredBlock, tree: readonly StoredBlock[]): StoredBlock[] => {
  const parent = tree.find((one) => isEqual(one.hash, block.header.parentHash));
  return parent === undefined ? [block] : [...pathTo(parent, tree), block];
};

/** Mines one more block on the parent of the step, in a world that knows only its ancestors. */
async function grow(tree: StoredBlock[], wish: Step, code: Uint8Array): Promise<StoredBlock> {
  const parent = tree[wish.parent];
  const known = parent === undefined ? tree : pathTo(parent, tree);
  const world = await createWorld({ coinbase: new Uint8Array(20).fill(0xc0 + (tree.length % 16)) });
  try {
    await importAll(world.chain, known);
    const head = world.chain.head();
    world.setTime(head.header.timestamp + wish.seconds);
    for (const payment of wish.payments) await pay(world, payment, code);
    return await world.chain.miner.mine();
  } finally {
    await world.destroy();
  }
}

async function pay(world: World, wish: Step["payments"][number], code: Uint8Array): Promise<void> {
  const { chain } = world;
  const nonce = chain.pool.nextNonce(addressOf(wish.from), chain.headState());
  const gasPrice = BigInt(wish.price) * 1_000_000_000n;
  const base = { from: wish.from, nonce: Number(nonce), gasPrice };
  const raw = wish.isToken
    ? sign({ ...base, data: code, gasLimit: 3_000_000n })
    : sign({ ...base, to: recipient, value: BigInt(wish.value), isTyped: wish.value % 2 === 0 });
  await chain.submit(raw);
}

const rank = ({ totalDifficulty, header, hash }: StoredBlock) => ({
  totalDifficulty,
  paidFees: header.paidFees,
  hash,
});

/** Returns the block that beats all others, in any order of import. */
const winnerOf = (tree: readonly StoredBlock[]): StoredBlock | undefined =>
  tree.find((one) =>
    tree.every(
      (other) =>
        other === one ||
        (isPreferred(rank(one), rank(other)) && !isPreferred(rank(other), rank(one))),
    ),
  );

describe("a reorg", () => {
  it("has the state of a rebuild along the winning branch, for any order of import", async () => {
    const { abi, bytecode } = compileOne("Token.sol", "Token");
    const code = fromHex(encodeDeployData({ abi, bytecode, args: ["Coin", "C", 1000n] }));
    const orders = fc.array(fc.nat(), { minLength: 3, maxLength: 3 });
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 9 }),
      orders,
      async (steps, seeds) => {
        const tree: StoredBlock[] = [];
        for (const wish of steps) tree.push(await grow(tree, wish, code));
        const winner = winnerOf(tree) ?? (await crown(tree, code));
        const rebuilt = await createWorld();
        await importAll(rebuilt.chain, pathTo(winner, tree));
        const expected = await viewsOf(rebuilt, tree, everyAddress);
        await rebuilt.destroy();
        assert.equal(expected.head, toHex(winner.hash));
        for (const seed of seeds) {
          const world = await createWorld();
          await importAll(world.chain, shuffled(tree, seed));
          assert.deepEqual(await viewsOf(world, tree, everyAddress), expected);
          for (const block of tree) assert.ok(world.chain.blocks.block(block.hash), "facts stay");
          await world.destroy();
        }
      },
    );
    await fc.assert(property, { seed: seedOr(2026), numRuns: fewOrMany(2, 12) });
  });

  it("never prefers a lighter branch, and breaks a tie deterministically", () => {
    const side = fc.record({
      totalDifficulty: fc.bigInt({ min: 1n, max: 3n }),
      paidFees: fc.bigInt({ min: 0n, max: 6n }),
      hash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    });
    const property = fc.property(side, side, (a, b) => {
      if (a.totalDifficulty !== b.totalDifficulty) {
        assert.equal(isPreferred(a, b), a.totalDifficulty > b.totalDifficulty);
      }
      assert.ok(!(isPreferred(a, b) && isPreferred(b, a)));
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
  });
});

/** Adds a block on the first of the heaviest blocks if there is a tie. */
async function crown(tree: StoredBlock[], code: Uint8Array): Promise<StoredBlock> {
  const heaviest = tree.reduce((a, b) => (b.totalDifficulty > a.totalDifficulty ? b : a));
  const parent = tree.indexOf(heaviest);
  const block = await grow(tree, { parent, seconds: 1, payments: [] }, code);
  tree.push(block);
  return block;
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const list = [...items];
  let state = seed >>> 0;
  for (let i = list.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = state % (i + 1);
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
  return list;
}
