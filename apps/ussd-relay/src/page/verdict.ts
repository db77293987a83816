/** Finds what a network would refuse: long screens, late answers, long sessions. */
import { screenLength } from "../menu/gsm.js";
import { pageLimits } from "./limits.js";

export interface Hop {
  /** The posted `text`. */
  readonly text: string;
  /** The screen without `CON` or `END`. */
  readonly screen: string;
  /** Milliseconds from the post to its answer. */
  readonly hopMs: number;
  /** Milliseconds from dialling to the answer. */
  readonly sessionMs: number;
}

const seconds = (ms: number) => Math.round(ms / 1000);

/** Returns a text such as `83 of 160 (GSM-7)`. */
export function describeLength(screen: string): string {
  const { alphabet, length, lengthMax } = screenLength(screen);
  return `${length} of ${lengthMax} (${alphabet})`;
}

/** Returns warnings, the most severe first. */
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

/** Returns the warning about a session that is longer than networks allow. */
export const sessionWarning = (sessionMs: number): string =>
  `The session lasted ${seconds(sessionMs)} s. Networks close one after ${seconds(pageLimits.sessionMs)} s.`;
