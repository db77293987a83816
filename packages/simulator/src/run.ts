/**
 * Exports the run of a scenario for other programs. Of Node's modules it needs those alone for which a browser has
 * a replacement: hashes and timers.
 */
export { json } from "./report/json.js";
export type { Progress, Results } from "./results/results.js";
export { type RunOptions, runScenario } from "./run-scenario.js";
export { parseScenario, type Scenario } from "./scenario/scenario.js";
