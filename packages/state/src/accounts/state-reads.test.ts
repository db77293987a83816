import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { emptyAccount, type StateRoot, toBigInt, toKey } from "@tandem/primitives";
import { slotsReadMax } from "../limits.js";
import { addressOf, word } from "../testing/scene.js";
import { genesisState } from "./genesis.js";
import { JournaledState } from "./journaled-state.js";
import { createMemorySource } from "./memory-source.js";
import { createStateCache } from "./state-cache.js";
import { StateReads } from "./state-reads.js";

const count = 50;
const numbers = Array.from({ length: count }, (_, n) => n);

/** Creates a state of accounts with two slots each, whose trie nodes are not cached, and counts their reads. */
function scene() {
  const memory = createMemorySource();
  const genesis = genesisState(
    numbers.map((n) => ({
      address: addressOf(n),
      balance: 100n,
      storage: [
        [word(1), word(n + 1)],
        [word(2), word(n + 2)],
      ] as const,
    })),
  );
  memory.write(genesis);
  let asked = 0;
  const node = (hash: Uint8Array) => {
    asked++;
    return memory.node(hash);
  };
  const facts = createStateCache({ ...memory, node }, { nodes: 0, codeBytes: 0 });
  return {
    facts,
    root: genesis.stateRoot,
    asked: () => asked,
    /** Makes the state after changes. */
    change(root: StateRoot, apply: (state: JournaledState) => void): StateRoot {
      const state = new JournaledState(facts, root);
      apply(state);
      const made = state.hash();
      memory.write(made);
      return made.stateRoot;
    },
  };
}

type Scene = ReturnType<typeof scene>;

/** Reads an account and its slots as an execution does. */
function look({ facts }: Scene, root: StateRoot, n: number) {
  const state = new JournaledState(facts, root);
  const slots = [1, 2].map((slot) => Number(toBigInt(state.slot(addressOf(n), word(slot)))));
  return { balance: state.account(addressOf(n))?.balance, slots };
}

/** Reads all accounts twice, since a slot is cached when it comes again. */
function lookAtAll(at: Scene, root: StateRoot) {
  const lookAtEach = () => numbers.map((n) => look(at, root, n));
  lookAtEach();
  return lookAtEach();
}

const unchanged = (n: number) => ({ balance: 100n, slots: [n + 1, n + 2] });

describe("reads of the state after a block", () => {
  it("ask for nothing that the block left as it was, nor for what it wrote", () => {
    const at = scene();
    lookAtAll(at, at.root);
    const after = at.change(at.root, (state) => {
      state.putAccount(addressOf(3), { ...emptyAccount, balance: 7n });
      state.putSlot(addressOf(4), word(2), word(9));
    });
    const before = at.asked();
    const found = lookAtAll(at, after);
    assert.equal(at.asked(), before);
    const expected = numbers.map(unchanged);
    expected[3] = { balance: 7n, slots: [4, 5] };
    expected[4] = { balance: 100n, slots: [5, 9] };
    assert.deepEqual(found, expected);
  });

  it("begin with those of the state before, also after many blocks and from a branch", () => {
    const at = scene();
    lookAtAll(at, at.root);
    const pay = (root: StateRoot, n: number, balance: bigint) =>
      at.change(root, (state) => state.putAccount(addressOf(n), { ...emptyAccount, balance }));
    const branch = pay(at.root, 8, 1n);
    let root = at.root;
    for (const n of [5, 6, 7]) {
      root = pay(root, n, 1n);
      const before = at.asked();
      lookAtAll(at, root);
      assert.equal(at.asked(), before);
    }
    const before = at.asked();
    const balances = lookAtAll(at, branch).map(({ balance }) => balance);
    assert.equal(at.asked(), before);
    assert.deepEqual(
      balances,
      numbers.map((n) => (n === 8 ? 1n : 100n)),
    );
  });

  it("have no slots of an account that was removed or cleared, or made again", () => {
    const at = scene();
    lookAtAll(at, at.root);
    const removed = at.change(at.root, (state) => {
      state.deleteAccount(addressOf(1));
      state.clearStorage(addressOf(2));
      state.putSlot(addressOf(2), word(1), word(5));
      state.deleteAccount(addressOf(3));
      state.putAccount(addressOf(3), { ...emptyAccount, balance: 1n });
    });
    assert.deepEqual(look(at, removed, 1), { balance: undefined, slots: [0, 0] });
    assert.deepEqual(look(at, removed, 2), { balance: 100n, slots: [5, 0] });
    assert.deepEqual(look(at, removed, 3), { balance: 1n, slots: [0, 0] });
    const again = at.change(removed, (state) =>
      state.putAccount(addressOf(1), { ...emptyAccount, balance: 2n }),
    );
    assert.deepEqual(look(at, again, 1), { balance: 2n, slots: [0, 0] });
    assert.deepEqual(lookAtAll(at, at.root), numbers.map(unchanged));
  });

  it("are kept beside a contract of which the block changed more slots than are kept", () => {
    const at = scene();
    const after = at.change(at.root, (state) => {
      for (let slot = 2; slot < slotsReadMax + 2; slot++) {
        state.putSlot(addressOf(4), word(slot), word(9));
      }
    });
    const read = () => [4, 5].map((n) => look(at, after, n).slots);
    const expected = [
      [5, 9],
      [6, 7],
    ];
    read();
    assert.deepEqual(read(), expected);
    const before = at.asked();
    assert.deepEqual(read(), expected);
    assert.equal(at.asked(), before);
  });
});

it("an account that is not in the state has nothing", () => {
  const { facts, root } = scene();
  const reader = new StateReads(facts, root);
  const stranger = addressOf(count);
  assert.deepEqual([reader.balanceOf(stranger), reader.nonceOf(stranger)], [0n, 0n]);
  assert.deepEqual(reader.codeOf(stranger), new Uint8Array());
  assert.deepEqual(reader.storageAt(stranger, word(1)), word(0));
});

describe("reads of slots", () => {
  it("are cached from the second time on", () => {
    const at = scene();
    const slot = word(0xabcdef01);
    const asking = () => {
      // The cache of nodes keeps the last one.
      at.facts.node(toKey(at.root));
      const before = at.asked();
      const value = new JournaledState(at.facts, at.root).slot(addressOf(1), slot);
      return { value: Number(toBigInt(value)), isAsked: at.asked() > before };
    };
    new JournaledState(at.facts, at.root).account(addressOf(1));
    const found = [asking(), asking(), asking()];
    const read = { value: 0, isAsked: true };
    assert.deepEqual(found, [read, read, { value: 0, isAsked: false }]);
  });
});
