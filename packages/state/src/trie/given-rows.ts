/**
 * Verifies the rows of trie nodes that another node of the cluster wrote, without changing a trie: each node is hashed,
 * and the node that it is a child of names that hash. So a state whose root is known is whole, if every node that one
 * of the rows names is among them or on the disk.
 */
import {
  emptyCodeHash,
  emptyTrieRoot,
  Fault,
  isEqual,
  keccak256,
  RlpCursor,
  rememberedKeccak256,
  toKey,
} from "@tandem/primitives";
import { createGenerations, type Generations } from "@tandem/runtime";
import type { Fact } from "../accounts/state-source.js";
import { codesKnownMax, givenBytesKeptMax, preimagesKnownMax } from "../limits.js";
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

/** The rows of the facts that a block adds to the state. */
export interface GivenState {
  /** Rows of nodes, each behind those that it names. */
  readonly nodes: readonly Uint8Array[];
  readonly code: readonly Uint8Array[];
  /** Addresses and slots that were changed. */
  readonly preimages: readonly Uint8Array[];
}

/** The rows to write, by their hashes. */
export interface AcceptedState {
  readonly nodes: readonly Fact[];
  readonly code: readonly Fact[];
  /** The preimages that may not be on the disk yet. */
  readonly preimages: readonly Fact[];
  /** Must be called when the rows are on the disk: what comes later may be made from them. */
  readonly written: () => void;
}

/** A branch, and the links of its row. */
interface Branch {
  readonly bytes: Uint8Array;
  readonly links: number;
}

/** Reads what is on the disk. */
export interface StateRows {
  readonly node: ReadRow;
  hasCode(hash: Uint8Array): boolean;
}

const childCount = 16;
const hashLength = 32;

function otherBlock(why: string, cause?: unknown): Fault {
  const message = `the facts are of another block: ${why}`;
  return new Fault({ code: "unusable-data", message }, { cause });
}

const lacking = (what: string) => otherBlock(`they lack ${what}`);

/** Verifies the rows that blocks add to the state, and keeps the branches among them. */
export class GivenRows {
  readonly #rows: StateRows;
  readonly #branches = createGenerations<Branch>(givenBytesKeptMax, ({ bytes }) => bytes.length);
  readonly #codes = createGenerations<true>(codesKnownMax);
  readonly #preimages = createGenerations<true>(preimagesKnownMax);

  constructor(rows: StateRows) {
    this.#rows = rows;
  }

  /** Returns the RLP of a branch of a block that was written lately. */
  branch(hash: Uint8Array): Uint8Array | undefined {
    return this.#branches.get(toKey(hash))?.bytes;
  }

  /**
   * Accepts the rows that a block adds to the state, in steps.
   * @param root of the state after the block.
   * @throws {Fault} `unusable-data` if the rows do not lead to the whole state of the root.
   */
  *acceptSteps(state: GivenState, root: Uint8Array): Generator<void, AcceptedState> {
    const block = new GivenBlock(this.#rows, this.#branches, this.#codes);
    const code = state.code.map((bytes): Fact => [keccak256(bytes), bytes]);
    block.addCode(code);
    const nodes: Fact[] = [];
    for (const row of state.nodes) {
      nodes.push(block.accept(row));
      yield;
    }
    block.assertNode(root);
    const unknown = new Map<string, Uint8Array>();
    for (const preimage of state.preimages) {
      const key = toKey(preimage);
      if (this.#preimages.get(key) === undefined) unknown.set(key, preimage);
    }
    const preimages = [...unknown.values()].map((one): Fact => [rememberedKeccak256(one), one]);
    const written = () => {
      block.keep();
      for (const key of unknown.keys()) this.#preimages.set(key, true);
    };
    return { nodes, code, preimages, written };
  }
}

/** The rows of one block. */
class GivenBlock {
  readonly #rows: StateRows;
  readonly #written: Generations<Branch>;
  readonly #knownCodes: Generations<true>;
  /** The nodes of the block, and the branches among them. */
  readonly #given = new Map<string, Branch | undefined>();
  readonly #codes = new Set<string>();

  constructor(rows: StateRows, written: Generations<Branch>, codes: Generations<true>) {
    this.#rows = rows;
    this.#written = written;
    this.#knownCodes = codes;
  }

  addCode(code: readonly Fact[]): void {
    for (const [hash] of code) this.#codes.add(toKey(hash));
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
    // The row is copied, because it is a part of a whole record.
    this.#given.set(toKey(hash), isBranch ? { bytes: row.slice(), links: 0 } : undefined);
    return [hash, row];
  }

  #acceptLinked(row: Uint8Array): Fact {
    const older = this.#olderOf(row);
    const bytes = patchNode(older.bytes, row);
    const hash = keccak256(bytes);
    for (const one of linkedHashes(row)) this.assertNode(one);
    const stored = this.#rowFor(hash, bytes, row, older.links);
    this.#given.set(toKey(hash), { bytes, links: linksOf(stored) });
    return [hash, stored];
  }

  /** @throws {Fault} `unusable-data` if the node is neither of the block nor on the disk. */
  assertNode(hash: Uint8Array): void {
    const key = toKey(hash);
    if (this.#given.has(key) || this.#written.get(key) !== undefined) return;
    if (isEqual(hash, emptyTrieRoot) || this.#rows.node(hash) !== undefined) return;
    throw lacking("a node");
  }

  /** Remembers what is on the disk now. */
  keep(): void {
    for (const [key, branch] of this.#given) {
      if (branch !== undefined) this.#written.set(key, branch);
    }
    for (const key of this.#codes) this.#knownCodes.set(key, true);
  }

  /** Returns the branch that a row was made from. */
  #olderOf(row: Uint8Array): Branch {
    const hash = olderOf(row);
    const key = toKey(hash);
    const known = this.#given.get(key) ?? this.#written.get(key);
    if (known !== undefined) return known;
    const stored = this.#rows.node(hash);
    const bytes = readNodeRow(hash, this.#rows.node);
    if (stored === undefined || bytes === undefined) throw lacking("a node");
    return { bytes, links: linksOf(stored) };
  }

  /** Returns the row as this node writes it: the rows that it leads to may have other links here. */
  #rowFor(hash: Uint8Array, bytes: Uint8Array, row: Uint8Array, links: number): Uint8Array {
    if (isLong(row.length, bytes)) return bytes;
    // Where the branch is on the disk already, others may be made from it.
    const own = this.#rows.node(hash);
    if (own !== undefined) return own;
    if (row[0] === links + 1) return storedRow(row, bytes);
    const children = [...linkedChildren(row)].map(([place]) => place);
    return rowOf([hash, bytes, { hash: olderOf(row), children }], this.#rows.node);
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
    if (this.#codes.has(key) || this.#knownCodes.get(key) === true) return;
    if (!this.#rows.hasCode(hash)) throw lacking("code");
    this.#codes.add(key);
  }
}
