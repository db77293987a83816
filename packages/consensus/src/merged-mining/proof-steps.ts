/**
 * Checks each step of a merged-mining proof separately, to show where a proof fails.
 * `verifyMergedMining` makes the same checks and stops at the first that fails.
 */
import { headerBytes } from "@tandem/bitcoin";
import type { Header, Rules } from "@tandem/primitives";
import type { Violation } from "../violation.js";
import { splitCoinbase } from "./coinbase.js";
import { checkBranch, checkForm, checkMidstate, checkTag, checkWork, cutShort } from "./verify.js";

/** The steps in the order in which `verifyMergedMining` makes them. */
export const proofSteps = ["form", "work", "tag", "midstate", "branch"] as const;
export type ProofStep = (typeof proofSteps)[number];

export type StepState =
  | { readonly state: "holds" }
  /** A step whose input is missing or malformed, which another step reports. */
  | { readonly state: "unchecked" }
  | { readonly state: "broken"; readonly violation: Violation };

const unchecked: StepState = { state: "unchecked" };

const stateOf = (violation: Violation | undefined): StepState =>
  violation === undefined ? { state: "holds" } : { state: "broken", violation };

const hashBytes = 32;

/** Returns the result of each step of a header's proof. It never throws. */
export function checkProofSteps(
  header: Header,
  rules: Rules,
): Readonly<Record<ProofStep, StepState>> {
  const field = header.bitcoinMergedMiningCoinbaseTransaction;
  const coinbase = splitCoinbase(field);
  const isCut = coinbase === undefined && field.length > 0;
  const form = checkForm(header, rules) ?? (isCut ? cutShort(header) : undefined);
  const isWhole = header.bitcoinMergedMiningHeader.length === headerBytes;
  const work =
    rules.compactProof && isWhole
      ? stateOf(checkWork(header.bitcoinMergedMiningHeader, header.difficulty))
      : unchecked;
  if (coinbase === undefined || !rules.compactProof) {
    return { form: stateOf(form), work, tag: unchecked, midstate: unchecked, branch: unchecked };
  }
  const midstate = stateOf(checkMidstate(coinbase));
  const isFoldable =
    isWhole &&
    midstate.state === "holds" &&
    header.bitcoinMergedMiningMerkleProof.length % hashBytes === 0;
  return {
    form: stateOf(form),
    work,
    tag: stateOf(checkTag(header, rules, coinbase)),
    midstate,
    branch: isFoldable ? stateOf(checkBranch(header, coinbase)) : unchecked,
  };
}
