/** Generates random operations on uncles and branches, and checks the results at once. */
import assert from "node:assert/strict";
import { Fault, isEqual, type StoredBlock, toHex } from "@tandem/primitives";
import fc from "fast-check";
import type { BranchModel } from "../chain-checks/branch-model.js";
import { addressOf, sign, type World } from "../world.js";

export const payers = [0, 1, 2, 3];
export const payee = new Uint8Array(20).fill(0x99);
/**
 * The maximum distance of an uncle's parent, less its own generation and that of the block that
 * lists it.
 */
const uncleDepthMax = 5;

const payment = fc.record({
  /** The index of its block in the branch. */
  block: fc.nat({ max: 24 }),
  from: fc.constantFrom(...payers),
  /** Few values, so that several branches contain the same transaction. */
  value: fc.integer({ min: 1, max: 2 }),
});
const payments = fc.array(payment, { maxLength: 4 });
/** Any block, counted from the newest. */
const which = fc.nat({ max: 40 });

export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("mine"), payments }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("uncle"), depth: fc.nat({ max: 6 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("branch"),
      depth: fc.integer({ min: 1, max: 20 }),
      /** The number of blocks in excess of the replaced ones. */
      longer: fc.integer({ min: -2, max: 2 }),
      payments,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("branch-on"),
      which,
      length: fc.integer({ min: 1, max: 4 }),
      payments,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("extend"), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("follow") }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Payments = readonly (typeof payment extends fc.Arbitrary<infer T> ? T : never)[];

export async function perform(world: World, model: BranchModel, wish: Step): Promise<void> {
  const { chain } = world;
  switch (wish.kind) {
    case "mine":
      await pay(world, model, wish.payments);
      return mine(world, model);
    case "uncle":
      return mineUncle(world, model, wish.depth);
    case "branch": {
      const depth = Math.min(wish.depth, chain.head().header.number);
      const length = Math.max(1, depth + wish.longer);
      return mineBranch(world, model, { on: { depth }, length, payments: wish.payments });
    }
    case "branch-on": {
      const on = { hash: model.blockAt(wish.which).hash };
      return mineBranch(world, model, { ...wish, on });
    }
    case "extend":
    case "follow": {
      const block = wish.kind === "extend" ? model.blockAt(wish.which) : undefined;
      model.chosen = block;
      assert.deepEqual(chain.development.extend(block?.hash), model.tip().hash);
    }
  }
}

async function pay({ chain }: World, model: BranchModel, wishes: Payments): Promise<void> {
  for (const { from, value } of wishes) {
    const nonce = Number(chain.pool.nextNonce(addressOf(from), chain.headState()));
    const raw = sign({ from, nonce, to: payee, value: BigInt(value) });
    model.learn(await chain.submit(raw));
  }
}

async function mine({ chain }: World, model: BranchModel): Promise<void> {
  const tip = model.tip();
  const isChosen = model.chosen !== undefined;
  const mined = await chain.miner.mine();
  assert.deepEqual(mined.header.parentHash, tip.hash);
  model.add(mined.hash);
  // The branch is followed as it grows, until it is the chain.
  if (isChosen) model.chosen = isEqual(chain.head().hash, mined.hash) ? undefined : mined;
}

async function mineUncle({ chain }: World, model: BranchModel, depth: number): Promise<void> {
  const head = chain.head();
  const height = head.header.number - depth;
  if (depth > uncleDepthMax || height < 1) {
    await assert.rejects(chain.development.mineUncle(depth), isBadRequest);
    return;
  }
  const uncle = model.add(await chain.development.mineUncle(depth));
  const rival = model.canonical[height] as StoredBlock;
  assert.deepEqual(chain.head().hash, head.hash, "the chain stays");
  assert.deepEqual(uncle.header.parentHash, rival.header.parentHash);
  assert.notDeepEqual(uncle.hash, rival.hash);
}

interface Branch {
  readonly on: { readonly depth: number } | { readonly hash: Uint8Array };
  readonly length: number;
  readonly payments: Payments;
}

async function mineBranch(
  { chain }: World,
  model: BranchModel,
  { on, length, payments: wishes }: Branch,
): Promise<void> {
  const parent = "hash" in on ? model.block(on.hash) : model.canonical.at(-1 - on.depth);
  assert.ok(parent);
  const accounts = chain.executor.reader(parent.header.stateRoot);
  const nonces = new Map(payers.map((from) => [from, Number(accounts.nonceOf(addressOf(from)))]));
  const transactions = Array.from({ length }, (_, block) =>
    wishes
      .filter((wish) => wish.block % length === block)
      .map(({ from, value }) => {
        const nonce = nonces.get(from) ?? 0;
        nonces.set(from, nonce + 1);
        return sign({ from, nonce, to: payee, value: BigInt(value) });
      }),
  );
  const { hashes, isHead } = await chain.development.mineBranch({ on, length, transactions });
  assert.equal(hashes.length, length);
  let below = parent;
  for (const [i, hash] of hashes.entries()) {
    const block = model.add(hash);
    assert.deepEqual(block.header.parentHash, below.hash);
    assert.deepEqual(
      block.transactions.map(({ raw }) => toHex(raw)),
      transactions[i]?.map(toHex),
    );
    assert.deepEqual(block.uncles, []);
    below = block;
  }
  assert.equal(isHead, isEqual(chain.head().hash, below.hash));
}

const isBadRequest = (error: unknown) =>
  error instanceof Fault && error.data.code === "bad-request";
