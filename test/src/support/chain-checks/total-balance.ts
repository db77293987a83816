import { RLP } from "@ethereumjs/rlp";
import { emptyTrieRoot, toBigInt, toHex } from "@tandem/primitives";
import type { StateSource } from "@tandem/state";

type Field = Uint8Array | Field[];

/** Returns the wei of all accounts of a state, by walking its whole trie. */
export function totalBalance(source: StateSource, root: Uint8Array): bigint {
  if (toHex(root) === toHex(emptyTrieRoot)) return 0n;
  let total = 0n;
  const visit = (reference: Field): void => {
    if (reference instanceof Uint8Array && reference.length === 0) return;
    const node = Array.isArray(reference) ? reference : load(source, reference);
    if (node.length === 17) {
      for (const child of node.slice(0, 16)) visit(child);
      return;
    }
    const [path, second] = node as [Uint8Array, Field];
    if (((path[0] as number) & 0x20) === 0) {
      visit(second);
      return;
    }
    const account = RLP.decode(second as Uint8Array) as Uint8Array[];
    total += toBigInt(account[1] as Uint8Array);
  };
  visit(root);
  return total;
}

function load(source: StateSource, hash: Uint8Array): Field[] {
  const bytes = source.node(hash);
  if (bytes === undefined) throw new Error(`trie node ${toHex(hash)} is missing`);
  return RLP.decode(bytes) as Field[];
}
