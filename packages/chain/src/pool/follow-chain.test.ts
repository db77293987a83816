/** Tests that no impossible transaction stays in the pool, whatever changes the state of the head. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AccountOverride,
  type Address,
  evmCommon,
  Fault,
  fromHex,
  privateKeyToAddress,
  signHash,
  signTransaction,
} from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import type { Chain } from "../chain.js";
import { openSmallChain, smallSpec } from "../testing/small-chain.js";
import { costOf } from "./sender-queue.js";

const keyOf = (n: number) => new Uint8Array(32).fill(n + 1);
const addresses = [0, 1, 2].map((n) => privateKeyToAddress(keyOf(n)));
const addressOf = (n: number) => addresses[n] as Address;

/** Code that creates an account, which uses a nonce, and sends the balance of its own one away. */
const spending = fromHex("0x5f5f5ff05060006000600060004760995af15000");
const spender = new Uint8Array(20).fill(0x55);
const delegation = new Uint8Array([0xef, 0x01, 0x00, ...spender]);

function rawOf(from: number, nonce: number, to: Address): Uint8Array {
  const price = { gasPrice: 10n ** 9n };
  const fields = { nonce: BigInt(nonce), value: 1n, price, gas: 200_000n, to };
  const common = evmCommon(smallSpec.chainId, "osaka");
  return signTransaction(fields, common, (digest) => signHash(digest, keyOf(from)));
}

const party = fc.integer({ min: 0, max: 2 });
const nonce = fc.integer({ min: 0, max: 3 });
const override = fc.oneof(
  fc.record({ balance: fc.bigInt({ min: 0n, max: 10n ** 15n }) }),
  fc.record({ nonce: nonce.map(BigInt) }),
);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("send" as const), from: party, nonce, to: party }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("mine" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit" as const), party, override }) },
  fc.record({ kind: fc.constantFrom("snapshot", "revert", "reorg", "rollback", "branch") }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function edit(chain: Chain, address: Address, change: AccountOverride): Promise<void> {
  await chain.edit(() => [[address, change]]);
}

async function apply(chain: Chain, one: Step, snapshots: number[]): Promise<void> {
  const { controls } = chain;
  const depth = Math.min(2, chain.head().header.number);
  if (one.kind === "send" && "from" in one) {
    await chain.submit(rawOf(one.from, one.nonce, addressOf(one.to)));
  } else if (one.kind === "edit" && "override" in one) {
    await edit(chain, addressOf(one.party), one.override);
  } else if (one.kind === "mine") await chain.miner.mine();
  else if (one.kind === "snapshot") snapshots.push(await controls.snapshot());
  else if (one.kind === "revert") await controls.revert(snapshots.pop() ?? 0);
  else if (one.kind === "reorg") await controls.reorg(depth, []);
  else if (one.kind === "rollback") await controls.rollback(depth);
  else if (one.kind === "branch") {
    await chain.development.mineBranch({ on: { depth }, length: depth + 1, transactions: [] });
  }
}

/** Checks the pool against the accounts of the head, as a full pass over its senders would. */
function assertPossible({ pool, headState }: Chain): void {
  const state = headState();
  for (const tx of pool.all()) {
    assert.ok(tx.fields.nonce >= state.nonceOf(tx.sender));
    assert.ok(costOf(tx) <= state.balanceOf(tx.sender));
  }
  const ready = runSync(pool.ready(state, 1n));
  const next = new Map(addresses.map((address) => [address.join(), state.nonceOf(address)]));
  for (let tx = ready.next(); tx !== undefined; tx = ready.next()) {
    const sender = tx.sender.join();
    assert.equal(tx.fields.nonce, next.get(sender));
    next.set(sender, tx.fields.nonce + 1n);
  }
  for (const tx of pool.all()) assert.notEqual(tx.fields.nonce, next.get(tx.sender.join()));
}

describe("the pool of a chain", () => {
  it("has no transaction that the accounts of the head make impossible", async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      const small = await openSmallChain("manual");
      try {
        await edit(small.chain, spender, { code: spending });
        for (const n of [1, 2]) await edit(small.chain, addressOf(n), { code: delegation });
        const snapshots: number[] = [];
        for (const one of steps) {
          await apply(small.chain, one, snapshots).catch((error) => {
            if (!(error instanceof Fault)) throw error;
          });
          assertPossible(small.chain);
        }
      } finally {
        await small.destroy();
      }
    });
    await fc.assert(property, { seed: 5, numRuns: 25 });
  });
});
