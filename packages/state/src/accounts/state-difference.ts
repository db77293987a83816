/**
 * The changes of a block in accounts, storage and code, from which the state after it is computed.
 */
import {
  type Account,
  emptyBytes,
  encodeString,
  fromKey,
  isEqual,
  rememberedKeccak256,
  type StateRoot,
  toKey,
} from "@tandem/primitives";
import { encodeAccount } from "../trie/account-record.js";
import type { Fact, NodeFact, StateWrites } from "../trie/facts.js";
import { type TrieChange, updateTrieSteps } from "../trie/state-trie.js";
import { removedAccount } from "./remote-state.js";
import type { StateCache } from "./state-cache.js";
import { type ChangedAccount, type StateReads, slotAt } from "./state-reads.js";

/** An account that changed, or whose storage changed. */
export interface AccountDifference {
  readonly address: Uint8Array;
  /**
   * The account afterwards, with the storage root below the changes of `slots`; null if it was
   * removed.
   */
  readonly account: Account | null;
  /** The values of slots without leading zeros, by `toKey` of the slot; empty bytes are zero. */
  readonly slots: ReadonlyMap<string, Uint8Array>;
  /** The code, if it was set. */
  readonly code: Uint8Array | undefined;
}

/** The accounts in which a state differs from the one before it. */
export interface StateChange {
  /** Root of the state before it. */
  readonly before: StateRoot;
  /** The accounts that differ, by `toKey` of their addresses. */
  readonly accounts: ReadonlyMap<string, unknown>;
}

/** A state that was computed from the one before it. */
export interface HashedState extends StateWrites {
  readonly stateRoot: StateRoot;
  readonly change: StateChange;
}

/** Computes the state after a difference, in steps. @param before the reads of the state before it. */
export function* applyDifferenceSteps(
  facts: StateCache,
  before: StateReads,
  difference: readonly AccountDifference[],
): Generator<void, HashedState> {
  const nodes: NodeFact[] = [];
  const code = new Map<string, Fact>();
  const preimages: Fact[] = [];
  const changes: TrieChange[] = [];
  const changed = new Map<string, ChangedAccount>();
  const isForked = facts.remote !== undefined;
  const removed = isForked ? removedAccount : undefined;
  for (const given of difference) {
    const one = isForked ? yield* withoutUnchangedSteps(facts, before, given) : given;
    if (one === undefined) continue;
    const { address, account, slots, code: put } = one;
    const addressKey = toKey(address);
    const key = rememberedKeccak256(address);
    if (account === null) {
      changes.push({ key, value: removed });
      changed.set(addressKey, { account, slots: new Map(), isCleared: true });
      continue;
    }
    preimages.push([key, address]);
    const storage = yield* hashSlotsSteps(facts, account.storageRoot, slots);
    for (const node of storage.nodes) nodes.push(node);
    for (const preimage of storage.preimages) preimages.push(preimage);
    const after = { ...account, storageRoot: storage.root };
    changes.push({ key, value: encodeAccount(after) });
    const former = before.account(address, addressKey);
    changed.set(addressKey, {
      account: after,
      slots: new Map(slots),
      isCleared: !isEqual(account.storageRoot, former?.storageRoot ?? emptyBytes),
    });
    if (put !== undefined) code.set(toKey(account.codeHash), [account.codeHash, put]);
    yield;
  }
  const accounts = yield* updateTrieSteps(facts, before.root, changes);
  for (const node of accounts.nodes) nodes.push(node);
  facts.follow(before, accounts.root, changed);
  const change = { before: before.root, accounts: changed };
  return { stateRoot: accounts.root, change, nodes, code: [...code.values()], preimages };
}

/**
 * Leaves out what has the value that it had before, in steps. In a complete state it is in the trie already; in the
 * difference to a remote state it would be one more row, and it depends on the interpreter which such values are written.
 * @returns undefined if the account did not change.
 */
function* withoutUnchangedSteps(
  facts: StateCache,
  before: StateReads,
  difference: AccountDifference,
): Generator<void, AccountDifference | undefined> {
  const { address, account } = difference;
  const former = before.account(address);
  if (account === null) return former === null ? undefined : difference;
  const slots = new Map<string, Uint8Array>();
  for (const [key, value] of difference.slots) {
    const was = slotAt(facts, account.storageRoot, fromKey(key), address);
    if (!isEqual(was, value)) slots.set(key, value);
    yield;
  }
  const isSame = slots.size === 0 && former !== null && isSameAccount(former, account);
  return isSame ? undefined : { ...difference, slots };
}

const isSameAccount = (one: Account, other: Account) =>
  one.nonce === other.nonce &&
  one.balance === other.balance &&
  isEqual(one.codeHash, other.codeHash) &&
  isEqual(one.storageRoot, other.storageRoot);

/** Computes the root of a storage after changes of slots, in steps. */
export function* hashSlotsSteps(
  facts: StateCache,
  root: Uint8Array,
  slots: AccountDifference["slots"],
): Generator<void, { root: Uint8Array; nodes: readonly NodeFact[]; preimages: readonly Fact[] }> {
  if (slots.size === 0) return { root, nodes: [], preimages: [] };
  const isForked = facts.remote !== undefined;
  const preimages: Fact[] = [];
  const changes: TrieChange[] = [];
  for (const [slotKey, value] of slots) {
    const slot = fromKey(slotKey);
    const bytes = value.length === 0 && !isForked ? undefined : encodeString(value);
    const hash = rememberedKeccak256(slot);
    changes.push({ key: hash, value: bytes });
    if (bytes !== undefined) preimages.push([hash, slot]);
    yield;
  }
  const hashed = yield* updateTrieSteps(facts, root, changes);
  return { ...hashed, preimages };
}
