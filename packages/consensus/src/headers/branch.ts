/** The last consecutive headers of a file, which are the ancestors of the next one. */
import type { BlockHash, Header } from "@tandem/primitives";
import type { Ancestry } from "../ancestry.js";
import { oldestForkAncestor } from "../merged-mining/fork-detection.js";

/** The number of stored headers, which exceeds the range of fork-detection data. */
const headersKept = 512;

export interface Branch extends Ancestry {
  /** Appends the next header, or starts a new branch if it does not follow the last. */
  append(header: Header, hash: BlockHash, uncles?: readonly Header[]): void;
  /** Returns whether the ancestors are present from which fork-detection data are computed. */
  reachesBack(number: number): boolean;
}

interface KeptHeader {
  readonly header: Header;
  readonly hash: BlockHash;
  /** The uncles that the block lists; none for a file of headers alone. */
  readonly uncles: readonly Header[];
}

export function createBranch(): Branch {
  const kept = new Map<number, KeptHeader>();
  return {
    header: (height) => kept.get(height)?.header,
    hash: (height) => kept.get(height)?.hash,
    uncles: (height) => kept.get(height)?.uncles ?? [],
    append(header, hash, uncles = []) {
      if (!kept.has(header.number - 1) || kept.has(header.number)) kept.clear();
      kept.set(header.number, { header, hash, uncles });
      kept.delete(header.number - headersKept);
    },
    reachesBack: (number) => kept.has(oldestForkAncestor(number)) && kept.has(number - 1),
  };
}
