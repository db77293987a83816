/** Validates one header on its branch with every header rule, in order. */
import { type ChainSpec, type Header, rulesAt } from "@tandem/primitives";
import type { Ancestry } from "./ancestry.js";
import type { WorkCheck } from "./merged-mining/verify.js";
import { headerRules } from "./rules/index.js";
import type { RequestedFields } from "./rules/rule.js";
import type { Violation } from "./violation.js";

/**
 * Validates a header. Returns the first rule it breaks. `ancestry` must reach back 449 blocks, or
 * to genesis.
 * @param validated.nowSeconds Unix seconds on the validator's clock.
 * @param validated.requested fields that are valid however much they differ from the parent's.
 * @param validated.work if undefined, the proof of work is required.
 */
export function validateHeader(validated: {
  readonly header: Header;
  readonly parent: Header;
  readonly ancestry: Ancestry;
  readonly spec: ChainSpec;
  readonly nowSeconds: number;
  readonly requested?: RequestedFields | undefined;
  readonly work?: WorkCheck | undefined;
}): Violation | undefined {
  const { header, parent, ancestry, spec, nowSeconds, requested, work } = validated;
  const rules = rulesAt(spec.forks, header.number);
  // Each member is named, because a spread takes a microsecond longer: every header comes through here.
  const context = { header, parent, ancestry, spec, nowSeconds, requested, work, rules };
  for (const rule of headerRules) {
    const broken = rule.check(context);
    if (broken !== undefined) return broken;
  }
  return undefined;
}
