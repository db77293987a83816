/** Implements eth_getProof (EIP-1186): proves an account and slots of it from the state root. */
import {
  type AccountProof,
  type Address,
  emptyAccount,
  Fault,
  type Hash32,
  keccak256,
  type StateRoot,
  toBigInt,
} from "@tandem/primitives";
import { proveKey } from "../trie/trie-proof.js";
import type { StateCache } from "./state-cache.js";
import { accountAt, slotAt } from "./state-reads.js";

/**
 * Proves an account, in a step for each slot. @param slots 32 bytes each.
 * @throws {Fault} `corrupt-data` when the state is not in the database.
 */
export function* proveSteps(
  facts: StateCache,
  root: StateRoot,
  address: Address,
  slots: readonly Hash32[],
): Generator<void, AccountProof> {
  if (facts.remote !== undefined) {
    const message =
      "a forked state has no proofs: its trie has what differs from the chain behind it";
    throw new Fault({ code: "execution-failed", message });
  }
  const account = accountAt(facts, root, address) ?? emptyAccount;
  const { balance, nonce, codeHash, storageRoot } = account;
  const storageProof: AccountProof["storageProof"][number][] = [];
  for (const key of slots) {
    storageProof.push({
      key,
      value: toBigInt(slotAt(facts, storageRoot, key, address)),
      proof: proveKey(facts, storageRoot, keccak256(key)),
    });
    yield;
  }
  return {
    address,
    accountProof: proveKey(facts, root, keccak256(address)),
    balance,
    codeHash,
    nonce,
    storageHash: storageRoot,
    storageProof,
  };
}
