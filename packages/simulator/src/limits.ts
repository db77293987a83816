/** The named limits of the simulator. */

/** The maximum number of entries of `pools` in a scenario, each of which is a group of pools. */
export const poolGroupsMax = 200;
/** The maximum number of pools in all groups. */
export const poolsMax = 10_000;
/**
 * The maximum number of pools if they receive blocks at different times: with links, partitions or
 * a child.
 */
export const placedPoolsMax = 500;
/**
 * The maximum number of entries of `links`, `partitions` and `expect`, and of a list in results
 * that are read.
 */
export const listMax = 1_000;
/** The maximum of virtual hours: a thousand years. */
export const hoursMax = 8_766_000;
/** The maximum of blocks of either chain, and of trials of an attack, that a scenario may state. */
export const countMax = 1_000_000_000;
/** The minimum of an interval between blocks, jobs or polls in seconds: virtual time hardly passes below it. */
export const intervalSecondsMin = 0.1;

/** The maximum of any delay, interval or latency in seconds. */
export const secondsMax = 10_000_000;
/** The maximum number of points of a series in the results. */
export const seriesPointsMax = 400;
/**
 * The number of reorg depths that are counted separately; deeper ones are counted with the last.
 */
export const reorgDepthsCounted = 100;
/** The maximum number of the fork monitor's alerts in the results. */
export const alertsMax = 200;
/** The maximum number of jobs that a pool's miners work on while they move to a newer one. */
export const jobsKeptMax = 64;
/**
 * The maximum number of blocks of either chain that are not settled: they are kept in memory, each of the child with
 * its header, and each is looked at whenever others are settled.
 */
export const unsettledBlocksMax = 250_000;
/** The number of settled ancestors that are kept. Fork-detection data reads 449. */
export const ancestorsKept = 576;
/** The number of heights of the child's main chain that the fork monitor can look up. */
export const monitoredHeights = 32_768;
/** The maximum number of runs of a sweep: seeds times combinations of settings. */
export const runsMax = 1_000;
/** The maximum number of measures of a sweep; each has its own chart. */
export const measuresMax = 20;
