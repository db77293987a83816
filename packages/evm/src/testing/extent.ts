/**
 * Sizes of the checks of the campaign `engine`: `npm run campaign` sets them in the environment.
 */
const { CAMPAIGN_ROUNDS, CAMPAIGN_SEED } = process.env;

/** Worlds that `npm test` runs. */
export const casesInTest = 5_000;

/** Is true if a campaign runs, which compares every world with the library. */
export const isCampaign = CAMPAIGN_ROUNDS !== undefined;
export const casesWanted = Number(CAMPAIGN_ROUNDS ?? casesInTest);

/** Returns a number of cases: the first in `npm test`, the second in a campaign. */
export const fewOrMany = (few: number, many: number): number =>
  CAMPAIGN_SEED === undefined ? few : many;

export const firstSeed = Number(CAMPAIGN_SEED ?? 1);
