/** Verifies the rows of trie nodes of one block that another node of the cluster wrote. */
import {
  emptyCodeHash,
  emptyTrieRoot,
  type Fault,
  isEqual,
  keccak256,
  RlpCursor,
  rememberedKeccak256,
  toKey,
  unusableData,
} from "@tandem/primitives";
import type { Generations } from "@tandem/runtime";
import type { Fact } from "./facts.js";
import {
  isLong,
  isWhole,
  linkedChildren,
  linkedHashes,
  linksOf,
  olderOf,
  patchNode,
  type ReadRow,
  readNodeRow,
  rowOf,
  storedRow,
} from "./node-row.js";

/** Reads what is on the disk. */
export interface StateRows {
  readonly node: ReadRow;
  hasCode(hash: Uint8Array): boolean;
}

/** A branch, and the links of its row. */
interface Branch {
  readonly bytes: Uint8Array;
  readonly links: number;
}

/** The rows that are known to be on the disk, without reading it. */
export interface KnownRows {
  readonly branches: Generations<Branch>;
  readonly codes: Generations<true>;
  readonly preimages: Generations<true>;
}

/** A node of the block: its row, and the whole node if it is a branch. */
interface GivenNode {
  readonly row: Uint8Array;
  readonly branch: Branch | undefined;
}

/** The rows that a block adds to the state. */
export interface BlockAdditions {
  readonly nodes: Map<string, GivenNode>;
  readonly codes: Set<string>;
  readonly preimages: Set<string>;
}

const childCount = 16;
const hashLength = 32;

function otherBlock(why: string, cause?: unknown): Fault {
  const message = `the facts are of another block: ${why}`;
  return unusableData(message, cause);
}

const lacking = (what: string) => otherBlock(`they lack ${what}`);

/** The rows of one block. */
export class GivenBlock {
  readonly #rows: StateRows;
  readonly #known: KnownRows;
  #parent: BlockAdditions | undefined;
  /** The rows that those of the next block may name before these are written. */
  readonly given: BlockAdditions = { nodes: new Map(), codes: new Set(), preimages: new Set() };

  /** @param parent what the block before this one adds, if that may not be on the disk yet. */
  constructor(rows: StateRows, known: KnownRows, parent: BlockAdditions | undefined) {
    this.#rows = rows;
    this.#known = known;
    this.#parent = parent;
  }

  addCode(code: readonly Fact[]): void {
    for (const [hash] of code) this.given.codes.add(toKey(hash));
  }

  /** Returns the preimages that may not be on the disk yet. */
  unknown(preimages: readonly Uint8Array[]): Fact[] {
    const unknown: Fact[] = [];
    for (const preimage of preimages) {
      const key = toKey(preimage);
      if (this.given.preimages.has(key) || this.#parent?.preimages.has(key) === true) continue;
      if (this.#known.preimages.get(key) !== undefined) continue;
      this.given.preimages.add(key);
      unknown.push([rememberedKeccak256(preimage), preimage]);
    }
    return unknown;
  }

  /** Verifies that nothing is missing that a node names, and returns its row. */
  accept(row: Uint8Array): Fact {
    try {
      return isWhole(row) ? this.#acceptWhole(row) : this.#acceptLinked(row);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw otherBlock("a row is not that of a node", cause);
    }
  }

  #acceptWhole(row: Uint8Array): Fact {
    const hash = keccak256(row);
    const isBranch = this.#assertReferences(row);
    // The branch is copied, because the row is a part of a whole record.
    const branch = isBranch ? { bytes: row.slice(), links: 0 } : undefined;
    this.given.nodes.set(toKey(hash), { row, branch });
    return [hash, row];
  }

  #acceptLinked(row: Uint8Array): Fact {
    const older = this.#olderOf(row);
    const bytes = patchNode(older.bytes, row);
    const hash = keccak256(bytes);
    for (const one of linkedHashes(row)) this.assertNode(one);
    const stored = this.#rowFor(hash, bytes, row, older.links);
    this.given.nodes.set(toKey(hash), { row: stored, branch: { bytes, links: linksOf(stored) } });
    return [hash, stored];
  }

