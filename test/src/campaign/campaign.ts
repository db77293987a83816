/** Defines a campaign: a long check with a seed, whose length is a number of rounds or seconds. */

export interface CampaignOptions {
  /** Number of rounds; undefined if `seconds` determines the length. */
  readonly rounds: number | undefined;
  /** Seconds after which no further round begins. */
  readonly seconds: number | undefined;
  readonly seed: number;
  /** Values of the campaign's own options, by name. */
  readonly own: Readonly<Record<string, string | boolean | undefined>>;
  /** The argument of a campaign that takes one. */
  readonly path: string | undefined;
}

export interface CampaignResult {
  /** Number of completed rounds. */
  readonly rounds: number;
  /** The counted unit, if it is not the campaign's own. */
  readonly unit?: string;
  /** Number of failed rounds. */
  readonly failed: number;
}

export interface Campaign {
  readonly about: string;
  /** The plural of a round's name. */
  readonly unit: string;
  /** The default number of rounds or seconds. */
  readonly standard: { readonly rounds: number } | { readonly seconds: number };
  readonly seed: number;
  /** The campaign's own options, each with a description; a value is named in capitals. */
  readonly own?: Readonly<Record<string, string>>;
  /** The test files that it runs, from the root of the repository. */
  readonly files?: readonly string[];
  /** The description of the argument, for a campaign that requires one. */
  readonly path?: string;
  run(options: CampaignOptions): Promise<CampaignResult>;
}

/** Reports an invalid argument; the message gives the reason. */
export class WrongArgument extends Error {}

/**
 * Returns a function that decides before each round, by the number of completed rounds, whether it
 * is the end.
 */
export function endOf({ rounds, seconds }: CampaignOptions): (done: number) => boolean {
  if (seconds === undefined) return (done) => done >= (rounds ?? Number.POSITIVE_INFINITY);
  const untilMs = performance.now() + seconds * 1000;
  return () => performance.now() >= untilMs;
}
