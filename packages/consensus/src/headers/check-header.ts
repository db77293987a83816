/** Validates one header of a file with every rule that the headers before it allow. */
import { type ChainSpec, type Header, rootstockTestnetSpec, rulesAt } from "@tandem/primitives";
import { difficulty } from "../rules/difficulty.js";
import { headerRules } from "../rules/index.js";
import type { Violation } from "../violation.js";
import type { Branch } from "./branch.js";

export interface HeaderResult {
  readonly number: number;
  /** The hash that the file states. */
  readonly hash: Uint8Array;
  /** Every rule that the header breaks; none if it is valid. */
  readonly violations: readonly Violation[];
}

export interface HeaderCheck {
  /** The chain; if undefined, the file's `network`, or a matching one. */
  readonly spec?: ChainSpec;
  /**
   * The clock for the rule on future timestamps, in Unix seconds; if undefined, no time is in the
   * future.
   */
  readonly nowSeconds?: number;
}

/** Inputs of the rules: the chain and the clock. */
export interface CheckContext {
  readonly spec: ChainSpec;
  readonly nowSeconds: number;
}

export function contextOf(spec: ChainSpec, { nowSeconds }: HeaderCheck): CheckContext {
  return { spec, nowSeconds: nowSeconds ?? Number.POSITIVE_INFINITY };
}

/** Validates a header. Rules that need a parent or ancestors that the branch lacks are skipped. */
export function* checkRules(
  header: Header,
  context: CheckContext,
  branch: Branch,
): Generator<Violation> {
  // A genesis block has no proof and no parent.
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
