/** Divides blocks into groups, each of which a node imports in one request. */
import { decodeHeader, type Header } from "@tandem/primitives";
import { headerOfBlock } from "./chain-file.js";

/** The maximum number of blocks, and of their bytes, in one request. */
const blocksMax = 200;
const bytesMax = 4 * 1024 * 1024;

/**
 * The maximum gas of the blocks in one request: it takes a busy machine a few seconds, and the
 * client waits half a minute for an answer.
 */
const gasMax = 100_000_000n;

/** Returns the header of a block; undefined for no block and for an invalid one, which the node reports. */
export function headerIn(block: Uint8Array | undefined): Header | undefined {
  try {
    return block && decodeHeader(headerOfBlock(block));
  } catch {
    return undefined;
  }
}

/** Yields groups of at least one block, in order. */
export function* requestGroups(blocks: Iterable<Uint8Array>): Generator<Uint8Array[]> {
  let group: Uint8Array[] = [];
  let [bytes, gas] = [0, 0n];
  for (const block of blocks) {
    const { length } = block;
    const used = headerIn(block)?.gasUsed ?? 0n;
    const isFull = group.length === blocksMax || bytes + length > bytesMax || gas + used > gasMax;
    if (isFull && group.length > 0) {
      yield group;
      group = [];
      [bytes, gas] = [0, 0n];
    }
    group.push(block);
    bytes += length;
    gas += used;
  }
  if (group.length > 0) yield group;
}
