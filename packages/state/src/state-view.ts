/** Accounts, code and storage at one state root, read only. */
import { RLP } from "@ethereumjs/rlp";
import {
  type Account,
  emptyBytes,
  emptyTrieRoot,
  isEqual,
  keccak256,
  padStart,
  type StateReader,
  type StateRoot,
} from "@tandem/primitives";
import { decodeAccount } from "./account-record.js";
import type { KeptFacts } from "./kept-facts.js";
import { readTrie } from "./state-trie.js";

/** @param address 20 bytes. Undefined when there is no such account. */
export function accountAt(
  facts: KeptFacts,
  root: StateRoot,
  address: Uint8Array,
): Account | undefined {
  const bytes = readTrie(facts, root, keccak256(address));
  return bytes === undefined ? undefined : decodeAccount(bytes);
}

/** @param slot 32 bytes. @returns the value without leading zeros. */
export function slotAt(facts: KeptFacts, storageRoot: Uint8Array, slot: Uint8Array): Uint8Array {
  if (isEqual(storageRoot, emptyTrieRoot)) return emptyBytes;
  const bytes = readTrie(facts, storageRoot, keccak256(slot));
  return bytes === undefined ? emptyBytes : (RLP.decode(bytes) as Uint8Array);
}

/** @throws {Fault} `unusable-data` from its methods when the state is not in the database. */
export function viewState(facts: KeptFacts, root: StateRoot): StateReader {
  return {
    balanceOf: (address) => accountAt(facts, root, address)?.balance ?? 0n,
    nonceOf: (address) => accountAt(facts, root, address)?.nonce ?? 0n,
    codeOf: (address) => {
      const account = accountAt(facts, root, address);
      return account === undefined ? emptyBytes : facts.code(account.codeHash);
    },
    storageAt: (address, slot) => {
      const account = accountAt(facts, root, address);
      const value = account === undefined ? emptyBytes : slotAt(facts, account.storageRoot, slot);
      return padStart(value, 32);
    },
  };
}
