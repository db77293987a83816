/**
 * Decides how long simulations run: a part in `npm test`, the whole in `npm run campaign`, which
 * sets a seed.
 */

const { CAMPAIGN_SEED } = process.env;

/** The offset of scenarios' seeds; undefined in `npm test`. */
export const seedOffset = CAMPAIGN_SEED === undefined ? undefined : Number(CAMPAIGN_SEED) - 1;

/** Chooses blocks, trials or a tolerance: the first in `npm test`, the second in a campaign. */
export const fewOrMany = (few: number, many: number): number =>
  seedOffset === undefined ? few : many;
