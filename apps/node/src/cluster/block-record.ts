/** Converts blocks to records of the cluster's log, and back. */
import type { LoggedBlock } from "@tandem/chain";
import {
  decodeHeader,
  encodeBlock,
  encodeString,
  Fault,
  hashHeader,
  listOf,
  rlpListContent,
  rlpParts,
  type StoredBlock,
  toHex,
  unusableData,
} from "@tandem/primitives";
import { type MissingRecord, recordBytesMax } from "@tandem/replication";
import { clusterLimits } from "./limits.js";

/** Returns the id of a block's record: its height, then its hash. */
export const idOf = ({ header, hash }: Pick<StoredBlock, "header" | "hash">): string =>
  `${header.number}:${toHex(hash)}`;

interface NamedBlock {
  readonly height: number;
  readonly hash: string;
}

/** Returns the height and the hash in the id of a record, or undefined if it identifies no block. */
export function namedBy(id: string): NamedBlock | undefined {
  const [, height, hash] = /^(\d+):(0x[0-9a-f]{64})$/.exec(id) ?? [];
  return height === undefined || hash === undefined ? undefined : { height: Number(height), hash };
}

/** Returns a record of one block. */
export const recordOf = (block: StoredBlock): MissingRecord => ({
  id: idOf(block),
  body: listOf([encodeBlock(block)]),
});

/** Bounds a record of several blocks. */
type RecordLimits = Readonly<Record<"recordBlocksMax" | "recordBytesMin", number>>;

/** Yields records of blocks, in the order of their import. */
export function* recordsOf(
  blocks: Iterable<StoredBlock>,
  encode: (block: StoredBlock) => Uint8Array = encodeBlock,
  { recordBlocksMax, recordBytesMin }: RecordLimits = clusterLimits,
): Generator<MissingRecord> {
  let group: Uint8Array[] = [];
  let bytes = 0;
  let last: StoredBlock | undefined;
  // The last block of a record determines its id.
  const recordTo = (block: StoredBlock) => ({ id: idOf(block), body: listOf(group) });
  for (const block of blocks) {
    const encoded = encode(block);
    group.push(encoded);
    bytes += encoded.length;
    last = block;
    if (group.length < recordBlocksMax && bytes < recordBytesMin) continue;
    yield recordTo(block);
    [group, bytes, last] = [[], 0, undefined];
  }
  if (last !== undefined) yield recordTo(last);
}

/** Returns a record of one block with its facts, for nodes that do not execute it. */
export const recordWithFacts = (block: StoredBlock, facts: Uint8Array): MissingRecord => ({
  id: idOf(block),
  body: listOf([encodeBlock(block), encodeString(facts)]),
});

/**
 * Asserts that nodes read a record of this size.
 * @throws {Fault} `unsealable` for one with too many bytes.
 */
export function assertFitsLog({ body }: MissingRecord, bytesMax: number = recordBytesMax): void {
  if (body.length <= bytesMax) return;
  const message = `the block has ${body.length} bytes in the log, which takes ${bytesMax}`;
  throw new Fault({ code: "unsealable", message });
}

/**
 * Returns the blocks of a record. Facts are a byte string after the list of their block.
 * @throws {Fault} `unusable-data` for bytes of another form.
 */
export function blocksOf(body: Uint8Array): LoggedBlock[] {
  try {
    return readBlocks(body);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw unusableData(`a record of the log is no list of blocks: ${cause.message}`, cause);
  }
}

/** @throws {RangeError} for bytes of another form, or more blocks than a node puts into a record. */
function readBlocks(body: Uint8Array): LoggedBlock[] {
  const blocks: { raw: Uint8Array; facts?: Uint8Array }[] = [];
  for (const { isList, encoded, content } of rlpParts(rlpListContent(body))) {
    const last = blocks.at(-1);
    if (isList) blocks.push({ raw: encoded });
    else if (last !== undefined) last.facts = content;
    if (blocks.length > clusterLimits.recordBlocksMax) throw new RangeError("too many blocks");
  }
  return blocks;
}

/**
 * Returns whether a record is a list of blocks whose last one is that of its id. Blocks that cannot be decoded count as
 * such: they may be of a later version, and are refused by name when they are imported.
 */
export function isNamedRecord({ id, body }: MissingRecord): boolean {
  const named = namedBy(id);
  try {
    const last = readBlocks(body).at(-1);
    return named !== undefined && last !== undefined && isNamed(last, named);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function isNamed({ raw }: LoggedBlock, { height, hash }: NamedBlock): boolean {
  const [header] = rlpParts(rlpListContent(raw));
  if (header === undefined) return false;
  try {
    const decoded = decodeHeader(header.encoded);
    return decoded.number === height && toHex(hashHeader(decoded)) === hash;
  } catch {
    return true;
  }
}
