/**
 * Computes the shares of fees by the public network's reward contract (REMASC). A balance
 * distributes fees over blocks. A fifth of each block's amount is the developers', then a hundredth
 * is the federation's. The rest is the miner's; if the block has siblings, a tenth of it is for the
 * miners who listed them, and the miner and the siblings' miners share the remainder equally. A
 * sibling listed late loses a twentieth for each block. Amounts are rounded down at each step. The
 * penalty for choosing a poor sibling is not simulated.
 */

/** Each block pays out the balance divided by this number. */
const span = 10;
const makersPart = 5;
const federationPart = 100;
const publishersPart = 10;
const latePart = 20;

export interface Sibling {
  /** The group of its miner, and the group of the miner who listed it. */
  readonly group: number;
  readonly publisher: number;
  /** The heights between it and the block that lists it; 1 is the earliest. */
  readonly distance: number;
}

export interface RewardedBlock {
  readonly group: number;
  readonly siblings: readonly Sibling[];
}

export interface Payment {
  readonly group: number;
  readonly amount: number;
}

/** Computes the shares of the amount a block distributes; the remainder is burned. */
export function shareOut(amount: number, { group, siblings }: RewardedBlock): Payment[] {
  const afterMakers = amount - Math.floor(amount / makersPart);
  const full = afterMakers - Math.floor(afterMakers / federationPart);
  if (siblings.length === 0) return [{ group, amount: full }];
  const forPublishers = Math.floor(full / publishersPart);
  const each = Math.floor((full - forPublishers) / (siblings.length + 1));
  const forPublisher = Math.floor(forPublishers / siblings.length);
  return [
    { group, amount: each },
    ...siblings.flatMap((sibling) => [
      { group: sibling.publisher, amount: forPublisher },
      {
        group: sibling.group,
        amount: each - Math.floor((each * (sibling.distance - 1)) / latePart),
      },
    ]),
  ];
}

/**
 * Creates a balance that receives the fees of each block and returns the amount that the block
 * pays.
 */
export function createRewardBalance(): (fees: number) => number {
  let balance = 0;
  return (fees) => {
    balance += fees;
    const amount = Math.floor(balance / span);
    balance -= amount;
    return amount;
  };
}
