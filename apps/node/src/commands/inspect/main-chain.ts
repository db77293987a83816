/** Reads this chain's main chain for a fork monitor, from a running node or from an exported file. */

import { unreadable } from "@tandem/cli";
import {
  type ForkTag,
  heightsToPlace,
  type MainChain,
  type MainChainBlock,
  mainChainBlock,
  mainChainBlockOf,
} from "@tandem/consensus";
import { decodeHeader, unusableData } from "@tandem/primitives";
import { httpClient, isMergeMined } from "@tandem/rpc/client";
import { readBoundedSync } from "@tandem/runtime/files";
import { blocksFileBytesMax } from "../../files/limits.js";
import { headerOfBlock, splitBlocks } from "../chain-file/chain-file.js";
import { blocksPerRequest } from "./limits.js";

const chainOf = (head: number, blocks: ReadonlyMap<number, MainChainBlock>): MainChain => ({
  headHeight: () => head,
  block: (height) => blocks.get(height),
});

/** Returns only the blocks that are needed to locate these tags. */
export async function mainChainOfNode(url: string, tags: readonly ForkTag[]): Promise<MainChain> {
  const client = httpClient(url);
  const head = await client.eth_blockNumber();
  const wanted = [...new Set(tags.flatMap((tag) => heightsToPlace(tag, head)))];
  const heights = wanted.filter((height) => height <= head);
  const blocks = new Map<number, MainChainBlock>();
  for (let at = 0; at < heights.length; at += blocksPerRequest) {
    const part = heights.slice(at, at + blocksPerRequest);
    const answers = await client.batch((calls) =>
      part.map((number) => calls.eth_getBlockByNumber({ block: { number } })),
    );
    for (const [i, block] of answers.entries()) {
      if (!block)
        throw unusableData(`${url}: block ${part[i]} is missing: the chain became shorter`);
      if (!isMergeMined(block)) throw unusableData(`${url}: block ${part[i]} is not merge-mined`);
      blocks.set(part[i] as number, mainChainBlock(block.hashForMergedMining, block));
    }
  }
  return chainOf(head, blocks);
}

/**
 * Returns every block of a file of `tandem export`.
 * @throws {Fault} `unusable-data` if the file cannot be read, or has no blocks.
 */
export function mainChainOfFile(file: string): MainChain {
  const blocks = new Map<number, MainChainBlock>();
  let head = 0;
  for (const block of splitBlocks(read(file))) {
    const header = decode(headerOfBlock(block), file);
    head = Math.max(head, header.number);
    blocks.set(header.number, mainChainBlockOf(header));
  }
  if (blocks.size === 0) throw unusableData(`${file} holds no blocks`);
  return chainOf(head, blocks);
}

function read(file: string): Uint8Array {
  try {
    return readBoundedSync(file, blocksFileBytesMax);
  } catch (cause) {
    throw unusableData(unreadable(file, cause), cause);
  }
}

function decode(rlp: Uint8Array, file: string) {
  try {
    return decodeHeader(rlp);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw unusableData(`${file} is not a file of RLP blocks: ${cause.message}`, cause);
  }
}
