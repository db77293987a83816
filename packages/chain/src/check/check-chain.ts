/** Checks a whole database: every fact against its key, every view against the facts. */
import type { ChainSpec } from "@tandem/primitives";
import type { Reader } from "@tandem/store";
import { checkCanonical } from "./check-canonical.js";
import { checkCounts, checkMeta, checkSideBlocks, checkStates } from "./check-facts.js";
import { type Finding, Findings } from "./finding.js";
import type { BlockSource } from "./read-block.js";

export interface ChainReport {
  /** The first findings, in the order in which they were found. */
  readonly findings: readonly Finding[];
  /** The number of all findings. */
  readonly count: number;
  /** Height of the head; undefined if the head cannot be read. */
  readonly head: number | undefined;
  readonly sideBlocks: number;
  readonly stateNodes: number;
}

/** Is called with the part that is being checked and the share of it that is done, from 0 to 1. */
export type OnProgress = (stage: "blocks" | "branches" | "states", share: number) => void;

/** Checks a whole database. It writes nothing, and its memory is bounded. */
export async function checkChain(
  store: Reader,
  spec: ChainSpec,
  onProgress: OnProgress = () => {},
): Promise<ChainReport> {
  const findings = new Findings();
  const source: BlockSource = { store, spec, findings };
  const { head, isWhole, counts } = await checkCanonical(source, (done, total) =>
    onProgress("blocks", done / total),
  );
  if (isWhole) await checkCounts(source, counts);
  const sideBlocks = await checkSideBlocks(source, (share) => onProgress("branches", share));
  const stateNodes = await checkStates(source, (share) => onProgress("states", share));
  if (head !== undefined) await checkMeta(source, head);
  return { findings: findings.first, count: findings.count, head, sideBlocks, stateNodes };
}
