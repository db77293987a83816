/** Decodes proofs of outside miners, matches them with their work, and imports the blocks. */

import { type Claim, readSubmissionSteps, sealClaimSteps, type Violation } from "@tandem/consensus";
import {
  assertAtMost,
  type Block,
  Fault,
  hashHeader,
  type Submission,
  type SubmittedWork,
  toHex,
  unsealedProof,
} from "@tandem/primitives";
import { type Logger, runYielding } from "@tandem/runtime";
import type { BlockTemplate } from "../building/build-block.js";
import type { Imported } from "../import/imported.js";
import { outsideLimits } from "../limits.js";
import type { IssuedWork, WorkCache } from "./work-cache.js";

export interface SubmissionContext {
  readonly works: Pick<WorkCache, "find" | "drops">;
  readonly logger: Logger;
  /** Imports a block after every earlier write, if its work is current then. */
  readonly import: (
    block: Block,
    template: BlockTemplate,
    isCurrent: () => boolean,
  ) => Promise<Imported>;
}

/**
 * Imports the block that a submission proves. @throws {Fault} `mining-refused` when the bytes are
 * not a Bitcoin block, when their work is not cached, or when their proof does not hold;
 * `limit-exceeded` when they are too many.
 */
export async function submitWork(
  context: SubmissionContext,
  submission: Submission,
): Promise<SubmittedWork> {
  assertWithinLimits(submission);
  const claim = await runYielding(readSubmissionSteps(submission));
  if ("rule" in claim) throw refused(`Cannot read the block: ${words(claim)}`, claim.rule);
  const hash = claim.hashForMergedMining;
  const kept = context.works.find(hash);
  if (kept === undefined) {
    throw refused(`Cannot publish block, could not find hash ${toHex(hash)} in the cache`);
  }
  const { drops } = context.works;
  const block = await sealedBlock(kept, claim);
  const imported = await context.import(block, kept.template, () => context.works.drops === drops);
  // The parent's state was edited since its template was made, or the parent was removed by a revert.
  const status = imported.status === "outdated" ? "invalid" : imported.status;
  const { number } = block.header;
  const blockHash = hashHeader(block.header);
  if (imported.status === "invalid") {
    const { violation } = imported;
    context.logger.warn(
      { number, hash: toHex(blockHash), ...violation },
      "a miner's block breaks a rule",
    );
    return { status, hash: blockHash, number, rule: violation.rule };
  }
  return { status, hash: blockHash, number };
}

async function sealedBlock({ template, rules }: IssuedWork, claim: Claim): Promise<Block> {
  const { header: unsealed, transactions, uncles } = template;
  const header = await runYielding(sealClaimSteps(unsealed, claim, rules));
  if (!("rule" in header)) return { header, transactions, uncles };
  const named = { ...unsealed, ...unsealedProof, bitcoinMergedMiningHeader: claim.header };
  const hashes = [hashHeader(named), claim.hashForMergedMining].map((hash) => toHex(hash).slice(2));
  throw refused(
    `Invalid block supplied by miner: ${hashes.join(" ")} at height ${unsealed.number}`,
    header.rule,
  );
}

/**
 * Describes a violation: the last part of the rule's name, the expected value and the one found.
 */
function words({ rule, expected, found }: Violation): string {
  const what = rule.slice(rule.indexOf("/") + 1).replaceAll("-", " ");
  const wanted = expected === undefined ? [] : [`expected ${expected}`];
  const got = found === undefined ? [] : [`found ${found}`];
  return [what, ...wanted, ...got].join(", ");
}

const refused = (message: string, rule?: string) =>
  new Fault({ code: "mining-refused", message, ...(rule === undefined ? {} : { rule }) });

function assertWithinLimits(submission: Submission): void {
  const bytes = submission.form === "block" ? submission.block.length : submission.coinbase.length;
  assertAtMost("bitcoin-block-bytes", bytes, outsideLimits.blockBytesMax);
  if (submission.form === "block") return;
  const hashes = submission.form === "branch" ? submission.merkleHashes : submission.transactionIds;
  assertAtMost("bitcoin-block-transactions", hashes.length, outsideLimits.transactionsMax);
}
