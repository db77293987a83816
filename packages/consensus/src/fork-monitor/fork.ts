/**
 * Describes a fork from its witnesses: its extent and its alert level. The levels and their
 * thresholds are those of the public network's own monitor.
 */
import { timestampMax } from "@tandem/primitives";
import type { HiddenBranch, Witness } from "./hidden-branch.js";
import type { ForkRange } from "./placement.js";

/** Alert levels: 0 seen, 1 urgent, 2 action required. */
export type AlertLevel = 0 | 1 | 2;

export interface Fork {
  /** Bitcoin height of its first witness. */
  readonly id: number;
  readonly level: AlertLevel;
  /** The heights between which the branch left the main chain. */
  readonly range: ForkRange;
  /** Length of the branch at its newest witness, if it forked as early as possible. */
  readonly lengthMax: number;
  /** Length of the branch at its newest witness, if it forked as late as possible. */
  readonly lengthMin: number;
  /** The highest height that a witness tags. */
  readonly lastHeight: number;
  /** `lastHeight` minus the head of the main chain: negative while the branch is shorter. */
  readonly ahead: number;
  /**
   * The fraction of witnesses, from 0 to 1, among the tagged Bitcoin blocks between the earliest
   * possible start of the branch and its newest witness, at most the last 100. It estimates the
   * branch's share of the hash power.
   */
  readonly share: number;
  readonly witnessCount: number;
  /** The witnesses in Bitcoin's order; beyond a limit the oldest are dropped. */
  readonly witnesses: readonly Witness[];
  /**
   * Is undefined until two witnesses with times are at different heights, and if their times lead to
   * one that is no date.
   */
  readonly pace?: ForkPace;
}

/** Extrapolates the growth of a branch from its first and last witness. */
export interface ForkPace {
  readonly secondsPerBlock: number;
  /** Unix seconds of its first block, computed from the start that the levels assume. */
  readonly beganAt: number;
  /** Unix seconds at which it is long enough to revert a transfer between the chains. */
  readonly reaches4000At: number;
}

export interface AlertRule {
  readonly level: AlertLevel;
  readonly name: string;
  /** Minimum length of the branch in blocks. */
  readonly lengthMin: number;
  readonly shareMin: number;
  /** Exclusive maximum distance in blocks between its newest witness and the main chain's head. */
  readonly distanceBelow: number;
  readonly witnessesMin: number;
}

/** The rules of all levels, the highest first. */
export const alertRules: readonly AlertRule[] = [
  {
    level: 2,
    name: "action required",
    lengthMin: 515,
    shareMin: 0.5,
    distanceBelow: 6000,
    witnessesMin: 3,
  },
  { level: 1, name: "urgent", lengthMin: 1, shareMin: 0.5, distanceBelow: 6000, witnessesMin: 2 },
  {
    level: 0,
    name: "seen",
    lengthMin: 0,
    shareMin: 0,
    distanceBelow: Number.POSITIVE_INFINITY,
    witnessesMin: 1,
  },
];

/** Returns the displayed name of a level. */
export const alertName = (level: AlertLevel): string =>
  alertRules.find((rule) => rule.level === level)?.name ?? "";

/** Confirmations that the public network requires for a transfer between the chains. */
const transferBlocks = 4000;

/**
 * Returns the start for computing levels and share: the earliest, or the latest if none is known.
 */
export const assumedStart = ({ from, to }: ForkRange): number => (from === 0 ? to : from);

export function describeFork(branch: HiddenBranch, headHeight: number): Fork {
  const { id, range, placed, forgotten } = branch;
  const witnesses = placed.map(({ witness }) => witness);
  const lastHeight = Math.max(...witnesses.map(({ tag }) => tag.height));
  const pace = paceOf(witnesses, assumedStart(range));
  const fork = {
    id,
    range,
    lengthMax: lastHeight - range.from,
    lengthMin: lastHeight - range.to + 1,
    lastHeight,
    ahead: lastHeight - headHeight,
    share: placed.at(-1)?.share ?? 0,
    witnessCount: forgotten.count + placed.length,
    witnesses,
    ...(pace ? { pace } : {}),
  };
  return { ...fork, level: alertLevel(fork) };
}

/** Returns the highest level whose thresholds a fork reaches. */
function alertLevel(fork: Omit<Fork, "level">): AlertLevel {
  const length = fork.range.from === 0 ? fork.lengthMin : fork.lengthMax;
  const reached = alertRules.find(
    (rule) =>
      length >= rule.lengthMin &&
      fork.share >= rule.shareMin &&
      Math.abs(fork.ahead) < rule.distanceBelow &&
      fork.witnessCount >= rule.witnessesMin,
  );
  return reached?.level ?? 0;
}

function paceOf(witnesses: readonly Witness[], start: number): ForkPace | undefined {
  const first = witnesses[0];
  const last = witnesses.at(-1);
  if (first?.time === undefined || last?.time === undefined) return undefined;
  const blocks = last.tag.height - first.tag.height;
  const seconds = last.time - first.time;
  if (blocks <= 0 || seconds <= 0) return undefined;
  const secondsPerBlock = seconds / blocks;
  const beganAt = first.time - (first.tag.height - start) * secondsPerBlock;
  const reaches4000At = beganAt + transferBlocks * secondsPerBlock;
  // Times that anybody wrote into Bitcoin headers may be a century apart.
  if (-beganAt > timestampMax || reaches4000At > timestampMax) return undefined;
  return {
    secondsPerBlock,
    beganAt: Math.round(beganAt),
    reaches4000At: Math.round(reaches4000At),
  };
}
