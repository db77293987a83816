/** The consecutive headers of a file that were read last: the past the next one is checked with. */
import type { BlockHash, Header } from "@tandem/primitives";
import type { Ancestry } from "../ancestry.js";
import { oldestForkAncestor } from "../merged-mining/fork-detection.js";

/** More than fork-detection data looks back. */
const headersKept = 512;

export interface Branch extends Ancestry {
  /** Appends the next header, or begins anew when it does not follow the last. */
  append(header: Header, hash: BlockHash): void;
  /** True when the ancestors fork-detection data is made of are there. */
  reachesBack(number: number): boolean;
}

export function createBranch(): Branch {
  const kept = new Map<number, { readonly header: Header; readonly hash: BlockHash }>();
  return {
    header: (height) => kept.get(height)?.header,
    hash: (height) => kept.get(height)?.hash,
    uncles: () => [],
    append(header, hash) {
      if (!kept.has(header.number - 1) || kept.has(header.number)) kept.clear();
      kept.set(header.number, { header, hash });
      kept.delete(header.number - headersKept);
    },
    reachesBack: (number) => kept.has(oldestForkAncestor(number)) && kept.has(number - 1),
  };
}
