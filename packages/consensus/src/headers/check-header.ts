/** One header of a file against every rule that what was read before it lets be checked. */
import { type ChainSpec, type Header, rootstockTestnetSpec, rulesAt } from "@tandem/primitives";
import { difficulty } from "../rules/difficulty.js";
import { headerRules } from "../rules/index.js";
import type { Violation } from "../violation.js";
import type { Branch } from "./branch.js";

export interface HeaderResult {
  readonly number: number;
  /** As the file states it. */
  readonly hash: Uint8Array;
  /** Every rule the header breaks; none when it is valid. */
  readonly violations: readonly Violation[];
}

export interface HeaderCheck {
  /** The chain; without it the file's `network`, or what fits. */
  readonly spec?: ChainSpec;
  /** Unix seconds headers must not be far ahead of; without it any time is past. */
  readonly nowSeconds?: number;
}

/** Inputs of the rules: the chain and the clock. */
export interface CheckContext {
  readonly spec: ChainSpec;
  readonly nowSeconds: number;
}

export function groundOf(spec: ChainSpec, { nowSeconds }: HeaderCheck): CheckContext {
  return { spec, nowSeconds: nowSeconds ?? Number.POSITIVE_INFINITY };
}

/** Checks a header. Rules that need a parent or ancestors the branch does not have are skipped. */
export function* checkRules(
  header: Header,
  context: CheckContext,
  branch: Branch,
): Generator<Violation> {
  // Nothing was mined for a genesis block, and nothing came before it.
  if (header.number === 0) return;
  const rules = rulesAt(context.spec.forks, header.number);
  const lone = { header, rules, ...context };
  const parent = branch.header(header.number - 1);
  for (const rule of headerRules) {
    if (rule === difficulty && context.spec === rootstockTestnetSpec) continue;
    if (rule.needs === "ancestors" && !branch.reachesBack(header.number)) continue;
    if (rule.needs !== "header" && parent === undefined) continue;
    const broken =
      rule.needs === "header"
        ? rule.check(lone)
        : parent && rule.check({ ...lone, parent, ancestry: branch });
    if (broken !== undefined) yield broken;
  }
}
