/**
 * Stores trie nodes as rows. A branch near the root changes with every block, in one of sixteen
 * children: its row then refers to the branch it replaces and contains the differences. Such rows
 * form chains of a few links, until one has the whole node.
 *
 * A whole node is its RLP, whose first byte is 0xc0 or above. The other form begins with a byte
 * below that, the number of links; then keccak-256 of the older branch (32 bytes), and for each
 * child that differs its index (1 byte) and its item in the RLP.
 */
import { listOf, RlpCursor, shortLivedBytes } from "@tandem/primitives";
import { nodeLinksMax } from "../limits.js";
import { missing, type NodeFact } from "./facts.js";

/** Returns the row of a node, or undefined. @param hash 32 bytes. */
export type ReadRow = (hash: Uint8Array) => Uint8Array | undefined;

const hashLength = 32;
const linkedHeader = 1 + hashLength;
/** The prefix of a hash in RLP. */
const hashPrefix = 0x80 + hashLength;
const childCount = 16;

/** Returns whether a row is the RLP of its node. */
export const isWhole = (row: Uint8Array): boolean => (row[0] as number) >= 0xc0;

/** Returns the number of rows that a row leads to. */
export const linksOf = (row: Uint8Array): number => (isWhole(row) ? 0 : (row[0] as number));

/** Returns the hash of the branch that a row was made from, which is not whole. */
export const olderOf = (row: Uint8Array): Uint8Array => row.subarray(1, linkedHeader);

/**
 * Iterates over the children that a row has instead of those of the older branch.
 * @throws {RangeError} for bytes of another form.
 */
export function* linkedChildren(
  row: Uint8Array,
): Generator<readonly [place: number, item: Uint8Array], void> {
  for (let at = linkedHeader; at < row.length; ) {
    const { end } = childAt(row, at);
    yield [row[at] as number, row.subarray(at + 1, end)];
    at = end;
  }
}

/** Iterates over the hashes of nodes among the children of a row. @throws as {linkedChildren} does. */
export function* linkedHashes(row: Uint8Array): Generator<Uint8Array, void> {
  for (let at = linkedHeader; at < row.length; ) {
    const { start, end } = childAt(row, at);
    if (row[at + 1] === hashPrefix) yield row.subarray(start, end);
    at = end;
  }
}

/** Returns a cursor that has read the child of a row at an offset: its place, and its item. */
function childAt(row: Uint8Array, at: number): RlpCursor {
  if ((row[at] as number) >= childCount) throw new RangeError("a branch has no such child");
  const cursor = new RlpCursor(row, at + 1);
  cursor.pass();
  return cursor;
}

/**
 * Returns the RLP of a branch by its row.
 * @param older RLP of the branch that it was made from.
 */
export const patchNode = (older: Uint8Array, row: Uint8Array): Uint8Array =>
  overwritten(older, row) ?? patchedInParts(older, row);

/** Returns undefined if an item has another length than the one that it replaces: most are hashes. */
function overwritten(older: Uint8Array, row: Uint8Array): Uint8Array | undefined {
  const cursor = new RlpCursor(older);
  cursor.enter();
  const patched = older.slice();
  let [passed, itemAt] = [0, cursor.start];
  for (let at = linkedHeader; at < row.length; ) {
    const { end } = childAt(row, at);
    const place = row[at] as number;
    if (place < passed) throw new RangeError("the children of a row ascend");
    for (; passed <= place; passed++) {
      itemAt = passed === 0 ? cursor.start : cursor.end;
      cursor.pass();
    }
    if (cursor.end - itemAt !== end - at - 1) return undefined;
    for (let i = at + 1; i < end; i++) patched[itemAt + i - at - 1] = row[i] as number;
    at = end;
  }
  return patched;
}

