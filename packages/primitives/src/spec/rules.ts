/**
 * What changed when: a rule belongs to a fork, and a chain says at which height a fork begins.
 * Code asks for a rule by name, never for a height.
 */

/** Forks of the merged-mining rules, in the order they came. */
export const consensusForks = ["orchid", "wasabi", "papyrus", "iris", "reed"] as const;
export type ConsensusFork = (typeof consensusForks)[number];

/** Forks of the EVM this node can run, in order. */
export const evmForks = ["london", "shanghai", "cancun", "prague", "osaka"] as const;
export type EvmFork = (typeof evmForks)[number];

export type ForkName = ConsensusFork | EvmFork;

const ruleForks = {
  /** The proof is a list of hashes, and it and the coinbase stay out of the block hash: RSKIP-92. */
  compactProof: "orchid",
  /** The tag carries twelve bytes that reveal a hidden branch: RSKIP-110. */
  forkDetection: "wasabi",
  /** Difficulty moves by the chain's own divisor, before it by 1/50: RSKIP-156. */
  slowDifficulty: "papyrus",
  /** Headers have the empty field `ummRoot`. */
  ummRoot: "papyrus",
  /** Bitcoin's time and ours stay close, and a proof is at most 960 bytes: RSKIP-179, RSKIP-180. */
  bitcoinTimeLink: "iris",
  /** Headers have an extension, of which only a digest is hashed: RSKIP-144, RSKIP-351. */
  headerExtension: "reed",
} as const satisfies Record<string, ConsensusFork>;

export type RuleName = keyof typeof ruleForks;

/** Rules in force at one height. */
export type Rules = Readonly<Record<RuleName, boolean>> & { readonly evm: EvmFork };

/** Height each fork begins at; a fork that is not listed never does. */
export type ForkHeights = Readonly<Partial<Record<ForkName, number>>>;

/** Returns the heights without the forks of the EVM that came after `last`. */
export function forksUntil(forks: ForkHeights, last: EvmFork): ForkHeights {
  const later: ReadonlySet<string> = new Set(evmForks.slice(evmForks.indexOf(last) + 1));
  return Object.fromEntries(Object.entries(forks).filter(([name]) => !later.has(name)));
}

/** Rules from a height on, as long as no other fork begins; the newest first. */
type Eras = readonly { readonly from: number; readonly rules: Rules | undefined }[];

/** By the object, which does not change: validation asks many times a block. */
const erasOf = new WeakMap<ForkHeights, Eras>();

/** @throws {RangeError} when no EVM fork is active at the height. */
export function rulesAt(forks: ForkHeights, height: number): Rules {
  const eras = erasOf.get(forks) ?? findEras(forks);
  const rules = eras.find(({ from }) => from <= height)?.rules;
  if (rules === undefined) throw new RangeError(`no EVM fork is active at height ${height}`);
  return rules;
}

function findEras(forks: ForkHeights): Eras {
  const starts = [...new Set(Object.values(forks))].sort((a, b) => b - a);
  const eras = starts.map((from) => ({ from, rules: findRules(forks, from) }));
  erasOf.set(forks, eras);
  return eras;
}

function findRules(forks: ForkHeights, height: number): Rules | undefined {
  const isActive = (fork: ForkName) => (forks[fork] ?? Number.POSITIVE_INFINITY) <= height;
  const evm = evmForks.findLast(isActive);
  if (evm === undefined) return undefined;
  const rules = Object.entries(ruleForks).map(([rule, fork]) => [rule, isActive(fork)]);
  return { ...(Object.fromEntries(rules) as Record<RuleName, boolean>), evm };
}
