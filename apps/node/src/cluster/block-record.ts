/** Converts blocks to records of the cluster's log, and back. */
import type { LoggedBlock } from "@tandem/chain";
import {
  type Block,
  encodeBlock,
  encodeString,
  Fault,
  listOf,
  rlpListContent,
  rlpParts,
  type StoredBlock,
  toHex,
} from "@tandem/primitives";
import { type MissingRecord, recordBytesMax } from "@tandem/replication";

/** Returns the id of a block's record: its height, then its hash. */
export const idOf = ({ header, hash }: Pick<StoredBlock, "header" | "hash">): string =>
  `${header.number}:${toHex(hash)}`;

/** Returns the height and the hash in the id of a record, or undefined if it identifies no block. */
export function namedBy(
  id: string,
): { readonly height: number; readonly hash: string } | undefined {
  const [, height, hash] = /^(\d+):(0x[0-9a-f]{64})$/.exec(id) ?? [];
  return height === undefined || hash === undefined ? undefined : { height: Number(height), hash };
}

/** Returns a record of blocks, in the order of their import. The last block determines its id. */
export function recordOf(blocks: readonly [StoredBlock, ...StoredBlock[]]): MissingRecord {
  const last = blocks[blocks.length - 1] ?? blocks[0];
  return { id: idOf(last), body: listOf(blocks.map((block: Block) => encodeBlock(block))) };
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

/** Returns the blocks of a record. Facts are a byte string after the list of their block. */
export function blocksOf(body: Uint8Array): LoggedBlock[] {
  const blocks: { raw: Uint8Array; facts?: Uint8Array }[] = [];
  for (const { isList, encoded, content } of rlpParts(rlpListContent(body))) {
    const last = blocks.at(-1);
    if (isList) blocks.push({ raw: encoded });
    else if (last !== undefined) last.facts = content;
  }
  return blocks;
}
