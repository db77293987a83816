import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyAccount, emptyTrieRoot, isEqual, toBigInt, toHex } from "@tandem/primitives";
import fc from "fast-check";
import { addressOf, word } from "../testing/scene.js";
import { genesisState } from "./genesis.js";
import { JournaledState } from "./journaled-state.js";
import { createMemorySource } from "./memory-source.js";
import { createStateCache } from "./state-cache.js";

interface Model {
  balance: bigint;
  code: number;
  slots: Map<number, number>;
}
type Accounts = Map<number, Model>;

const copy = (accounts: Accounts): Accounts =>
  new Map(
    [...accounts].map(([k, { balance, code, slots }]) => [
      k,
      { balance, code, slots: new Map(slots) },
    ]),
  );

const who = fc.nat(3);
const step = fc.oneof(
  fc.record({ do: fc.constant("balance" as const), who, value: fc.nat(5) }),
  fc.record({ do: fc.constant("code" as const), who, value: fc.nat(3) }),
  fc.record({ do: fc.constant("slot" as const), who, slot: fc.nat(3), value: fc.nat(3) }),
  fc.record({ do: fc.constant("clear" as const), who }),
  fc.record({ do: fc.constant("delete" as const), who }),
  fc.constant({ do: "checkpoint" as const }),
  fc.constant({ do: "commit" as const }),
  fc.constant({ do: "revert" as const }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const codeOf = (n: number) => (n === 0 ? new Uint8Array(0) : Uint8Array.of(n, n));

/** A state has no account with only storage; every write creates the account first. */
function take(state: JournaledState, accounts: Accounts, n: number): Model {
  const found = accounts.get(n);
  if (found !== undefined) return found;
  const made: Model = { balance: 1n, code: 0, slots: new Map() };
  state.putAccount(addressOf(n), { ...emptyAccount, balance: 1n });
  accounts.set(n, made);
  return made;
}

/** @param look is called before each step, and at the end. */
function play(
  state: JournaledState,
  steps: readonly Step[],
  start: Accounts,
  look: () => void = () => {},
): Accounts {
  let now = start;
  const saved: Accounts[] = [];
  for (const s of steps) {
    look();
    if (s.do === "checkpoint") {
      state.checkpoint();
      saved.push(copy(now));
      continue;
    }
    if (s.do === "commit" || s.do === "revert") {
      const before = saved.pop();
      if (before === undefined) continue;
      state[s.do]();
      if (s.do === "revert") now = before;
      continue;
    }
    const address = addressOf(s.who);
    if (s.do === "delete") {
      state.deleteAccount(address);
      now.delete(s.who);
      continue;
    }
    const model = take(state, now, s.who);
    if (s.do === "clear") {
      state.clearStorage(address);
      model.slots.clear();
    } else if (s.do === "slot") {
      state.putSlot(address, word(s.slot), word(s.value));
      model.slots.set(s.slot, s.value);
    } else if (s.do === "code") {
      state.putCode(address, codeOf(s.value));
      model.code = s.value;
    } else {
      const account = state.account(address) ?? emptyAccount;
      state.putAccount(address, { ...account, balance: BigInt(s.value + 1) });
      model.balance = BigInt(s.value + 1);
    }
  }
  for (const _ of saved) state.commit();
  look();
  return now;
}

const genesisOf = (accounts: Accounts) =>
  genesisState(
    [...accounts].map(([n, { balance, code, slots }]) => ({
      address: addressOf(n),
      balance,
      code: codeOf(code),
      storage: [...slots].map(([slot, value]) => [word(slot), word(value)] as const),
    })),
  );

test("nested checkpoints, commits and reverts leave what copies of everything would have left", () => {
  const rounds = fc.array(fc.array(step, { maxLength: 40 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(rounds, (blocks) => {
      const source = createMemorySource();
      const facts = createStateCache(source, { nodes: 4, codeBytes: 4 });
      let root = emptyTrieRoot;
      let accounts: Accounts = new Map();
      for (const steps of blocks) {
        const state = new JournaledState(facts, root);
        accounts = play(state, steps, accounts);
        for (let n = 0; n <= 3; n++) {
          const model = accounts.get(n);
          const reader = state.reader();
          assert.equal(reader.balanceOf(addressOf(n)), model?.balance ?? 0n);
          assert.deepEqual(reader.codeOf(addressOf(n)), codeOf(model?.code ?? 0));
          for (let slot = 0; slot <= 3; slot++) {
            const value = toBigInt(reader.storageAt(addressOf(n), word(slot)));
            assert.equal(value, BigInt(model?.slots.get(slot) ?? 0));
          }
        }
        const hashed = state.hash();
        source.write(hashed);
        root = hashed.stateRoot;
        assert.equal(toHex(root), toHex(genesisOf(accounts).stateRoot));
      }
    }),
    { numRuns: 150, seed: 30 },
  );
});

/** Returns all slots as text. */
const slotsIn = (state: JournaledState) =>
  [0, 1, 2, 3]
    .flatMap((n) => [0, 1, 2, 3].map((slot) => toHex(state.slot(addressOf(n), word(slot)))))
    .join(" ");

test("slots of the same version are the same, and others are original once they are forgotten", () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const state = new JournaledState(createStateCache(createMemorySource()), emptyTrieRoot);
      const byVersion = new Map<symbol, string>();
      play(state, steps, new Map(), () => {
        const version = state.slotsVersion as symbol;
        const slots = slotsIn(state);
        const before = byVersion.get(version);
        if (before !== undefined) kept++;
        assert.equal(slots, before ?? slots);
        byVersion.set(version, slots);
        if (!state.areSlotsOriginal) state.forgetOriginals();
        assert.ok(state.areSlotsOriginal);
      });
    }),
    { numRuns: 150, seed: 31 },
  );
  assert.ok(kept > 300, `${kept} steps kept the version`);
});

test("the original of a slot is its value before the transaction, whatever was written since", () => {
  const state = new JournaledState(createStateCache(createMemorySource()), emptyTrieRoot);
  const [address, slot] = [addressOf(1), word(1)];
  state.putAccount(address, { ...emptyAccount, nonce: 1n });
  state.putSlot(address, slot, word(5));
  assert.equal(state.originalSlot(address, slot).length, 0);
  state.forgetOriginals();
  state.checkpoint();
  state.putSlot(address, slot, word(6));
  state.putSlot(address, slot, word(7));
  assert.deepEqual(state.originalSlot(address, slot), Uint8Array.of(5));
  state.revert();
  assert.deepEqual(state.originalSlot(address, slot), Uint8Array.of(5));
  assert.deepEqual(state.slot(address, slot), Uint8Array.of(5));
});

test("code that only a reverted creation had is not handed out to be written", () => {
  const state = new JournaledState(createStateCache(createMemorySource()), emptyTrieRoot);
  state.putCode(addressOf(1), Uint8Array.of(1));
  state.checkpoint();
  state.putCode(addressOf(2), Uint8Array.of(2));
  state.revert();
  const { code } = state.hash();
  assert.deepEqual(
    code.map(([, bytes]) => bytes),
    [Uint8Array.of(1)],
  );
});

test("a state of no accounts has the root of the empty trie", () => {
  assert.ok(
    isEqual(genesisState([{ address: addressOf(1), balance: 0n }]).stateRoot, emptyTrieRoot),
  );
});
