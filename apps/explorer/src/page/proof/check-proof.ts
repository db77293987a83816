/** Recomputes every step of a proof, and returns whether each is valid. */
import {
  checkProofSteps,
  type ProofParts,
  type ProofStep,
  type StepState,
  splitProof,
  type Violation,
  violation,
} from "@tandem/consensus";
import { isEqual } from "@tandem/primitives";
import type { ProofSource } from "./source.js";

/** The steps in the order of the page: from the header to the work. */
export const stepNames = [
  "hash",
  "commitment",
  "form",
  "tag",
  "midstate",
  "branch",
  "work",
] as const;
export type StepName = (typeof stepNames)[number];

export interface CheckedProof {
  readonly parts: ProofParts;
  readonly steps: Readonly<Record<StepName, StepState>>;
  /** The violations of all invalid steps, in the order of the page. */
  readonly violations: readonly Violation[];
}

const holds: StepState = { state: "holds" };

/** Compares a computed value with a stated one. Without a stated one the step is valid. */
function compare(
  rule: string,
  stated: Uint8Array | undefined,
  computed: Uint8Array | undefined,
): StepState {
  if (stated === undefined) return holds;
  // The tag is missing, which its own step reports.
  if (computed === undefined) return { state: "unchecked" };
  if (isEqual(stated, computed)) return holds;
  return { state: "broken", violation: violation(rule, { expected: stated, found: computed }) };
}

/** Checks a proof. Never throws. */
export function checkProof(source: ProofSource): CheckedProof {
  const { header, rules, hash, hashForMergedMining } = source;
  const parts = splitProof(header, rules);
  const committed = parts.hashForMergedMining;
  const proofSteps: Readonly<Record<ProofStep, StepState>> = checkProofSteps(header, rules);
  const steps = {
    hash: compare("header/hash", hash, parts.blockHash),
    commitment: compare("header/hash-for-merged-mining", hashForMergedMining, committed),
    ...proofSteps,
  };
  const violations = stepNames.flatMap((name) => {
    const step = steps[name];
    return step.state === "broken" ? [step.violation] : [];
  });
  return { parts, steps, violations };
}
