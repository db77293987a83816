// Implements two models of the equilibrium of a merge-mined chain's difficulty rule, by uncles per
// block. The rule raises the difficulty after a block whose interval is below (1 + uncles) times
// the pace and lowers it after a longer one, so in equilibrium both are equally likely.

/** Seconds of the rule, on the public network and here. */
const paceSeconds = 14;

/** The number of uncles of a block above which a Poisson distribution is negligible. */
const unclesMax = 60;
const bisections = 60;

const poisson = (mean) => {
  const chances = [Math.exp(-mean)];
  for (let k = 1; k <= unclesMax; k++) chances.push((chances[k - 1] * mean) / k);
  return chances;
};

/** Returns the interval at which `chanceOfUp`, which falls as intervals grow, is one half. */
function restOf(chanceOfUp) {
  let [low, high] = [1, 1000];
  for (let i = 0; i < bisections; i++) {
    const middle = (low + high) / 2;
    if (chanceOfUp(middle) > 0.5) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const upGiven = (uncles, chanceBelow) =>
  poisson(uncles).reduce((sum, chance, k) => sum + chance * chanceBelow(paceSeconds * (1 + k)), 0);

/**
 * Returns the mean seconds between blocks if intervals are exponential and the number of uncles,
 * Poisson, is independent of them.
 */
export const independentModel = (uncles) =>
  restOf((mean) => upGiven(uncles, (limit) => 1 - Math.exp(-limit / mean)));

/**
 * Returns the mean seconds between blocks if after each block all hash power is on old work for a
 * fixed time: blocks found meanwhile are uncles, and the exponential wait for the next block begins
 * only then.
 */
export const deadTimeModel = (uncles) =>
  restOf((mean) => {
    const wait = mean / (1 + uncles);
    const dead = wait * uncles;
    return upGiven(uncles, (limit) => (limit > dead ? 1 - Math.exp((dead - limit) / wait) : 0));
  });
