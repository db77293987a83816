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

export interface DoubleSpend extends Strategy {
  readonly trials: number;
  readonly successes: number;
  /** The number of blocks that successes undid. */
  readonly undone: number;
  /** Starts the first trial. */
  begin(branch: SecretBranch): void;
}

/** @param onPayment is called when a trial's payment is sent. */
export function createDoubleSpend(
  { confirmations, preminedBlocks, giveUpDeficit }: DoubleSpendStrategy,
  onPayment: () => void = () => {},
): DoubleSpend {
  let trials = 0;
  let successes = 0;
  let undone = 0;
  let isPaid = false;
  /** The public height when the payment was sent. */
  let paidAt = 0;

  function begin(branch: SecretBranch): void {
    isPaid = false;
    if (preminedBlocks === 0) pay(branch);
  }

  function pay(branch: SecretBranch): void {
    isPaid = true;
    paidAt = branch.publicHeight;
    onPayment();
  }

  function decide(branch: SecretBranch): void {
    const confirmed = branch.publicHeight - paidAt;
    if (confirmed >= confirmations && branch.isAhead) {
      successes++;
      undone += confirmed;
      branch.publish(branch.ownHeight);
    } else if (branch.publicHeight - branch.ownHeight >= giveUpDeficit) {
      branch.adopt();
    } else {
      return;
    }
    trials++;
    begin(branch);
  }

  return {
    get trials() {
      return trials;
    },
    get successes() {
      return successes;
    },
    get undone() {
      return undone;
    },
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
