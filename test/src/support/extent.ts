/**
 * Determines the extent of long checks: short in `npm test`, long in `npm run campaign`, which sets
 * options in the environment. Their names do not have the prefix of the node's settings, because a
 * node refuses unknown ones.
 */
const { CAMPAIGN_APPLY, CAMPAIGN_ROUNDS, CAMPAIGN_SECONDS, CAMPAIGN_SEED } = process.env;

/** A campaign runs if there is a seed. */
const isCampaign = CAMPAIGN_SEED !== undefined;

/** Returns the number of runs or steps of a property: few in `npm test`, many in a campaign. */
export const fewOrMany = (few: number, many: number): number => (isCampaign ? many : few);

/** Returns the number of rounds of a check, with the default for `npm test`. */
export const roundsOr = (few: number): number => Number(CAMPAIGN_ROUNDS ?? few);

/** Returns the seed of a check, with the default for `npm test`. */
export const seedOr = (seed: number): number => Number(CAMPAIGN_SEED ?? seed);

/** Seconds that a check must last, whatever the number of its rounds; undefined if rounds are counted. */
export const secondsWanted = CAMPAIGN_SECONDS === undefined ? undefined : Number(CAMPAIGN_SECONDS);

/**
 * Returns a function that decides before each round, by the number of completed rounds, whether it
 * is the end.
 */
export function endOfRounds(few: number): (done: number) => boolean {
  const rounds = roundsOr(few);
  if (secondsWanted === undefined) return (done) => done >= rounds;
  const untilMs = performance.now() + secondsWanted * 1000;
  return () => performance.now() >= untilMs;
}

/** Tells the nodes of a cluster, as flags, what replicas import, if a campaign says so. */
export const applyFlags: readonly string[] =
  CAMPAIGN_APPLY === undefined ? [] : ["--apply", CAMPAIGN_APPLY];
