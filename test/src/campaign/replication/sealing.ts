/** Measures what a log costs the sealer, in turn with a node of its own. */
import { medianOf } from "../../bench/statistics.js";
import { interval, type Loaded, load, loaded } from "./load.js";
import { type Finding, inCluster, withNodes } from "./measured-nodes.js";

/** The sealer uses at most this multiple of the processor time of a node of its own. */
const costMax = 1.15;

/** Compares sealers with a node of its own, the median of some rounds in turn. */
async function measureCost(
  rounds: number,
  alone: Loaded,
  sealers: readonly (readonly [name: string, sealer: Loaded])[],
): Promise<Finding[]> {
  for (let round = 0; round < rounds; round++) {
    for (const each of [alone, ...sealers.map(([, sealer]) => sealer)]) {
      each.costs.push(await load(each));
    }
  }
  const own = medianOf(alone.costs);
  return sealers.map(([name, { costs }]) => {
    const cost = medianOf(costs);
    const ratio = (cost / own).toFixed(3);
    const about = `processor time of a transfer: ${name} ${cost.toFixed(4)} ms, a node of its own ${own.toFixed(4)} ms: ${ratio} x, at most ${costMax}`;
    return { about, isKept: cost <= own * costMax };
  });
}

/** @param rounds the measurements of each node's cost. */
export const measureSealing = (rounds: number): Promise<Finding[]> =>
  withNodes(async ({ start, startLog }) => {
    const startLoaded = async (flags: readonly string[]) =>
      loaded(await start({ ...interval, flags }));
    const alone = await startLoaded([]);
    const sealer = await startLoaded(inCluster(await startLog(), "sealer"));
    const factual = await startLoaded(inCluster(await startLog(), "sealer", "facts"));
    return measureCost(rounds, alone, [
      ["the sealer", sealer],
      ["the sealer with facts", factual],
    ]);
  });
