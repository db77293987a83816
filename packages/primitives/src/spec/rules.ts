/**
 * The rules of each fork: a rule belongs to a fork, and a chain spec defines the height of each
 * fork. Code tests rules by name, never heights.
 */
import { onceFor } from "@tandem/runtime";

/** Forks of the merged-mining rules, in chronological order. */
export const consensusForks = ["orchid", "wasabi", "papyrus", "iris", "reed"] as const;
export type ConsensusFork = (typeof consensusForks)[number];

/** Forks of the EVM that this node can execute, in order. */
export const evmForks = ["london", "shanghai", "cancun", "prague", "osaka"] as const;
export type EvmFork = (typeof evmForks)[number];

export type ForkName = ConsensusFork | EvmFork;

const ruleForks = {
  /**
   * RSKIP-92: the proof is a list of hashes, and the block hash covers neither it nor the coinbase.
   */
  compactProof: "orchid",
  /** RSKIP-110: the tag contains twelve bytes that reveal a hidden branch. */
  forkDetection: "wasabi",
  /** RSKIP-156: difficulty changes by the chain's divisor, before the fork by 1/50. */
  slowDifficulty: "papyrus",
  /** Headers have the empty field `ummRoot`. */
  ummRoot: "papyrus",
  /**
   * RSKIP-179, RSKIP-180: Bitcoin's time and the block's differ little, and a proof has at most 960
   * bytes.
   */
  bitcoinTimeLink: "iris",
  /** RSKIP-144, RSKIP-351: headers have an extension, of which only a digest is hashed. */
  headerExtension: "reed",
} as const satisfies Record<string, ConsensusFork>;

export type RuleName = keyof typeof ruleForks;

/** The rules at one height. */
export type Rules = Readonly<Record<RuleName, boolean>> & { readonly evm: EvmFork };

/** The height at which each fork begins; a fork that is not listed never does. */
export type ForkHeights = Readonly<Partial<Record<ForkName, number>>>;

/** Returns the heights without the forks of the EVM that came after `last`. */
export function forksUntil(forks: ForkHeights, last: EvmFork): ForkHeights {
  const later: ReadonlySet<string> = new Set(evmForks.slice(evmForks.indexOf(last) + 1));
  return Object.fromEntries(Object.entries(forks).filter(([name]) => !later.has(name)));
}

/** The rules from a height on, until another fork begins; the newest first. */
type Eras = readonly { readonly from: number; readonly rules: Rules | undefined }[];

/** Returns the rules at a height. @throws {RangeError} when no EVM fork is active at the height. */
export function rulesAt(forks: ForkHeights, height: number): Rules {
  const rules = erasOf(forks).find(({ from }) => from <= height)?.rules;
  if (rules === undefined) throw new RangeError(`no EVM fork is active at height ${height}`);
  return rules;
}

/** Is computed once for an object, since validation reads rules many times per block. */
const erasOf = onceFor((forks: ForkHeights): Eras => {
  const starts = [...new Set(Object.values(forks))].sort((a, b) => b - a);
  return starts.map((from) => ({ from, rules: findRules(forks, from) }));
});

function findRules(forks: ForkHeights, height: number): Rules | undefined {
  const isActive = (fork: ForkName) => (forks[fork] ?? Number.POSITIVE_INFINITY) <= height;
  const evm = evmForks.findLast(isActive);
  if (evm === undefined) return undefined;
  const rules = Object.entries(ruleForks).map(([rule, fork]) => [rule, isActive(fork)]);
  return { ...(Object.fromEntries(rules) as Record<RuleName, boolean>), evm };
}
