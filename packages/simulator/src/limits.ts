/** Bounds of the simulator, named. */

/** Lines of `pools` in a scenario. */
export const poolGroupsMax = 200;
/** Pools of all lines together. */
export const poolsMax = 10_000;
/** Pools in a world where each hears of a block at its own time: links, partitions, a child. */
export const placedPoolsMax = 500;
/** Entries of `links`, of `partitions` and of `expect`, and of a list in results that are read. */
export const listMax = 1_000;
/** Virtual hours a world may last: a thousand years. */
export const hoursMax = 8_766_000;
/** Blocks of either chain, and trials of an attack, a run may ask for. */
export const countMax = 1_000_000_000;
/** Seconds any delay, interval or latency may be. */
export const secondsMax = 10_000_000;
/** Points of a series in the results. */
export const seriesPointsMax = 400;
/** Reorg depths counted one by one; deeper ones share the last place. */
export const reorgDepthsCounted = 100;
/** Alerts of the fork monitor that the results keep. */
export const alertsMax = 200;
/** Jobs a pool's miners may be spread over while they move to a newer one. */
export const jobsKeptMax = 64;
/** Ancestors of the settled chain that are kept: 449 for fork-detection data, and some more. */
export const ancestorsKept = 576;
/** Heights of the child's main chain the fork monitor can look up. */
export const monitoredHeights = 32_768;
