/**
 * Reads the records of LevelDB's write-ahead log (doc/log_format.md), and skips damaged ones. A
 * file is a sequence of pages of 32 KiB, a record has one or more fragments, and no fragment
 * crosses a page.
 */
import type { Checksum } from "./crc32c.js";
import { type Entry, MalformedBytes, uint32At, uint64At } from "./entry.js";
import { mendBit } from "./mend-bit.js";
import { BytesReader } from "./varint.js";

const pageBytes = 32_768;
/** The bytes of checksum (4), length (2) and type (1). */
const headerBytes = 7;

const fragmentTypes = { full: 1, first: 2, middle: 3, last: 4 } as const;

interface Fragment {
  readonly type: number;
  readonly payload: Uint8Array;
  readonly end: number;
}

function fragmentAt(bytes: Uint8Array, at: number, checksum: Checksum): Fragment | undefined {
  const pageEnd = at - (at % pageBytes) + pageBytes;
  if (at + headerBytes > Math.min(bytes.length, pageEnd)) return undefined;
  const end = at + headerBytes + lengthAt(bytes, at);
  if (end > pageEnd || end > bytes.length) return undefined;
  const stored = uint32At(bytes, at);
  const read = bytes.subarray(at + 6, end);
  const whole = stored === checksum(read) ? read : mendBit(read, stored, checksum);
  return whole && { type: whole[0] as number, payload: whole.subarray(1), end };
}

const lengthAt = (bytes: Uint8Array, at: number) =>
  (bytes[at + 4] as number) | ((bytes[at + 5] as number) << 8);

/** Iterates over the intact records, in order. */
export function* readLogRecords(bytes: Uint8Array, checksum: Checksum): Generator<Uint8Array> {
  let parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const pageEnd = at - (at % pageBytes) + pageBytes;
    if (pageEnd - at < headerBytes) {
      at = pageEnd;
      continue;
    }
    const found = fragmentAt(bytes, at, checksum);
    if (found === undefined) {
      parts = [];
      at = behindBroken(bytes, at, pageEnd, checksum);
      continue;
    }
    at = found.end;
    const isStart = found.type === fragmentTypes.full || found.type === fragmentTypes.first;
    if (isStart) parts = [];
    else if (parts.length === 0) continue;
    parts.push(found.payload);
    if (found.type === fragmentTypes.full || found.type === fragmentTypes.last) {
      yield parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
      parts = [];
    }
  }
}

/**
 * Returns where reading continues: behind the broken fragment if another one follows there, else at
 * the next page.
 */
function behindBroken(bytes: Uint8Array, at: number, pageEnd: number, checksum: Checksum): number {
  if (at + headerBytes > bytes.length) return pageEnd;
  const behind = at + headerBytes + lengthAt(bytes, at);
  return behind < pageEnd && fragmentAt(bytes, behind, checksum) ? behind : pageEnd;
}

/**
 * Decodes the entries of a record: a batch, whose first 8 bytes are the sequence of its first entry
 * and whose next 4 are their number.
 * @throws {RangeError} if the record is not a batch.
 */
export function readBatch(record: Uint8Array): Entry[] {
  if (record.length < 12) throw new MalformedBytes("a batch is too short");
  let sequence = uint64At(record, 0);
  const count = uint32At(record, 8);
  const reader = new BytesReader(record.subarray(12));
  const entries: Entry[] = [];
  while (!reader.isAtEnd) {
    const [type] = reader.bytes(1);
    if (type !== 0 && type !== 1) throw new MalformedBytes("a batch has an entry of no known type");
    const key = reader.slice();
    entries.push({ key, sequence: sequence++, value: type === 1 ? reader.slice() : undefined });
  }
  if (entries.length !== count) throw new MalformedBytes("a batch does not have all its entries");
  return entries;
}
