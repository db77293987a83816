// Two models of where the difficulty rule of a merge-mined chain comes to rest, by uncles a block. The
// rule moves the difficulty up after a block whose time since its parent is below (1 + uncles) times
// the pace and down after one above it, so at rest either is as likely.

/** Seconds of the rule, on the public network and here. */
const paceSeconds = 14;

/** Uncles of a block past which a Poisson distribution has nothing left. */
const unclesMax = 60;
const bisections = 60;

const poisson = (mean) => {
  const chances = [Math.exp(-mean)];
  for (let k = 1; k <= unclesMax; k++) chances.push((chances[k - 1] * mean) / k);
  return chances;
};

/** The interval at which `chanceOfUp`, which falls as intervals grow, is one half. */
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
 * Mean seconds between blocks when intervals are exponential and the number of uncles, Poisson, has
 * nothing to do with them.
 */
export const independentModel = (uncles) =>
  restOf((mean) => upGiven(uncles, (limit) => 1 - Math.exp(-limit / mean)));

/**
 * Mean seconds between blocks when after each block all hash power is on old work for a fixed time:
 * what is found meanwhile is an uncle, and only then begins the exponential wait for the next block.
 */
export const deadTimeModel = (uncles) =>
  restOf((mean) => {
    const wait = mean / (1 + uncles);
    const dead = wait * uncles;
    return upGiven(uncles, (limit) => (limit > dead ? 1 - Math.exp((dead - limit) / wait) : 0));
  });
