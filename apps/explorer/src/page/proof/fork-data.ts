/** Recomputes fork-detection data (RSKIP-110) of a block from its ancestors, which the node provides. */
import {
  committedForkData,
  forkDataHeightMin,
  forkDetectionData,
  uncleWindow,
  vectorHeights,
} from "@tandem/consensus";
import { bytesOfHex, type Header, isEqual, toHex } from "@tandem/primitives";
import type { Calls } from "@tandem/rpc/client";
import type { ProofSource } from "./source.js";

export type ForkDataResult =
  /** The block is too low to have fork-detection data. */
  | { readonly state: "none" }
  /** The node does not have all ancestors. */
  | { readonly state: "unknown" }
  | {
      readonly state: "holds" | "broken";
      /** The twelve bytes in hex, computed from the ancestors, and in the tag. */
      readonly expected: string;
      readonly found: string;
      readonly ancestors: number;
    };

type Reads = Pick<Calls, "eth_getBlockByHash" | "eth_getBlockByNumber">;
type Ancestor = Pick<Header, "bitcoinMergedMiningHeader" | "uncleCount">;
type Answer = Awaited<ReturnType<Calls["eth_getBlockByHash"]>>;

/** Returns undefined for a block without merged mining, which is of a chain that the node forks. */
function ancestorOf(block: NonNullable<Answer>): Ancestor | undefined {
  const { bitcoinMergedMiningHeader, uncles } = block;
  return bitcoinMergedMiningHeader && { bitcoinMergedMiningHeader, uncleCount: uncles.length };
}

/** Reads the ancestors: near ones by parent hash, so that they are of this branch. */
async function readAncestors(reads: Reads, header: Header): Promise<Map<number, Ancestor>> {
  const found = new Map<number, Ancestor>();
  let hash: Uint8Array = header.parentHash;
  for (let depth = 1; depth <= uncleWindow; depth++) {
    const block = await reads.eth_getBlockByHash({ hash, full: false });
    const ancestor = block && ancestorOf(block);
    if (block === undefined || ancestor === undefined) return found;
    found.set(header.number - depth, ancestor);
    hash = block.parentHash;
  }
  const far = vectorHeights(header.number).filter((height) => !found.has(height));
  const blocks = await Promise.all(
    far.map((number) => reads.eth_getBlockByNumber({ block: { number } })),
  );
  for (const [i, block] of blocks.entries()) {
    const ancestor = block && ancestorOf(block);
    if (ancestor !== undefined) found.set(far[i] as number, ancestor);
  }
  return found;
}

/** Compares the fork-detection data in the tag of a block with those computed from its ancestors. */
export async function checkForkData(reads: Reads, source: ProofSource): Promise<ForkDataResult> {
  const { header, rules } = source;
  // The first block with such data is not compared.
  if (header.number <= forkDataHeightMin) return { state: "none" };
  const ancestors = await readAncestors(reads, header);
  const wanted = new Set(vectorHeights(header.number));
  for (let depth = 1; depth <= uncleWindow; depth++) wanted.add(header.number - depth);
  if ([...wanted].some((height) => !ancestors.has(height))) return { state: "unknown" };
  const ancestry = {
    header: (height: number) => ancestors.get(height) as Header | undefined,
    hash: () => undefined,
    uncles: () => [],
  };
  const expected = forkDetectionData(header.number, ancestry, rules) ?? bytesOfHex("0x");
  const found = committedForkData(header) ?? bytesOfHex("0x");
  const isSame = expected !== undefined && found !== undefined && isEqual(expected, found);
  return {
    state: isSame ? "holds" : "broken",
    expected: toHex(expected as Uint8Array),
    found: toHex(found as Uint8Array),
    ancestors: wanted.size,
  };
}
