/**
 * Simulates double-spending as Nakamoto (2008, section 11) and Rosenfeld (arXiv 1402.2009) compute
 * it. In a trial the payment is sent while the attacker mines, from the block before, a branch
 * without it. When the payment has its confirmations and the hidden branch is longer, the branch is
 * published; when it is too far behind, it is dropped. Then the next trial begins.
 *
 * Rosenfeld assumes one hidden block when the payment is sent; here it is mined first, on the
 * current public head.
 */
import type { DoubleSpendStrategy } from "../scenario/strategies.js";
import type { SecretBranch, Strategy } from "./branch.js";

export interface TrialCounts {
  /** The number of finished trials, those of the warm-up included. */
  finished: number;
  /** The number of finished trials whose payment was sent after the warm-up. */
  trials: number;
  /** The number of these that succeeded. */
  successes: number;
  /** The number of blocks that these successes undid. */
  undone: number;
}

export interface DoubleSpend extends Strategy {
  readonly counts: Readonly<TrialCounts>;
  /** Starts the first trial. */
  begin(branch: SecretBranch): void;
}

export interface DoubleSpendOptions {
  /** Is called when a trial's payment is sent. */
  readonly onPayment?: () => void;
  /** Returns whether a trial that begins now belongs to the warm-up; false if absent. */
  readonly isWarmUp?: () => boolean;
}

/** Creates the strategy of a pool that double-spends. */
export function createDoubleSpend(
  { confirmations, preminedBlocks, giveUpDeficit }: DoubleSpendStrategy,
  { onPayment, isWarmUp }: DoubleSpendOptions = {},
): DoubleSpend {
  const counts: TrialCounts = { finished: 0, trials: 0, successes: 0, undone: 0 };
  let isPaid = false;
  let isMeasured = true;
  /** The public height when the payment was sent. */
  let paidAt = 0;

  function begin(branch: SecretBranch): void {
    isPaid = false;
    if (preminedBlocks === 0) pay(branch);
  }

  function pay(branch: SecretBranch): void {
    isPaid = true;
    isMeasured = isWarmUp?.() !== true;
    paidAt = branch.publicHeight;
    onPayment?.();
  }

  function decide(branch: SecretBranch): void {
    const confirmed = branch.publicHeight - paidAt;
    if (confirmed >= confirmations && branch.isAhead) {
      if (isMeasured) counts.successes++;
      if (isMeasured) counts.undone += confirmed;
      branch.publish(branch.ownHeight);
    } else if (branch.publicHeight - branch.ownHeight >= giveUpDeficit) {
      branch.adopt();
    } else {
      return;
    }
    counts.finished++;
    if (isMeasured) counts.trials++;
    begin(branch);
  }

  return {
    counts,
    begin,
    found(branch) {
      if (isPaid) decide(branch);
      else pay(branch);
    },
    moved(branch) {
      if (isPaid) decide(branch);
      else branch.adopt();
    },
  };
}
