/**
 * Checks a table file of LevelDB without opening it: every block must have its checksum. LevelDB
 * itself verifies none, and some damages end its process with an assertion.
 */
import { uncompress } from "snappyjs";
import type { Checksum } from "./crc32c.js";
import { BytesReader } from "./varint.js";

const footerBytes = 48;
/** The last eight bytes of a table file. */
const magic = Uint8Array.of(0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb);
/** The bytes after each block: its compression (1) and its masked checksum (4). */
const trailerBytes = 5;
const snappy = 1;
/** Bytes that LevelDB adds to each key: sequence number and kind. */
const internalBytes = 8;

export interface TableDamage {
  readonly rule: "footer" | "checksum" | "form";
  /** The offset of the damaged block in the file. */
  readonly offset: number;
  /** The last key that a damaged data block can contain, if the index of the file names it. */
  readonly key?: Uint8Array;
  /** The last key of the data block before it; undefined for the first. */
  readonly after?: Uint8Array | undefined;
}

interface Handle {
  readonly offset: number;
  readonly size: number;
}

class Damaged extends Error {
  readonly damage: TableDamage;
  constructor(damage: TableDamage) {
    super(damage.rule);
    this.damage = damage;
  }
}

/**
 * Checks a table file. Returns every damage; if footer or index are damaged, the blocks cannot be
 * checked.
 */
export function checkTableFile(bytes: Uint8Array, checksum: Checksum): readonly TableDamage[] {
  const damages: TableDamage[] = [];
  try {
    const { metaindex, index } = footerOf(bytes);
    for (const [, handle] of entriesOf(bytes, metaindex, checksum)) {
      blockAt(bytes, handle, checksum);
    }
    let after: Uint8Array | undefined;
    for (const [key, handle] of entriesOf(bytes, index, checksum)) {
      const user = key.slice(0, Math.max(0, key.length - internalBytes));
      try {
        blockAt(bytes, handle, checksum);
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        damages.push({ ...error.damage, key: user, after });
      }
      after = user;
    }
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    damages.push(error.damage);
  }
  return damages;
}

function footerOf(bytes: Uint8Array): { readonly metaindex: Handle; readonly index: Handle } {
  const offset = bytes.length - footerBytes;
  const end = bytes.subarray(-magic.length);
  if (offset < 0 || Buffer.compare(end, magic) !== 0) {
    throw new Damaged({ rule: "footer", offset: Math.max(0, offset) });
  }
  return formed(offset, () => {
    const reader = new BytesReader(bytes.subarray(offset));
    return { metaindex: handleOf(reader), index: handleOf(reader) };
  });
}

const handleOf = (reader: BytesReader): Handle => ({
  offset: reader.varint(),
  size: reader.varint(),
});

/** Returns the bytes of a block, still compressed. */
function blockAt(bytes: Uint8Array, { offset, size }: Handle, checksum: Checksum): Uint8Array {
  const end = offset + size;
  if (end + trailerBytes > bytes.length) throw new Damaged({ rule: "form", offset });
  const stored = new DataView(bytes.buffer, bytes.byteOffset + end + 1, 4).getUint32(0, true);
  if (checksum(bytes.subarray(offset, end + 1)) !== stored) {
    throw new Damaged({ rule: "checksum", offset });
  }
  return bytes.subarray(offset, end);
}

/** Returns the entries of an index block, whose values are handles of other blocks. */
function entriesOf(
  bytes: Uint8Array,
  handle: Handle,
  checksum: Checksum,
): readonly (readonly [Uint8Array, Handle])[] {
  const stored = blockAt(bytes, handle, checksum);
  return formed(handle.offset, () => {
    const isCompressed = bytes[handle.offset + handle.size] === snappy;
    const block = isCompressed ? uncompress(stored) : stored;
    const restarts = new DataView(block.buffer, block.byteOffset).getUint32(block.length - 4, true);
    const reader = new BytesReader(block.subarray(0, block.length - 4 * (restarts + 1)));
    const entries: (readonly [Uint8Array, Handle])[] = [];
    let key: Uint8Array = new Uint8Array(0);
    while (!reader.isAtEnd) {
      const shared = reader.varint();
      const [more, length] = [reader.varint(), reader.varint()];
      key = Buffer.concat([key.subarray(0, shared), reader.bytes(more)]);
      entries.push([key, handleOf(new BytesReader(reader.bytes(length)))]);
    }
    return entries;
  });
}

/** Calls a reader; any error means that the block at this offset is malformed. */
function formed<T>(offset: number, read: () => T): T {
  try {
    return read();
  } catch {
    throw new Damaged({ rule: "form", offset });
  }
}
