/** Creates the Prometheus text of the metrics. */
import type { Gauge, Registry } from "prom-client";
import { type Metric, metricList } from "./metric-list.js";
import type { PageFacts } from "./page-facts.js";

/** Loads the Prometheus library at the first request: a node without monitoring does not load it. */
export async function createRegistry(facts: PageFacts): Promise<Registry> {
  const library = await import("prom-client");
  const registry = new library.Registry();
  library.collectDefaultMetrics({ register: registry });
  clearUnmeasured(registry);
  for (const [name, metric] of Object.entries(metricList)) {
    add(library, registry, name, metric, facts);
  }
  return registry;
}

/** The longest lag in seconds that Node's histogram of the event loop records. */
const lagSecondsMax = 3600;

/** The values of that histogram that are no number of seconds before its first measurement. */
const lagNames = ["min", "mean", "stddev"].map((word) => `nodejs_eventloop_lag_${word}_seconds`);

/**
 * Reports 0 for a lag that has not been measured since the previous request: the least value of an empty
 * histogram is 2^63 ns, and its mean is not a number.
 */
function clearUnmeasured(registry: Registry): void {
  for (const name of lagNames) {
    const gauge = registry.getSingleMetric(name) as Gauge | undefined;
    if (gauge === undefined) continue;
    const set = gauge.set.bind(gauge) as (labels: object, seconds: number) => void;
    // The library sets them by labels and value.
    gauge.set = (labels: object | number, seconds?: number) =>
      set(labels as object, seconds !== undefined && seconds <= lagSecondsMax ? seconds : 0);
  }
}

/** The library escapes the values of labels. */
function add(
  { Counter, Gauge }: typeof import("prom-client"),
  registry: Registry,
  name: string,
  { kind, help, labels = [], read }: Metric,
  facts: PageFacts,
): void {
  const Kind = kind === "gauge" ? Gauge : Counter;
  new Kind({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      this.reset();
      read(facts, (value, given = {}) => this.inc(given, value));
    },
  });
}
