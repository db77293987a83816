/** Seals a template: creates its work, which a sealer solves. */
import { createWork, type Sealer, seal, WorkExpired } from "@tandem/consensus";
import { type Block, type ChainSpec, rulesAt } from "@tandem/primitives";
import type { BlockTemplate } from "../building/build-block.js";
import type { Blocks } from "../reads/blocks.js";

export interface SealContext {
  readonly spec: ChainSpec;
  readonly blocks: Blocks;
}

/** The sealer and its abort signal. */
export interface Sealing {
  readonly sealer: Sealer;
  readonly signal: AbortSignal;
}

/**
 * Seals a template. Returns undefined when the work expired before a proof was found: a new
 * template pays more.
 * @throws the signal's reason, once it is aborted.
 */
export async function sealTemplate(
  { spec, blocks }: SealContext,
  { header, transactions, uncles }: BlockTemplate,
  { sealer, signal }: Sealing,
): Promise<Block | undefined> {
  signal.throwIfAborted();
  const rules = rulesAt(spec.forks, header.number);
  const work = createWork(header, blocks.ancestry(header.parentHash), rules);
  try {
    return { header: seal(header, await sealer(work, signal)), transactions, uncles };
  } catch (error) {
    if (error instanceof WorkExpired) return undefined;
    throw error;
  }
}
