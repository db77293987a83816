/** Lists published figures about worlds that the simulator can build. */

/** Describes an attacker who pays a merchant and mines a hidden branch without the payment. */
export interface DoubleSpend {
  /** The share of Bitcoin's hash power. */
  readonly share: number;
  readonly confirmations: number;
  /**
   * Indicates whether the merchant waits for the blocks, or for the time that they take on average.
   */
  readonly waiting: "expected-time" | "blocks";
  /** The published probability of success. */
  readonly probability: number;
  /** The trials of a long run. */
  readonly trials: number;
  /** The deficit from which less than one attack in 10^9 would still succeed. */
  readonly giveUpDeficit: number;
}

/**
 * Lists tables of Nakamoto (2008, section 11), whose attacker's progress is a Poisson draw over the
 * time that the merchant's blocks take on average, and of Rosenfeld (arXiv 1402.2009), whose
 * merchant waits for the blocks.
 */
export const doubleSpends: readonly DoubleSpend[] = [
  {
    share: 0.1,
    confirmations: 5,
    waiting: "expected-time",
    probability: 0.0009137,
    trials: 300_000,
    giveUpDeficit: 12,
  },
  {
    share: 0.1,
    confirmations: 6,
    waiting: "expected-time",
    probability: 0.0002428,
    trials: 300_000,
    giveUpDeficit: 12,
  },
  {
    share: 0.3,
    confirmations: 5,
    waiting: "expected-time",
    probability: 0.1773523,
    trials: 100_000,
    giveUpDeficit: 25,
  },
  {
    share: 0.3,
    confirmations: 10,
    waiting: "expected-time",
    probability: 0.0416605,
    trials: 100_000,
    giveUpDeficit: 25,
  },
  {
    share: 0.1,
    confirmations: 6,
    waiting: "blocks",
    probability: 0.0005914,
    trials: 300_000,
    giveUpDeficit: 12,
  },
  {
    share: 0.3,
    confirmations: 6,
    waiting: "blocks",
    probability: 0.1565,
    trials: 100_000,
    giveUpDeficit: 25,
  },
  {
    share: 0.3,
    confirmations: 10,
    waiting: "blocks",
    probability: 0.0651,
    trials: 100_000,
    giveUpDeficit: 25,
  },
];

/** Returns the scenario of a double-spend without its seed. */
export const doubleSpendWorld = (spend: DoubleSpend, trials: number): object => ({
  about: "An attacker that hides a branch, trial after trial.",
  stop: { trials },
  bitcoin: { isRetargeting: false },
  pools: [
    {
      name: "attacker",
      share: spend.share,
      strategy: {
        kind: "double-spend",
        confirmations: spend.confirmations,
        waiting: spend.waiting,
        giveUpDeficit: spend.giveUpDeficit,
      },
    },
    { name: "honest", share: 1 - spend.share },
  ],
});

/**
 * Returns the share of the revenue that a selfish pool has by Eyal and Sirer (arXiv 1311.0243,
 * equation 8).
 * @param a the pool's share of the hash power.
 * @param gamma the part of the others that mine on its branch in a tie.
 */
export const selfishRevenue = (a: number, gamma: number): number =>
  (a * (1 - a) ** 2 * (4 * a + gamma * (1 - 2 * a)) - a ** 3) / (1 - a * (1 + (2 - a) * a));

/** Returns the scenario of Eyal and Sirer's world without its seed: no latency, constant difficulty. */
export const selfishWorld = (share: number, gamma: number, bitcoinBlocks: number): object => ({
  about: "Eyal and Sirer's world: no latency, constant difficulty.",
  stop: { bitcoinBlocks },
  bitcoin: { isRetargeting: false },
  pools: [
    { name: "selfish", share, strategy: { kind: "selfish", gamma } },
    { name: "honest", share: 1 - share },
  ],
});
