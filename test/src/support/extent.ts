/**
 * How much a long check does: a little in `npm test`, more in `npm run campaign`, whose options come by the
 * environment. Their names have no prefix of the node's settings: a node refuses those that it does not know.
 */
const { CAMPAIGN_ROUNDS, CAMPAIGN_SECONDS, CAMPAIGN_SEED } = process.env;

/** Whether a campaign runs: each gives a seed. */
const isCampaign = CAMPAIGN_SEED !== undefined;

/** Runs of a property, or steps of it: few in `npm test`, many in a campaign. */
export const fewOrMany = (few: number, many: number): number => (isCampaign ? many : few);

/** Rounds of a check that does so many in `npm test`. */
export const roundsOr = (few: number): number => Number(CAMPAIGN_ROUNDS ?? few);

/** The seed of a check that has this one in `npm test`. */
export const seedOr = (seed: number): number => Number(CAMPAIGN_SEED ?? seed);

/** Seconds that a check shall last, whatever the number of its rounds; undefined where rounds are counted. */
export const secondsWanted = CAMPAIGN_SECONDS === undefined ? undefined : Number(CAMPAIGN_SECONDS);

/** Tells before each round, by the number of those done, whether it is the end. */
export function endOfRounds(few: number): (done: number) => boolean {
  const rounds = roundsOr(few);
  if (secondsWanted === undefined) return (done) => done >= rounds;
  const untilMs = performance.now() + secondsWanted * 1000;
  return () => performance.now() >= untilMs;
}
