/**
 * Reads LevelDB's log format, of the write-ahead log and of the manifest: blocks of 32 KiB, which
 * contain records of a masked CRC-32C (4 bytes), a length (2, little-endian), a type (1) and the
 * payload. LevelDB skips a damaged record and the rest of its block without an error; this reader
 * reports it.
 */
import type { Checksum } from "./crc32c.js";

const blockBytes = 32_768;
const headerBytes = 7;
/**
 * Record types: a whole record, and the pieces of one that spans several blocks; 2 is the first
 * piece.
 */
const whole = 1;
const middle = 3;
const last = 4;

export interface LogReading {
  /** Payloads of the whole records before any damage. */
  readonly records: readonly Uint8Array[];
  /**
   * The end of the file:
   * - clean: it ends with a record.
   * - cut: it ends inside a record, or in zeros, as after a crash during a write.
   * - broken-end: the last records do not have their checksum; no intact one follows.
   * - hole: some records do not have their checksum, and intact ones follow.
   */
  readonly ending: "clean" | "cut" | "broken-end" | "hole";
  /** The offset of the damage; undefined for a clean end. */
  readonly offset?: number;
}

type Piece =
  | { readonly kind: "piece"; readonly type: number; readonly payload: Uint8Array }
  | { readonly kind: "cut" }
  | { readonly kind: "broken" };

function pieceAt(bytes: Uint8Array, at: number, checksum: Checksum): Piece {
  const blockEnd = at - (at % blockBytes) + blockBytes;
  const isLastBlock = blockEnd >= bytes.length;
  if (at + headerBytes > bytes.length) return { kind: "cut" };
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, headerBytes);
  const length = view.getUint16(4, true);
  const type = view.getUint8(6);
  if (type === 0 && length === 0 && isZero(bytes.subarray(at))) return { kind: "cut" };
  const end = at + headerBytes + length;
  if (end > blockEnd) return { kind: "broken" };
  if (end > bytes.length) return isLastBlock ? { kind: "cut" } : { kind: "broken" };
  const isKnown = type >= whole && type <= last;
  if (!isKnown || checksum(bytes.subarray(at + 6, end)) !== view.getUint32(0, true)) {
    return { kind: "broken" };
  }
  return { kind: "piece", type, payload: bytes.subarray(at + headerBytes, end) };
}

/** Returns whether a piece continues the record before it. */
const isContinued = (type: number) => type === middle || type === last;

const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);

/**
 * Returns the next offset at which a record may begin: the end of a block has no space for a
 * header.
 */
function nextStart(at: number): number {
  const left = blockBytes - (at % blockBytes);
  return left < headerBytes ? at + left : at;
}

/**
 * Returns whether an intact record begins in a later block than the one of `at`, where LevelDB
 * continues.
 */
function hasRecordAfter(bytes: Uint8Array, at: number, checksum: Checksum): boolean {
  const next = at - (at % blockBytes) + blockBytes;
  for (let start = next; start < bytes.length; start += blockBytes) {
    if (pieceAt(bytes, start, checksum).kind === "piece") return true;
  }
  return false;
}

export function readLogFile(bytes: Uint8Array, checksum: Checksum): LogReading {
  const records: Uint8Array[] = [];
  let pieces: Uint8Array[] = [];
  let began = 0;
  for (let at = 0; at < bytes.length; ) {
    const piece = pieceAt(bytes, at, checksum);
    if (piece.kind === "cut") return { records, ending: "cut", offset: at };
    const isInside = pieces.length > 0;
    if (piece.kind === "broken" || isInside !== isContinued(piece.type)) {
      const ending = hasRecordAfter(bytes, at, checksum) ? "hole" : "broken-end";
      return { records, ending, offset: at };
    }
    if (!isInside) began = at;
    pieces.push(piece.payload);
    if (piece.type === whole || piece.type === last) {
      records.push(pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces));
      pieces = [];
    }
    at = nextStart(at + headerBytes + piece.payload.length);
  }
  return pieces.length > 0
    ? { records, ending: "cut", offset: began }
    : { records, ending: "clean" };
}
