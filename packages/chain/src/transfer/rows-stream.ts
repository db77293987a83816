/**
 * Writes the rows of a chain's database as a stream of bytes, for another node, and reads such a
 * stream.
 */
import { type Fault, unusableData } from "@tandem/primitives";
import { type Reader, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { allRows } from "../rows/all-rows.js";

/** A row as stored, with the name of its table. */
export interface DumpedRow {
  readonly table: string;
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/**
 * The tables of a single node: settings, pending transactions, snapshots, the count of writes, and the state
 * root that a node trusts since it computed it itself.
 */
const ownTables: ReadonlySet<string> = new Set(
  [
    table.devSettings,
    table.pool,
    table.snapshots,
    table.snapshotFacts,
    table.genesisState,
    table.writeCount,
  ].map(({ name }) => name),
);

/** The tables that nodes of one chain share; those of the kind `meta` are last. */
export const sharedTables: readonly (typeof table.tables)[number][] = table.tables
  .filter(({ name }) => !ownTables.has(name))
  .sort((one, other) => Number(one.kind === "meta") - Number(other.kind === "meta"));

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The bytes of a row's head: the lengths of its table's name, its key and its value. */
const headBytes = 1 + 4 + 4;

/**
 * Yields all rows of the shared tables, each as its lengths, the table's name, its key and its
 * value.
 */
export async function* dumpRows(store: Reader): AsyncGenerator<Uint8Array> {
  let piece: Uint8Array[] = [];
  let bytes = 0;
  for (const each of sharedTables) {
    const name = encoder.encode(each.name);
    for await (const [key, value] of allRows(store, each)) {
      assertRowFits(each.name, key.length + value.length);
      const head = new DataView(new ArrayBuffer(headBytes));
      head.setUint8(0, name.length);
      head.setUint32(1, key.length);
      head.setUint32(5, value.length);
      piece.push(new Uint8Array(head.buffer), name, key, value);
      bytes += headBytes + name.length + key.length + value.length;
      if (bytes < chainLimits.dumpPieceBytes) continue;
      yield Buffer.concat(piece, bytes);
      [piece, bytes] = [[], 0];
    }
  }
  yield Buffer.concat(piece, bytes);
}

/**
 * Yields the rows of a stream that `dumpRows` wrote. @throws {Fault} `unusable-data` if it ends
 * within a row, or if a row is larger than the limit.
 */
export async function* readDump(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<DumpedRow> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let end = headBytes;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    // The pieces of a large row are joined once, when it is complete.
    if (length < end) continue;
    const bytes = waiting.length === 1 ? piece : Buffer.concat(waiting, length);
    let at = 0;
    for (end = endOfRow(bytes, at); end <= bytes.length; end = endOfRow(bytes, at)) {
      yield rowAt(bytes, at, end);
      at = end;
    }
    const rest = bytes.subarray(at);
    [waiting, length, end] = [[rest], rest.length, end - at];
  }
  if (length > 0) throw unusableSnapshot("it ends within a row");
}

/** A row that no node accepts must not become part of a snapshot, behind which the log is removed. */
function assertRowFits(name: string, bytes: number): void {
  if (bytes <= chainLimits.dumpRowBytesMax) return;
  const message = `a row of ${name} has ${bytes} bytes, and a snapshot takes ${chainLimits.dumpRowBytesMax}`;
  throw unusableData(message);
}

function lengthsAt(bytes: Uint8Array, at: number) {
  const head = new DataView(bytes.buffer, bytes.byteOffset + at, headBytes);
  return { name: head.getUint8(0), key: head.getUint32(1), value: head.getUint32(5) };
}

/** Returns the end of the row, or of its head if that is incomplete. */
function endOfRow(bytes: Uint8Array, at: number): number {
  const headEnd = at + headBytes;
  if (headEnd > bytes.length) return headEnd;
  const { name, key, value } = lengthsAt(bytes, at);
  if (key + value > chainLimits.dumpRowBytesMax) {
    throw unusableSnapshot(`a row of ${key + value} bytes, at most ${chainLimits.dumpRowBytesMax}`);
  }
  return headEnd + name + key + value;
}

function rowAt(bytes: Uint8Array, at: number, end: number): DumpedRow {
  const lengths = lengthsAt(bytes, at);
  const nameEnd = at + headBytes + lengths.name;
  const keyEnd = nameEnd + lengths.key;
  const name = decoder.decode(bytes.subarray(at + headBytes, nameEnd));
  return { table: name, key: bytes.slice(nameEnd, keyEnd), value: bytes.slice(keyEnd, end) };
}

/** Creates the fault for rows that cannot be restored. */
export const unusableSnapshot = (reason: string, cause?: unknown): Fault =>
  unusableData(`the snapshot cannot be used: ${reason}`, cause);
