/** How long a check of the campaign `engine` is: `npm run campaign` states it in the environment. */
const { CAMPAIGN_ROUNDS, CAMPAIGN_SEED } = process.env;

const casesInTest = 3_000;

export const casesWanted = Number(CAMPAIGN_ROUNDS ?? casesInTest);
export const firstSeed = Number(CAMPAIGN_SEED ?? 1);