/** Copies what is between the children of the row in one piece. */
function patchedInParts(older: Uint8Array, row: Uint8Array): Uint8Array {
  const cursor = new RlpCursor(older);
  cursor.enter();
  const parts: Uint8Array[] = [];
  let from = cursor.start;
  let at = 0;
  const passTo = (place: number) => {
    for (; at < place; at++) cursor.pass();
    if (at > 0) parts.push(older.subarray(from, cursor.end));
  };
  for (const [place, item] of linkedChildren(row)) {
    if (place < at) throw new RangeError("the children of a row ascend");
    passTo(place);
    parts.push(item);
    cursor.pass();
    at++;
    from = cursor.end;
  }
  passTo(childCount);
  parts.push(noValue);
  return listOf(parts);
}

/** No key of these tries ends in a branch: it has no value. */
const noValue = Uint8Array.of(0x80);

/** Returns the RLP of a branch. @param rows what it has instead of the items, the oldest row first. */
function branchOf(items: Uint8Array[], rows: readonly Uint8Array[]): Uint8Array {
  for (const row of rows) {
    for (const [place, item] of linkedChildren(row)) items[place] = item;
  }
  items.push(noValue);
  return listOf(items);
}

/**
 * Returns the shortest row for a node.
 * @param read reads rows that are stored already and are never deleted: a row refers only to older
 * ones.
 */
export function rowOf(node: NodeFact, read: ReadRow): Uint8Array {
  return storedRow(linkedRowOf(node, read), node[1]);
}

/** Returns the row to store: the whole node in the place of a row that is long or has too many links. */
export const storedRow = (row: Uint8Array, bytes: Uint8Array): Uint8Array =>
  !isWhole(row) && (isLong(row.length, bytes) || linksOf(row) > nodeLinksMax) ? bytes : row;

/** Returns whether a row saves too little to be stored. */
export const isLong = (rowLength: number, bytes: Uint8Array): boolean =>
  rowLength > bytes.length / 2;

/**
 * Returns the row of a node as it is passed to other nodes: it may be longer, and have one link more,
 * than a row that is stored. The links of a long row are not counted.
 */
export function linkedRowOf([hash, bytes, origin]: NodeFact, read: ReadRow): Uint8Array {
  if (origin === undefined) return bytes;
  const items = itemsOf(bytes);
  const changed = origin.children.map((place) => items[place] as Uint8Array);
  const length = changed.reduce((sum, item) => sum + 1 + item.length, linkedHeader);
  if (length >= bytes.length) return bytes;
  let links = nodeLinksMax + 1;
  if (!isLong(length, bytes)) {
    // A node that occurs again is already stored, and other rows may refer to it.
    const own = read(hash);
    if (own !== undefined) return own;
    const older = read(origin.hash);
    if (older === undefined) return bytes;
    links = linksOf(older) + 1;
  }
  const row = shortLivedBytes(length);
  row[0] = links;
  row.set(origin.hash, 1);
  let at = linkedHeader;
  for (const [i, item] of changed.entries()) {
    row[at] = origin.children[i] as number;
    row.set(item, at + 1);
    at += 1 + item.length;
  }
  return row;
}

/**
 * Returns the RLP of a node; undefined if it has no row.
 * @param hash 32 bytes.
 * @throws {Fault} `corrupt-data` when a row that this one refers to is missing.
 */
export function readNodeRow(hash: Uint8Array, read: ReadRow): Uint8Array | undefined {
  const first = read(hash);
  if (first === undefined || isWhole(first)) return first;
  const linked: Uint8Array[] = [];
  let row = first;
  while (!isWhole(row)) {
    linked.push(row);
    const older = olderOf(row);
    const next = linked.length > nodeLinksMax ? undefined : read(older);
    if (next === undefined) throw missing("nodes", older);
    row = next;
  }
  return branchOf(itemsOf(row), linked.reverse());
}

/** Returns the children in a branch's RLP as encoded items. */
function itemsOf(branch: Uint8Array): Uint8Array[] {
  const cursor = new RlpCursor(branch);
  cursor.enter();
  const items: Uint8Array[] = [];
  for (let at = cursor.start; items.length < childCount; at = cursor.end) {
    cursor.pass();
    items.push(branch.subarray(at, cursor.end));
  }
  return items;
}
