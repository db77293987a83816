/** Copies edited states, which cannot be computed again. Every node is verified. */
import { emptyTrieRoot, isEqual, toKey } from "@tandem/primitives";
import { nodeReferences, readNodeRow } from "@tandem/state";
import { type Batch, type Reader, type Store, table } from "@tandem/store";
import { quietly } from "../rows/quietly.js";
import { verifyHashedFact } from "../rows/verify-fact.js";

/**
 * Adds the rows of a state that the target lacks to a batch. A state of the target is complete
 * below each node that it has.
 * @returns false if the source does not have all of it; then the batch must not be committed.
 */
export function copyState(source: Reader, target: Store, batch: Batch, root: Uint8Array): boolean {
  const row = (hash: Uint8Array) => source.get(table.nodes, hash);
  const seen = new Set<string>();
  const pending = [root];
  for (let hash = pending.pop(); hash !== undefined; hash = pending.pop()) {
    if (isEqual(hash, emptyTrieRoot) || seen.has(toKey(hash)) || target.has(table.nodes, hash))
      continue;
    seen.add(toKey(hash));
    const node = verified(hash, () => readNodeRow(hash as Uint8Array, row));
    const references = node && quietly(() => nodeReferences(node));
    if (node === undefined || references === undefined) return false;
    batch.put(table.nodes, hash, node);
    for (const code of references.code) {
      if (target.has(table.code, code)) continue;
      const bytes = verified(code, () => source.get(table.code, code));
      if (bytes === undefined) return false;
      batch.put(table.code, code, bytes);
    }
    pending.push(...references.nodes);
  }
  return true;
}

/** Reads bytes and verifies them against their hash. */
function verified(hash: Uint8Array, read: () => Uint8Array | undefined): Uint8Array | undefined {
  const bytes = quietly(read);
  return bytes && verifyHashedFact(hash, bytes) === undefined ? bytes : undefined;
}