  /** @throws {Fault} `unusable-data` if the node is neither of the block nor before it. */
  assertNode(hash: Uint8Array): void {
    const key = toKey(hash);
    if (this.given.nodes.has(key) || this.#known.branches.get(key) !== undefined) return;
    if (isEqual(hash, emptyTrieRoot) || this.#earlierRow(hash) !== undefined) return;
    throw lacking("a node");
  }

  /** Forgets the block before this one, once all rows are accepted. */
  end(): void {
    this.#parent = undefined;
  }

  /** Remembers what is on the disk now. */
  keep(): void {
    for (const [key, { branch }] of this.given.nodes) {
      if (branch !== undefined) this.#known.branches.set(key, branch);
    }
    for (const key of this.given.codes) this.#known.codes.set(key, true);
    for (const key of this.given.preimages) this.#known.preimages.set(key, true);
  }

  /** Reads a row that is on the disk, or will be before those of this block are. */
  readonly #earlierRow = (hash: Uint8Array): Uint8Array | undefined =>
    this.#parent?.nodes.get(toKey(hash))?.row ?? this.#rows.node(hash);

  /** Returns the branch that a row was made from. */
  #olderOf(row: Uint8Array): Branch {
    const hash = olderOf(row);
    const key = toKey(hash);
    const node = this.given.nodes.get(key) ?? this.#parent?.nodes.get(key);
    const known = node?.branch ?? this.#known.branches.get(key);
    if (known !== undefined) return known;
    const stored = this.#earlierRow(hash);
    const bytes = readNodeRow(hash, this.#earlierRow);
    if (stored === undefined || bytes === undefined) throw lacking("a node");
    return { bytes, links: linksOf(stored) };
  }

  /** Returns the row as this node writes it: the rows that it leads to may have other links here. */
  #rowFor(hash: Uint8Array, bytes: Uint8Array, row: Uint8Array, links: number): Uint8Array {
    if (isLong(row.length, bytes)) return bytes;
    // Where the branch is there already, others may be made from it.
    const own = this.#earlierRow(hash);
    if (own !== undefined) return own;
    if (row[0] === links + 1) return storedRow(row, bytes);
    const children = [...linkedChildren(row)].map(([place]) => place);
    return rowOf([hash, bytes, { hash: olderOf(row), children }], this.#earlierRow);
  }

  /** Returns whether a whole node is a branch, once all that it names was read. */
  #assertReferences(node: Uint8Array): boolean {
    const cursor = new RlpCursor(node);
    const end = cursor.enter();
    const first = cursor.content();
    const second = cursor.content();
    if (cursor.isBefore(end)) {
      this.#assertChild(first);
      this.#assertChild(second);
      for (let place = 2; place < childCount; place++) this.#assertChild(cursor.content());
      return true;
    }
    const isLeaf = ((first[0] as number) & 0x20) !== 0;
    if (!isLeaf) this.#assertChild(second);
    // A value of a storage is no list.
    else if ((second[0] as number) >= 0xc0) this.#assertAccount(second);
    return false;
  }

  /** A node that stands inside of its parent is too short to name another. */
  #assertChild(item: Uint8Array): void {
    if (item.length === hashLength) this.assertNode(item);
  }

  /** The last two items of an account are the root of its storage and the hash of its code. */
  #assertAccount(account: Uint8Array): void {
    const { length } = account;
    const root = account.subarray(length - 2 * hashLength - 1, length - hashLength - 1);
    const code = account.subarray(length - hashLength);
    if (!isEqual(root, emptyTrieRoot)) this.assertNode(root);
    if (!isEqual(code, emptyCodeHash)) this.#assertCode(code);
  }

  #assertCode(hash: Uint8Array): void {
    const key = toKey(hash);
    if (this.given.codes.has(key) || this.#known.codes.get(key) === true) return;
    const isEarlier = this.#parent?.codes.has(key) === true || this.#rows.hasCode(hash);
    if (!isEarlier) throw lacking("code");
    this.given.codes.add(key);
  }
}
