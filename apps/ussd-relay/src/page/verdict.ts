/** What a network would not have let through: long screens, late answers, long sessions. Pure. */
import { screenLength } from "../menu/gsm.js";
import { pageLimits } from "./limits.js";

export interface Hop {
  /** What was posted as `text`. */
  readonly text: string;
  /** What came, without `CON` or `END`. */
  readonly screen: string;
  /** From the post to its answer. */
  readonly hopMs: number;
  /** From the dialling to the answer. */
  readonly sessionMs: number;
}

const seconds = (ms: number) => Math.round(ms / 1000);

/** `83 of 160 (GSM-7)` */
export function describeLength(screen: string): string {
  const { alphabet, length, lengthMax } = screenLength(screen);
  return `${length} of ${lengthMax} (${alphabet})`;
}

/** Sentences, worst first; none when all is well. */
export function warningsOf({ screen, hopMs, sessionMs }: Hop): readonly string[] {
  const { alphabet, length, lengthMax } = screenLength(screen);
  const warnings: string[] = [];
  if (sessionMs > pageLimits.sessionMs) warnings.push(sessionWarning(sessionMs));
  if (hopMs > pageLimits.answerMs) {
    warnings.push(
      `The answer took ${seconds(hopMs)} s. Gateways give up after ${seconds(pageLimits.answerMs)} s.`,
    );
  }
  if (length > lengthMax) {
    const why = alphabet === "UCS-2" ? ", because one of them is not in the GSM alphabet" : "";
    warnings.push(`This screen has ${length} characters. A phone shows ${lengthMax}${why}.`);
  }
  return warnings;
}

/** For a session that goes on for longer than networks allow. */
export const sessionWarning = (sessionMs: number): string =>
  `The session lasted ${seconds(sessionMs)} s. Networks close one after ${seconds(pageLimits.sessionMs)} s.`;
