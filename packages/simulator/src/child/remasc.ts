/**
 * The public network's reward contract (REMASC), as far as it shares out fees: a balance smooths
 * them over blocks; of each block's part a fifth is the makers', then a hundredth the federation's,
 * and what is left the miner's, or, where the block has siblings, in equal parts theirs and its,
 * after a tenth for those who listed them. A sibling listed late loses a twentieth a block. Whole
 * numbers are rounded down at each step. The penalty for choosing a poor sibling is left out.
 */

/** A share of the balance each block pays out. */
const span = 10;
const makersPart = 5;
const federationPart = 100;
const publishersPart = 10;
const latePart = 20;

export interface Sibling {
  /** Line of its miner, and of the miner who listed it. */
  readonly line: number;
  readonly publisher: number;
  /** Heights between it and the block that lists it; 1 is in time. */
  readonly distance: number;
}

export interface RewardedBlock {
  readonly line: number;
  readonly siblings: readonly Sibling[];
}

export interface Payment {
  readonly line: number;
  readonly amount: number;
}

/** Computes the shares of the amount a block distributes; the remainder is burned. */
export function shareOut(amount: number, { line, siblings }: RewardedBlock): Payment[] {
  const afterMakers = amount - Math.floor(amount / makersPart);
  const full = afterMakers - Math.floor(afterMakers / federationPart);
  if (siblings.length === 0) return [{ line, amount: full }];
  const forPublishers = Math.floor(full / publishersPart);
  const each = Math.floor((full - forPublishers) / (siblings.length + 1));
  const forPublisher = Math.floor(forPublishers / siblings.length);
  return [
    { line, amount: each },
    ...siblings.flatMap((sibling) => [
      { line: sibling.publisher, amount: forPublisher },
      { line: sibling.line, amount: each - Math.floor((each * (sibling.distance - 1)) / latePart) },
    ]),
  ];
}

/** Takes in the fees of one block after the other and says what each pays. */
export function createRewardBalance(): (fees: number) => number {
  let balance = 0;
  return (fees) => {
    balance += fees;
    const amount = Math.floor(balance / span);
    balance -= amount;
    return amount;
  };
}
