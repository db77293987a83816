/** Converts blocks to records of the log, and back. */
import {
  type Block,
  encodeBlock,
  listOf,
  rlpListContent,
  rlpParts,
  type StoredBlock,
  toHex,
} from "@tandem/primitives";
import type { MissingRecord } from "@tandem/replication";

/** Names a block among records: by its height, then its hash. */
const idOf = ({ header, hash }: StoredBlock) => `${header.number}:${toHex(hash)}`;

/** Returns the height and the hash that the id of a record names; undefined if it names no block. */
export function namedBy(
  id: string,
): { readonly height: number; readonly hash: string } | undefined {
  const [, height, hash] = /^(\d+):(0x[0-9a-f]{64})$/.exec(id) ?? [];
  return height === undefined || hash === undefined ? undefined : { height: Number(height), hash };
}

/** Returns a record of blocks, in the order in which they are to be imported; it is named by the last. */
export function recordOf(blocks: readonly [StoredBlock, ...StoredBlock[]]): MissingRecord {
  const last = blocks[blocks.length - 1] ?? blocks[0];
  return { id: idOf(last), body: listOf(blocks.map((block: Block) => encodeBlock(block))) };
}

/** Returns the RLP of each block of a record. */
export const rawBlocksOf = (body: Uint8Array): Uint8Array[] =>
  [...rlpParts(rlpListContent(body))].map(({ encoded }) => encoded);
