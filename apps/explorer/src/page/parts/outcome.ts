/** Says in a word how a mined transaction ended. */
import type { Receipt } from "../session/answers.js";

interface Outcome {
  readonly text: string;
  /** The class of the style sheet. */
  readonly class: "good" | "bad" | "wait";
}

/**
 * @param status of the receipt; undefined in a forked chain's block before Byzantium, whose receipts do not tell.
 */
export function outcomeOf(status: Receipt["status"]): Outcome {
  if (status === undefined) return { text: "Not recorded", class: "wait" };
  return status === 1 ? { text: "Success", class: "good" } : { text: "Failed", class: "bad" };
}
