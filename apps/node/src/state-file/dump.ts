/** Reads the state of a chain for a state file. */
import { type Chain, listAccounts } from "@tandem/chain";
import type { Store } from "@tandem/store";
import { encodeState } from "./encode.js";

/**
 * Returns the state after the head as pieces of text.
 * @throws {Fault} `bad-request` if the database lacks addresses.
 */
export async function dumpState(chain: Chain, store: Store): Promise<Iterable<string>> {
  const head = chain.head();
  const root = chain.blocks.edits.after(head);
  return encodeState(head, await listAccounts({ store, executor: chain.executor }, root));
}
