/** The strategy of the pool that attacks a chain. Both chains create it here, by one exhaustive switch. */
import type { PoolGroups } from "../scenario/pool-groups.js";
import { attackedChain } from "../scenario/scenario.js";
import type { Strategy } from "./branch.js";
import { createDoubleSpend, type DoubleSpend } from "./double-spend.js";
import { createHiddenBranch } from "./hidden-branch.js";
import { createSelfish } from "./selfish.js";

/** The strategy of an attacker; without one every pool is honest. */
export interface Attack {
  readonly strategy?: Strategy;
  readonly doubleSpend?: DoubleSpend;
  /**
   * The share of the other pools' hash power that mines on the attacker's branch while two branches
   * are equal.
   */
  readonly gamma?: number;
}

/** Returns the index of the pool whose strategy attacks a chain, or -1. */
export function attackerOn(pools: PoolGroups, chain: "bitcoin" | "child"): number {
  const group = pools.groups.findIndex(({ strategy }) => attackedChain(strategy) === chain);
  return group < 0 ? -1 : (pools.firstOf[group] as number);
}

/**
 * Creates the strategy of the attacker.
 * @param attacker the index of the pool; -1 if there is none.
 * @param options.isWarmUp returns whether nothing is measured yet.
 * @param options.onPayment is called when a merchant begins to wait for a fixed time, with the
 * number of confirmations.
 */
export function createAttack(
  pools: PoolGroups,
  attacker: number,
  options: {
    readonly isWarmUp: () => boolean;
    readonly onPayment?: (confirmations: number) => void;
  },
): Attack {
  const stated = pools.groups[attacker < 0 ? 0 : pools.groupOf(attacker)]?.strategy;
  if (attacker < 0 || stated === undefined) return {};
  switch (stated.kind) {
    case "honest":
      return {};
    case "selfish":
      return { strategy: createSelfish(), gamma: stated.gamma };
    case "hidden-branch":
      return { strategy: createHiddenBranch(stated) };
    case "double-spend": {
      const isByClock = stated.waiting === "expected-time";
      const { isWarmUp, onPayment } = options;
      const doubleSpend = createDoubleSpend(stated, {
        isWarmUp,
        onPayment() {
          if (isByClock) onPayment?.(stated.confirmations);
        },
      });
      return { strategy: doubleSpend, doubleSpend };
    }
  }
}
