/** Selects the uncles of a block that is built. */
import type { Header } from "@tandem/primitives";
import { unclesMax } from "./limits.js";
import { createUncleRules, type UnclePlace } from "./validate-uncles.js";

/** Returns the candidates that a block may list, up to the limit, in their order. */
export function chooseUncles(candidates: readonly Header[], place: UnclePlace): readonly Header[] {
  const findViolation = createUncleRules(place);
  const chosen: Header[] = [];
  for (const candidate of candidates) {
    if (chosen.length === unclesMax) break;
    if (findViolation(candidate) === undefined) chosen.push(candidate);
  }
  return chosen;
}
