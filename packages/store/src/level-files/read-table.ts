/**
 * Reads the rows of LevelDB's table files (doc/table_format.md), and skips damaged ones: a block
 * with one changed bit is repaired, and blocks are found without their index.
 */
import { uncompress } from "snappyjs";
import { storeLimits } from "../limits.js";
import type { Checksum } from "./crc32c.js";
import { type Entry, MalformedBytes, uint32At, uint64At } from "./entry.js";
import { findChecksum, mendBit } from "./mend-bit.js";
import { BytesReader } from "./varint.js";

const footerBytes = 48;
/** The bytes of type (1) and checksum (4) behind every block. */
const trailerBytes = 5;
const magic = 0xdb4775248b80fb57n;
const compressions = { none: 0, snappy: 1 } as const;
/** The bytes of sequence and type behind every key. */
const sequenceBytes = 8;

interface Handle {
  readonly at: number;
  readonly length: number;
}

/** Returns whether the file ends as a table file. */
export const isTableFile = (bytes: Uint8Array): boolean =>
  bytes.length >= footerBytes && uint64At(bytes, bytes.length - 8) === magic;

/** Reads and decompresses a block. @throws {MalformedBytes} */
function contentsOf(bytes: Uint8Array, { at, length }: Handle, checksum: Checksum): Uint8Array {
  const end = at + length;
  if (end + trailerBytes > bytes.length)
    throw new MalformedBytes("a block is beyond the file's end");
  const read = bytes.subarray(at, end + 1);
  const stored = uint32At(bytes, end + 1);
  const whole = stored === checksum(read) ? read : mendBit(read, stored, checksum);
  if (whole === undefined) throw new MalformedBytes("a block does not have its checksum");
  const contents = whole.subarray(0, length);
  if (whole[length] === compressions.none) return contents;
  if (whole[length] !== compressions.snappy)
    throw new MalformedBytes("a block is of no known type");
  try {
    return uncompress(contents, storeLimits.tableBlockBytesMax);
  } catch (cause) {
    throw new MalformedBytes("a block cannot be decompressed", { cause });
  }
}

/**
 * Decodes the keys and values of a block. A key shares a prefix with the one before.
 * @throws {MalformedBytes}
 */
function rowsOf(contents: Uint8Array): [Uint8Array, Uint8Array][] {
  if (contents.length < 4) throw new MalformedBytes("a block is too short");
  const restarts = uint32At(contents, contents.length - 4);
  const end = contents.length - 4 - 4 * restarts;
  if (end < 0) throw new MalformedBytes("a block is too short");
  const reader = new BytesReader(contents.subarray(0, end));
  const rows: [Uint8Array, Uint8Array][] = [];
  let previous = new Uint8Array(0);
  while (!reader.isAtEnd) {
    const shared = reader.varint();
    const own = reader.varint();
    const valueLength = reader.varint();
    if (shared > previous.length) throw new MalformedBytes("a key shares more than there is");
    const key = new Uint8Array(shared + own);
    key.set(previous.subarray(0, shared));
    key.set(reader.bytes(own), shared);
    rows.push([key, reader.bytes(valueLength)]);
    previous = key;
  }
  return rows;
}

function entryOf([key, value]: readonly [Uint8Array, Uint8Array]): Entry {
  if (key.length < sequenceBytes) throw new MalformedBytes("a key is too short");
  const tag = uint64At(key, key.length - sequenceBytes);
  const isPut = (tag & 255n) === 1n;
  return {
    key: key.subarray(0, key.length - sequenceBytes),
    sequence: tag >> 8n,
    value: isPut ? value : undefined,
  };
}

const handleOf = (reader: BytesReader): Handle => ({
  at: reader.varint(),
  length: reader.varint(),
});

/**
 * Decodes the handles of the data blocks.
 * @throws {RangeError} when footer or index cannot be decoded.
 */
function handlesOf(bytes: Uint8Array, checksum: Checksum): Handle[] {
  if (!isTableFile(bytes)) throw new MalformedBytes("the file does not end as a table");
  const footer = new BytesReader(bytes.subarray(bytes.length - footerBytes));
  handleOf(footer);
  const index = contentsOf(bytes, handleOf(footer), checksum);
  return rowsOf(index).map(([, value]) => handleOf(new BytesReader(value)));
}

/** Calls a reader that may find malformed bytes. @returns its result, or undefined. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Iterates over every entry that can be decoded. */
export function* readTable(bytes: Uint8Array, checksum: Checksum): Generator<Entry> {
  const handles = attempt(() => handlesOf(bytes, checksum));
  if (handles === undefined) return yield* scanTable(bytes, checksum);
  for (const handle of handles) {
    yield* attempt(() => rowsOf(contentsOf(bytes, handle, checksum)).map(entryOf)) ?? [];
  }
}

/**
 * Scans the file. Blocks follow each other without a gap, so each one with a valid checksum
 * determines the start of the next. The scan ends where the filter and index blocks begin.
 */
function* scanTable(bytes: Uint8Array, checksum: Checksum): Generator<Entry> {
  for (let at = 0; at < bytes.length; ) {
    const found = findChecksum(bytes, at, storeLimits.tableBlockBytesMax);
    if (found === undefined) return;
    const handle = { at, length: found - 1 - at };
    const rows = attempt(() => rowsOf(contentsOf(bytes, handle, checksum)));
    // The filter has no rows; the metaindex behind it names it, and the index follows.
    if (rows === undefined || rows.length === 0 || isMetaindex(rows)) return;
    yield* attempt(() => rows.map(entryOf)) ?? [];
    at = found + 4;
  }
}

const isMetaindex = (rows: readonly (readonly [Uint8Array, Uint8Array])[]) =>
  rows.some(([key]) => Buffer.from(key).toString("latin1").startsWith("filter."));
