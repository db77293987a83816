import type { StateCase } from "./format.js";
import type { CaseOutcome } from "./outcome.js";

/** Returns the differences between an outcome and a case; none if they agree. */
export function problemsOf({ post }: StateCase, outcome: CaseOutcome): string[] {
  const problems: string[] = [];
  const isRefused = outcome.refusal !== undefined;
  const wantsRefusal = post.expectException !== undefined;
  if (isRefused && !wantsRefusal) problems.push(`refused: ${outcome.refusal}`);
  if (!isRefused && wantsRefusal) problems.push(`not refused for ${post.expectException}`);
  if (outcome.stateRoot !== post.hash) {
    problems.push(`state root ${outcome.stateRoot} instead of ${post.hash}`);
  }
  if (outcome.logsHash !== post.logs) {
    problems.push(`logs ${outcome.logsHash} instead of ${post.logs}`);
  }
  return problems;
}
