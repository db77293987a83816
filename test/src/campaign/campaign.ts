/** What a campaign is: a long check with a seed, so long as its rounds or seconds say. */

export interface CampaignOptions {
  /** Rounds to do; undefined when `seconds` says how long. */
  readonly rounds: number | undefined;
  /** Seconds after which no further round begins. */
  readonly seconds: number | undefined;
  readonly seed: number;
  /** Values of the campaign's own options, by name. */
  readonly own: Readonly<Record<string, string | boolean | undefined>>;
  /** The argument of a campaign that takes one, as it was given. */
  readonly path: string | undefined;
}

export interface CampaignResult {
  /** Rounds that were done. */
  readonly rounds: number;
  /** What was counted, where it is not the campaign's own unit. */
  readonly unit?: string;
  /** Those of them that failed. */
  readonly failed: number;
}

export interface Campaign {
  readonly about: string;
  /** What one round is, in the plural. */
  readonly unit: string;
  /** Rounds, or seconds, where the options say neither. */
  readonly standard: { readonly rounds: number } | { readonly seconds: number };
  readonly seed: number;
  /** Options that this campaign has besides, each with what it does; a value is named in capitals. */
  readonly own?: Readonly<Record<string, string>>;
  /** What the argument names, for a campaign that wants one. */
  readonly path?: string;
  run(options: CampaignOptions): Promise<CampaignResult>;
}

/** An argument that a campaign cannot take; the message says why. */
export class WrongArgument extends Error {}

/** Tells before each round, by the number of those done, whether it is the end. */
export function endOf({ rounds, seconds }: CampaignOptions): (done: number) => boolean {
  if (seconds === undefined) return (done) => done >= (rounds ?? Number.POSITIVE_INFINITY);
  const untilMs = performance.now() + seconds * 1000;
  return () => performance.now() >= untilMs;
}
