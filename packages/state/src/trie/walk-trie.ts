/** Iterates over the entries of a trie, in the order of their keys. */
import { emptyTrieRoot, isEqual, toKey } from "@tandem/primitives";
import type { NodeRef, TrieNodes } from "./trie-node.js";

/** A key of 32 bytes and its value. */
export type Entry = readonly [key: Uint8Array, value: Uint8Array];

/**
 * Yields every entry whose key is not below `from`; nodes without such entries are not read.
 * @param from up to 32 bytes; empty for all entries.
 * @throws {Fault} `corrupt-data` when a node is missing.
 */
export function* walkTrie(
  nodes: TrieNodes,
  root: Uint8Array,
  from: Uint8Array = new Uint8Array(0),
): Generator<Entry> {
  if (isEqual(root, emptyTrieRoot)) return;
  const start = nibblesOf(from);
  // The stack of pending nodes, each with the nibbles of its path.
  const left: { readonly ref: NodeRef; readonly path: readonly number[] }[] = [
    { ref: toKey(root), path: [] },
  ];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { ref, path } = next;
    if (isBelow(path, start)) continue;
    const node = typeof ref === "string" ? nodes.node(ref) : ref;
    if (node.kind === "leaf") {
      const whole = [...path, ...node.path];
      if (!isBelow(whole, start)) yield [joined(whole), node.value];
    } else if (node.kind === "extension")
      left.push({ ref: node.child, path: [...path, ...node.path] });
    else {
      for (let nibble = node.children.length - 1; nibble >= 0; nibble--) {
        const child = node.children[nibble];
        if (child !== undefined) left.push({ ref: child, path: [...path, nibble] });
      }
    }
  }
}

const nibblesOf = (bytes: Uint8Array): readonly number[] =>
  [...bytes].flatMap((byte) => [byte >> 4, byte & 0x0f]);

/** Returns whether all keys that begin with `path` are below `start`. */
function isBelow(path: readonly number[], start: readonly number[]): boolean {
  const at = path.findIndex((nibble, i) => nibble !== start[i]);
  return at !== -1 && at < start.length && (path[at] as number) < (start[at] as number);
}

const joined = (nibbles: readonly number[]) =>
  Uint8Array.from({ length: nibbles.length / 2 }, (_, i) => {
    return ((nibbles[2 * i] as number) << 4) | (nibbles[2 * i + 1] as number);
  });
