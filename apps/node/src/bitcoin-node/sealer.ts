/**
 * Seals blocks with the templates of a real Bitcoin node. The nonce search ends at this chain's
 * target. The block is then sealed, and if the header also meets Bitcoin's target, the Bitcoin
 * block is submitted. Nothing is lost if Bitcoin's target is harder, as on every public network. If
 * it is easier (regtest), a header that meets only Bitcoin's target is ignored: submitting each of
 * those would advance Bitcoin's time, which grows with its blocks, until no header satisfies the
 * time rules of both chains.
 */
import {
  type BlockDraft,
  type BlockTemplate,
  completeBlock,
  draftBlock,
  encodeBitcoinTransaction,
  hashBitcoinHeader,
  hashToInteger,
} from "@tandem/bitcoin";
import { grind, proofFromParts, type Sealer, tagScript, WorkExpired } from "@tandem/consensus";
import type { HeaderProof, Work } from "@tandem/primitives";
import { type Logger, linkAbort, unlessAborted } from "@tandem/runtime";
import { headerTime } from "./header-time.js";
import { type BitcoinNodeLimits, bitcoinNodeLimits } from "./limits.js";
import type { BitcoinRpc } from "./rpc.js";
import { createSubmissions } from "./submission.js";
import { createTemplateSource } from "./template-source.js";

export interface BitcoinNodeOptions {
  readonly rpc: BitcoinRpc;
  /** The output script of the coinbases. */
  readonly payoutScript: Uint8Array;
  /** The chain's rule: the times of Bitcoin and this chain differ by fewer seconds. */
  readonly apartSecondsMax: number;
  readonly logger: Logger;
  readonly limits?: BitcoinNodeLimits;
}

export interface BitcoinNode {
  /**
   * Rejects with `WorkExpired` if the work expired before its nonce was found, and with a `Fault`
   * if no time satisfies both chains.
   */
  readonly seal: Sealer;
  /** Resolves when the node has answered the last submission, or after `closeMs`. */
  close(): Promise<void>;
}

interface Found {
  readonly template: BlockTemplate;
  readonly draft: BlockDraft;
  /** The header of 80 bytes with the nonce. */
  readonly header: Uint8Array;
}

/** The reason why a search ends without a nonce: it starts again with a newer template. */
const templateRenewed = new Error("the Bitcoin node has another template");

export function createBitcoinNode(options: BitcoinNodeOptions): BitcoinNode {
  const { rpc, logger, limits = bitcoinNodeLimits } = options;
  const templates = createTemplateSource(rpc, limits, logger);
  const submissions = createSubmissions(rpc, limits, logger, () => templates.forget());

  /** Returns undefined if the template was renewed before a nonce was found. */
  async function searchUntilRenewed(work: Work, signal: AbortSignal): Promise<Found | undefined> {
    const template = await templates.current(signal);
    const round = linkAbort(signal);
    const renewal = templates.renewed(round.signal).then(
      () => round.abort(templateRenewed),
      (error) => round.abort(error),
    );
    try {
      return await search(template, work, options, round.signal);
    } catch (error) {
      if (error === templateRenewed) return undefined;
      throw error;
    } finally {
      round.abort();
      round.release();
      await renewal;
    }
  }

  async function findProof(work: Work, signal: AbortSignal): Promise<HeaderProof> {
    for (;;) {
      // The template is out of date until the node has accepted the last block.
      await unlessAborted(submissions.settled(), signal);
      const found = await searchUntilRenewed(work, signal);
      if (found === undefined) continue;
      const { template, draft, header } = found;
      if (hashToInteger(hashBitcoinHeader(header)) <= template.target) {
        submissions.add(template, completeBlock(template, draft, header));
      }
      const coinbase = encodeBitcoinTransaction(draft.coinbase);
      return proofFromParts({ header, coinbase, branch: template.branch });
    }
  }

  return {
    async seal(work, signal) {
      const age = linkAbort(signal);
      const timer = setTimeout(() => age.abort(new WorkExpired()), limits.workMsMax);
      try {
        return await findProof(work, age.signal);
      } finally {
        clearTimeout(timer);
        age.release();
      }
    },
    close: submissions.close,
  };
}

/**
 * Tries extra nonces, and every nonce for each.
 * @throws the signal's reason, once it is aborted.
 */
async function search(
  template: BlockTemplate,
  work: Work,
  { payoutScript, apartSecondsMax }: BitcoinNodeOptions,
  signal: AbortSignal,
): Promise<Found> {
  const time = headerTime(template, work.timestamp, apartSecondsMax);
  const lastScript = tagScript(work.hashForMergedMining);
  for (let counter = 0n; ; counter++) {
    const extraNonce = new Uint8Array(8);
    new DataView(extraNonce.buffer).setBigUint64(0, counter, true);
    const draft = draftBlock(template, { payoutScript, lastScript, extraNonce, time });
    if (draft === undefined) continue;
    const header = await grind({ header: draft.header, target: work.target, signal });
    if (header !== undefined) return { template, draft, header };
  }
}
