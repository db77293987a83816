/** Declares what the values of states are read from. */
import type { TrieNodes } from "../trie/trie-node.js";
import type { RemoteState } from "./remote-state.js";

/** The facts from which the values of states are read. */
export interface StateFacts extends TrieNodes {
  /** The remote state, if the states fork another chain. */
  readonly remote: RemoteState | undefined;
  /**
   * Returns code, as the same object while it is cached. @throws {Fault} `corrupt-data` when the
   * source lacks it.
   */
  code(hash: Uint8Array): Uint8Array;
}
