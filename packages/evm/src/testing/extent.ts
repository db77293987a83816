/** How long a check of the campaign `engine` is: `npm run campaign` states it in the environment. */
const { CAMPAIGN_ROUNDS, CAMPAIGN_SEED } = process.env;

/** Worlds that the tests run. */
export const casesInTest = 5_000;

/** Is true where a campaign runs, which compares every world with the library. */
export const isCampaign = CAMPAIGN_ROUNDS !== undefined;
export const casesWanted = Number(CAMPAIGN_ROUNDS ?? casesInTest);

/** Chooses a number of cases: the first in `npm test`, the second in a campaign. */
export const fewOrMany = (few: number, many: number): number =>
  CAMPAIGN_SEED === undefined ? few : many;

export const firstSeed = Number(CAMPAIGN_SEED ?? 1);
