/**
 * Sizes of the checks of the campaign `engine`: `npm run campaign` sets them in the environment.
 */
const { CAMPAIGN_ROUNDS, CAMPAIGN_SECONDS, CAMPAIGN_SEED } = process.env;

/** Worlds that `npm test` runs. */
export const casesInTest = 5_000;

/** Is true if a campaign runs, which compares every world with the library. */
export const isCampaign = CAMPAIGN_SEED !== undefined;

const firstSeed = Number(CAMPAIGN_SEED ?? 1);

/** Yields the seeds of a campaign's worlds: as many as it has rounds, or until its seconds are over. */
export function* campaignSeeds(): Generator<number> {
  const count = Number(CAMPAIGN_ROUNDS ?? Number.POSITIVE_INFINITY);
  const seconds = Number(CAMPAIGN_SECONDS ?? Number.POSITIVE_INFINITY);
  const untilMs = performance.now() + seconds * 1000;
  for (let i = 0; i < count && performance.now() < untilMs; i++) yield firstSeed + i;
}

/** Returns a number of cases: the first in `npm test`, the second in a campaign. */
export const fewOrMany = (few: number, many: number): number => (isCampaign ? many : few);
