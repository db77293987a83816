/**
 * Mines an uncle: a valid block that fork choice does not prefer, beside a canonical block, for the
 * next block to list.
 */
import { blockWeight, isPreferred, rankOf, uncleGenerationsMax } from "@tandem/consensus";
import { type Block, Fault, hashHeader, type StoredBlock } from "@tandem/primitives";
import { createTemplate, type TemplateRequest } from "../building/block-template.js";
import type { BlockTemplate } from "../building/build-block.js";
import { selectListed } from "../building/transaction-selector.js";
import { chainLimits } from "../limits.js";
import { importMined, type MinedContext } from "./import-mined.js";
import { type Sealing, sealTemplate } from "./seal-template.js";

export interface RivalContext extends MinedContext {
  readonly head: () => StoredBlock;
}

/**
 * The maximum depth of an uncle's rival below the head: the parent of a deeper one is too old for
 * the next block to list its child.
 */
const depthMax = uncleGenerationsMax - 2;

/**
 * Makes a rival of the block `depth` below the head, on the same parent and with the same
 * transactions, that fork choice does not prefer. It lists no uncles and its timestamp is not
 * lower, so its weight is not higher; among equal weights the hash decides, and each seal results
 * in another hash.
 * @throws {Fault} `bad-request` when no block can list it, or its rival would be genesis;
 *   `unsealable` when the chain or its state was changed each time one was made.
 */
export async function mineUncle(
  context: RivalContext,
  depth: number,
  sealing: Sealing,
): Promise<StoredBlock> {
  const { rival, parent } = rivalAt(context, depth);
  const notBefore = rival.header.timestamp;
  // The second attempt has no fees, so that it loses whatever its hash: the rival's hash is rarely
  // hard to exceed.
  for (const transactions of [rival.transactions, []]) {
    const request = { parent, selector: selectListed(transactions), notBefore };
    // The import reports it as outdated if its parent's state was edited while it was sealed.
    for (let tries = 0; tries < chainLimits.uncleTriesMax; tries++) {
      const loser = await sealToLose(context, request, sealing);
      const uncle = loser && (await importMined(context, loser.block, loser.template));
      if (uncle !== undefined) return uncle;
    }
  }
  const message = "uncle: the chain or its state changed during each attempt: try again";
  throw new Fault({ code: "unsealable", message });
}

function rivalAt({ blocks, head }: RivalContext, depth: number) {
  const height = head().header.number - depth;
  if (depth > depthMax) {
    const message = `uncle.depth: expected at most ${depthMax}, which the next block can still list, got ${depth}`;
    throw new Fault({ code: "bad-request", message });
  }
  if (height <= blocks.first) {
    const message = `uncle.depth: expected a block above genesis to be beside, the head is block ${head().header.number}`;
    throw new Fault({ code: "bad-request", message });
  }
  const hash = blocks.canonicalHash(height);
  const rival = hash && blocks.block(hash);
  const parent = rival && blocks.block(rival.header.parentHash);
  if (parent === undefined || rival === undefined) throw new Error(`block ${height} is missing`);
  return { rival, parent };
}

/** Seals a block again until it loses against its rival. Returns undefined if none does. */
async function sealToLose(
  context: RivalContext,
  request: TemplateRequest,
  sealing: Sealing,
): Promise<{ readonly block: Block; readonly template: BlockTemplate } | undefined> {
  let template = await createTemplate(context, request);
  for (let seals = 0; seals < chainLimits.uncleSealsMax; seals++) {
    const block = await sealTemplate(context, template, sealing);
    if (block === undefined) {
      template = await createTemplate(context, request);
      continue;
    }
    const hash = hashHeader(block.header);
    // The block is known from before a revert: the next seal, on another Bitcoin block, results in
    // a new one.
    if (context.blocks.block(hash) !== undefined) continue;
    const rank = {
      totalDifficulty: request.parent.totalDifficulty + blockWeight(block),
      paidFees: block.header.paidFees,
      hash,
    };
    if (!isPreferred(rank, rankOf(context.head()))) return { block, template };
  }
  return undefined;
}
