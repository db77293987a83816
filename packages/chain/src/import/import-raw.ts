/** Imports RLP-encoded blocks of a client. */

import { type Block, type ChainSpec, Fault, type FaultData, isNoSpace } from "@tandem/primitives";
import { type Logger, runYielding } from "@tandem/runtime";
import { type BlockFacts, decodeFacts } from "./block-facts.js";
import {
  decodeBlockAhead,
  decodeBlockSteps,
  type PooledTransactions,
  sentBy,
} from "./decode-block.js";
import type { Imported } from "./imported.js";

/** The chain of the blocks, and the pool, which has most of their transactions already. */
interface DecodeContext {
  readonly spec: ChainSpec;
  readonly pool: PooledTransactions;
}

/**
 * Imports blocks in order. Stops at the first that is refused; those before it remain.
 * @returns the number of new blocks.
 * @throws {Fault} `bad-request`, naming the block and the rule it breaks, or why its bytes cannot
 * be decoded, with the number of those before it.
 */
export async function importRawBlocks(
  blocks: readonly Uint8Array[],
  { spec, pool }: DecodeContext,
  importBlock: (block: Block) => Promise<Imported>,
): Promise<number> {
  let added = 0;
  for (const [position, bytes] of blocks.entries()) {
    const before = { blocks: position, added };
    const decoded = runYielding(decodeBlockSteps(bytes, spec, pool));
    const block = await decoded.catch((cause) => {
      throw undecodable(cause, `blocks[${position}]`, before);
    });
    const imported = await importBlock(block);
    if (isNew(imported, block, before)) added++;
  }
  return added;
}

/** Counts the blocks of a request that precede the one that is refused. */
type ImportedBefore = Extract<FaultData, { code: "bad-request" }>["imported"];

/** A block of the log by which nodes share a chain. */
export interface LoggedBlock {
  /** The RLP of the block. */
  readonly raw: Uint8Array;
  /** The encoded facts of the block, if it need not be executed. */
  readonly facts?: Uint8Array | undefined;
  /** The block, if it is decoded ahead of its import. */
  readonly decoded?: Promise<DecodedBlock> | undefined;
}

export interface DecodedBlock {
  readonly block: Block;
  readonly facts?: BlockFacts | undefined;
}

/**
 * Decodes a block of the log, and its facts, which have the senders of its transactions.
 * @throws {Fault} `unusable-data` or `transaction-refused` when the bytes are not a block, or not facts.
 */
export async function decodeLogged(
  { raw, facts: bytes }: Pick<LoggedBlock, "raw" | "facts">,
  { spec, pool }: DecodeContext,
): Promise<DecodedBlock> {
  if (bytes === undefined) return { block: await decodeBlockAhead(raw, spec, pool) };
  const facts = decodeFacts(bytes);
  // A copy, which does not keep the whole record in memory.
  const steps = decodeBlockSteps(raw.slice(), spec, pool, sentBy(facts.senders));
  return { block: await runYielding(steps), facts };
}

/**
 * Imports blocks of the log. A block whose facts are wrong is executed.
 * @param importBlock receives whether the block is the last.
 * @throws {Fault} as `importRawBlocks`.
 */
export async function importLoggedBlocks(
  blocks: readonly LoggedBlock[],
  context: DecodeContext,
  logger: Logger,
  importBlock: (block: Block, isLast: boolean, facts?: BlockFacts) => Promise<Imported>,
): Promise<void> {
  for (const [i, logged] of blocks.entries()) {
    const isLast = i === blocks.length - 1;
    const { raw } = logged;
    const hasFacts = logged.facts !== undefined;
    if (hasFacts) {
      const wrong = await importFacts(logged, context, (block, facts) =>
        importBlock(block, isLast, facts),
      );
      if (wrong === undefined) continue;
      logger.warn({ reason: wrong }, "the facts of a block of the log are wrong: it is executed");
    }
    const decoded = hasFacts ? undefined : logged.decoded;
    const { block } = await (decoded ?? decodeLogged({ raw }, context)).catch((cause) => {
      throw undecodable(cause, "a block of the log");
    });
    isNew(await importBlock(block, isLast), block);
  }
}

/**
 * Imports a block by its facts. @returns the reason why that is not possible; undefined if it was
 * imported. @throws {Fault} `no-space`
 */
async function importFacts(
  logged: LoggedBlock,
  context: DecodeContext,
  importBlock: (block: Block, facts: BlockFacts | undefined) => Promise<Imported>,
): Promise<string | undefined> {
  try {
    const { block, facts } = await (logged.decoded ?? decodeLogged(logged, context));
    isNew(await importBlock(block, facts), block);
    return undefined;
  } catch (error) {
    // A full disk says nothing about the facts, and refuses the executed block too.
    if (!(error instanceof Fault) || isNoSpace(error)) throw error;
    return error.message;
  }
}

/**
 * Returns whether an imported block is new. @throws {Fault} `bad-request` for a block that is
 * refused.
 */
function isNew(imported: Imported, block: Block, before?: ImportedBefore): boolean {
  switch (imported.status) {
    case "head":
    case "side":
      return true;
    case "known":
    case "outdated":
      return false;
    case "no-parent":
      throw refused(block, "its parent is not known", before);
    case "invalid": {
      const { rule, expected, found } = imported.violation;
      const detail = expected === undefined ? found : `expected ${expected}, found ${found}`;
      throw refused(block, `it breaks ${rule}${detail === undefined ? "" : `: ${detail}`}`, before);
    }
  }
}

/** Returns the error for bytes that are no block. @param what names them. */
function undecodable(cause: unknown, what: string, before?: ImportedBefore): unknown {
  if (!(cause instanceof Fault)) return cause;
  return refusal(`${what} is refused: ${cause.message}`, before, { cause });
}

const refused = ({ header }: Block, reason: string, before?: ImportedBefore) =>
  refusal(`block ${header.number} is refused: ${reason}`, before);

const refusal = (message: string, imported: ImportedBefore, options?: ErrorOptions) =>
  new Fault(
    { code: "bad-request", message, ...(imported === undefined ? {} : { imported }) },
    options,
  );
