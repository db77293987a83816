import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Address, emptyTrieRoot, isEqual, type StateOverrides } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import { walkTrie } from "../trie/walk-trie.js";
import { editSteps } from "./edit.js";
import { genesisState } from "./genesis.js";
import { createMemorySource } from "./memory-source.js";
import { createStateCache } from "./state-cache.js";

const address = (n: number): Address => new Uint8Array(20).fill(n);
const word = (n: number) => {
  const bytes = new Uint8Array(32);
  bytes[31] = n;
  return bytes;
};

function scene() {
  const source = createMemorySource();
  const facts = createStateCache(source);
  const edit = (root: Uint8Array, edits: StateOverrides) => {
    const edited = runSync(editSteps(facts, root, edits));
    source.write(edited);
    return edited.stateRoot;
  };
  return { facts, edit };
}

describe("an edited state", () => {
  it("has the edited values and keeps the others", () => {
    const { facts, edit } = scene();
    const first = edit(emptyTrieRoot, [
      [
        address(1),
        { balance: 5n, nonce: 2n, code: Uint8Array.of(1), stateDiff: [[word(1), word(9)]] },
      ],
      [address(2), { balance: 7n }],
    ]);
    const second = edit(first, [[address(1), { balance: 6n, stateDiff: [[word(2), word(8)]] }]]);
    const state = facts.readsAt(second);
    assert.equal(state.balanceOf(address(1)), 6n);
    assert.equal(state.nonceOf(address(1)), 2n);
    assert.deepEqual(state.codeOf(address(1)), Uint8Array.of(1));
    assert.deepEqual(state.storageAt(address(1), word(1)), word(9));
    assert.deepEqual(state.storageAt(address(1), word(2)), word(8));
    assert.equal(state.balanceOf(address(2)), 7n);
    assert.equal(facts.readsAt(first).balanceOf(address(1)), 5n);
  });

  it("has the previous root once everything is restored, without empty accounts", () => {
    const { facts, edit } = scene();
    const first = edit(emptyTrieRoot, [[address(1), { balance: 5n }]]);
    const changed = edit(first, [
      [address(2), { stateDiff: [[word(1), word(9)]] }],
      [address(3), { code: Uint8Array.of(7) }],
      [address(4), { nonce: 1n }],
      [address(1), { balance: 0n }],
    ]);
    assert.ok(!isEqual(changed, first));
    const state = facts.readsAt(changed);
    assert.deepEqual(state.storageAt(address(2), word(1)), word(9));
    assert.deepEqual(state.codeOf(address(3)), Uint8Array.of(7));
    assert.equal(state.nonceOf(address(4)), 1n);
    const back = edit(changed, [
      [address(2), { state: [] }],
      [address(3), { code: new Uint8Array() }],
      [address(4), { nonce: 0n }],
      [address(1), { balance: 5n }],
    ]);
    assert.deepEqual(back, first);
  });

  it("equals the state that genesis would have with these accounts, and is listed completely", () => {
    const account = fc.record({
      address: fc.integer({ min: 1, max: 60 }),
      balance: fc.bigInt({ min: 1n, max: 2n ** 100n }),
      slots: fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 255 }))),
    });
    fc.assert(
      fc.property(fc.uniqueArray(account, { selector: (one) => one.address }), (accounts) => {
        const { facts, edit } = scene();
        let root: Uint8Array = emptyTrieRoot;
        for (const one of accounts) {
          const stateDiff = one.slots.map(([slot, value]) => [word(slot), word(value)] as const);
          root = edit(root, [[address(one.address), { balance: one.balance, stateDiff }]]);
        }
        const expected = genesisState(
          accounts.map((one) => ({
            address: address(one.address),
            balance: one.balance,
            storage: one.slots.map(([slot, value]) => [word(slot), word(value)] as const),
          })),
        );
        assert.deepEqual(root, expected.stateRoot);
        const keys = [...walkTrie(facts, root)].map(([key]) => Buffer.from(key).toString("hex"));
        assert.equal(keys.length, accounts.length);
        assert.deepEqual(keys, [...keys].sort());
      }),
      { seed: 9, numRuns: 40 },
    );
  });
});
