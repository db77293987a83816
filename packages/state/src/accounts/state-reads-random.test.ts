/** Compares reads that begin with those of the state before with reads from the trie, over random blocks. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Account,
  emptyAccount,
  emptyTrieRoot,
  type StateRoot,
  toKey,
} from "@tandem/primitives";
import { addressOf, word } from "../testing/scene.js";
import { genesisState } from "./genesis.js";
import { JournaledState } from "./journaled-state.js";
import { createMemorySource } from "./memory-source.js";
import type { RemoteState } from "./remote-state.js";
import { createStateCache, type StateCache } from "./state-cache.js";

const accounts = Array.from({ length: 8 }, (_, n) => addressOf(n));
const slots = Array.from({ length: 4 }, (_, n) => word(n));
const blocks = 60;

/** Every second account of the other chain exists, and each slot of it has a value. */
const remote: RemoteState = {
  account: ([n = 0]) =>
    n % 2 === 0
      ? { ...emptyAccount, balance: BigInt(n + 1), storageRoot: emptyTrieRoot }
      : undefined,
  slot: ([n = 0], slot) => (n % 2 === 0 ? Uint8Array.of(n + 1, slot[31] ?? 0) : new Uint8Array(0)),
  load: () => undefined,
  blockHash: async () => undefined,
};

/** Returns a generator of integers from 0 up to, but not including, an argument (Park and Miller's). */
function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Changes an account of a state at random, as transactions and their reverts do. */
function change(state: JournaledState, draw: (below: number) => number): void {
  const address = accounts[draw(accounts.length)] as Uint8Array;
  const slot = slots[draw(slots.length)] as Uint8Array;
  const isUndone = draw(4) === 0;
  if (isUndone) state.checkpoint();
  switch (draw(6)) {
    case 0:
      state.deleteAccount(address);
      break;
    case 1:
      state.clearStorage(address);
      break;
    case 2:
      state.slot(address, slot);
      break;
    case 3:
      state.putAccount(address, { ...emptyAccount, balance: BigInt(draw(9)) });
      break;
    default:
      state.putAccount(address, state.account(address) ?? emptyAccount);
      state.putSlot(address, slot, word(draw(3)));
  }
  if (isUndone) state.revert();
}

/** Returns everything that a state contains, as an execution reads it. */
function contents(facts: StateCache, root: StateRoot) {
  const state = new JournaledState(facts, root);
  return accounts.map((address): [Account | undefined, ...string[]] => [
    state.account(address),
    ...slots.map((slot) => toKey(state.slot(address, slot))),
  ]);
}

it("the first state of a forked chain has the slots of its accounts in place of the remote ones", () => {
  const [address, code] = [addressOf(0), Uint8Array.of(0x5f)];
  const genesis = genesisState(
    [{ address, balance: 5n, code, storage: [[word(1), word(7)]] }],
    remote,
  );
  const memory = createMemorySource();
  memory.write(genesis);
  const state = new JournaledState(createStateCache({ ...memory, remote }), genesis.stateRoot);
  assert.equal(state.account(address)?.balance, 5n);
  assert.deepEqual(state.slot(address, word(1)), Uint8Array.of(7));
  assert.deepEqual(state.slot(address, word(2)), remote.slot(address, word(2)));
});

describe("reads of random states", () => {
  for (const [name, other] of [
    ["a chain", undefined],
    ["a forked chain", remote],
  ] as const) {
    it(`are those of the trie on ${name}, also of branches and dropped blocks`, () => {
      for (let seed = 1; seed <= 10; seed++) {
        const draw = drawn(seed);
        const memory = createMemorySource();
        const source = { ...memory, remote: other };
        const genesis = genesisState([{ address: addressOf(0), balance: 5n }], other);
        memory.write(genesis);
        const warm = createStateCache(source);
        const roots = [genesis.stateRoot];
        for (let block = 0; block < blocks; block++) {
          const parent = roots.at(-1 - draw(Math.min(roots.length, 3))) as StateRoot;
          const state = new JournaledState(warm, parent);
          for (let left = draw(12); left > 0; left--) change(state, draw);
          const made = state.hash();
          if (draw(4) === 0) continue;
          memory.write(made);
          roots.push(made.stateRoot);
          const root = roots.at(-1 - draw(Math.min(roots.length, 3))) as StateRoot;
          if (draw(3) > 0)
            assert.deepEqual(contents(warm, root), contents(createStateCache(source), root));
        }
      }
    });
  }
});
