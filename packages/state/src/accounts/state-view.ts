/** Reads accounts, code and storage at one state root. */
import { RLP } from "@ethereumjs/rlp";
import {
  type Account,
  emptyBytes,
  emptyTrieRoot,
  isEqual,
  keepLastKey,
  padStart,
  rememberedKeccak256,
  type StateReader,
  type StateRoot,
  toKey,
} from "@tandem/primitives";
import { viewAccountsMax, viewsKeptMax } from "../limits.js";
import { decodeAccount } from "../trie/account-record.js";
import { readTrie } from "../trie/read-trie.js";
import { clearedKey, removedAccount } from "./remote-state.js";
import type { StateCache } from "./state-cache.js";

/**
 * Returns an account, or undefined.
 * @param address 20 bytes. @param key what `toKey` returns for it, if the caller has it.
 */
export function accountAt(
  facts: StateCache,
  root: StateRoot,
  address: Uint8Array,
  key?: string,
): Account | undefined {
  const bytes = readTrie(facts, root, rememberedKeccak256(address, key));
  if (bytes === undefined) return facts.remote?.account(address);
  return bytes.length === removedAccount.length ? undefined : decodeAccount(bytes);
}

/**
 * Returns the value of a slot. @param slot 32 bytes. @param address the owner, for reading the
 * remote state.
 * @returns the value without leading zeros.
 */
export function slotAt(
  facts: StateCache,
  storageRoot: Uint8Array,
  slot: Uint8Array,
  address: Uint8Array,
): Uint8Array {
  const isEmpty = isEqual(storageRoot, emptyTrieRoot);
  const bytes = isEmpty ? undefined : readTrie(facts, storageRoot, rememberedKeccak256(slot));
  if (bytes !== undefined) return RLP.decode(bytes) as Uint8Array;
  if (facts.remote === undefined) return emptyBytes;
  const isCleared = !isEmpty && readTrie(facts, storageRoot, clearedKey) !== undefined;
  return isCleared ? emptyBytes : facts.remote.slot(address, slot);
}

/**
 * Returns a reader of a state. It caches accounts: a state never changes, and wallets read the same
 * few.
 * @throws {Fault} `corrupt-data` from its methods when the state is not in the database.
 */
export function viewState(facts: StateCache, root: StateRoot): StateReader {
  const accounts = new Map<string, Account | null>();
  const keyOf = keepLastKey(toKey);
  const account = (address: Uint8Array): Account | null => {
    const key = keyOf(address);
    const known = accounts.get(key);
    if (known !== undefined) return known;
    if (accounts.size >= viewAccountsMax) accounts.clear();
    const found = accountAt(facts, root, address, key) ?? null;
    accounts.set(key, found);
    return found;
  };
  return {
    balanceOf: (address) => account(address)?.balance ?? 0n,
    nonceOf: (address) => account(address)?.nonce ?? 0n,
    codeOf: (address) => {
      const found = account(address);
      return found === null ? emptyBytes : facts.code(found.codeHash);
    },
    storageAt: (address, slot) => {
      const found = account(address);
      const value = found === null ? emptyBytes : slotAt(facts, found.storageRoot, slot, address);
      return padStart(value, 32);
    },
  };
}

/** Returns a function that returns the reader of a root; readers of the newest roots are cached. */
export function cacheViews(facts: StateCache): (root: StateRoot) => StateReader {
  const views = new Map<string, StateReader>();
  /**
   * The last view is checked by identity, since most reads are of the head, whose root is the same
   * object.
   */
  let last: { readonly root: StateRoot; readonly view: StateReader } | undefined;
  return (root) => {
    if (last?.root !== root) last = { root, view: find(root) };
    return last.view;
  };

  function find(root: StateRoot): StateReader {
    const key = toKey(root);
    const known = views.get(key);
    if (known !== undefined) return known;
    const view = viewState(facts, root);
    views.set(key, view);
    const oldest = views.keys().next();
    if (views.size > viewsKeptMax && !oldest.done) views.delete(oldest.value);
    return view;
  }
}
