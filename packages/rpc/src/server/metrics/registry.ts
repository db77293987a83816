/** Creates the Prometheus text of the metrics. */
import type { Registry } from "prom-client";
import type { PageFacts } from "../http/pages.js";
import { type Metric, metricList } from "./metric-list.js";

/** Loads the Prometheus library at the first request: a node without monitoring does not load it. */
export async function createRegistry(facts: PageFacts): Promise<Registry> {
  const library = await import("prom-client");
  const registry = new library.Registry();
  library.collectDefaultMetrics({ register: registry });
  for (const [name, metric] of Object.entries(metricList)) {
    add(library, registry, name, metric, facts);
  }
  return registry;
}

/** The library escapes the values of labels. */
function add(
  { Counter, Gauge }: typeof import("prom-client"),
  registry: Registry,
  name: string,
  { kind, help, labels = [], read }: Metric,
  facts: PageFacts,
): void {
  const options = { name, help, labelNames: labels, registers: [registry] };
  if (kind === "gauge") {
    new Gauge({
      ...options,
      collect() {
        this.reset();
        read(facts, (value, given = {}) => this.inc(given, value));
      },
    });
    return;
  }
  new Counter({
    ...options,
    collect() {
      this.reset();
      read(facts, (value, given = {}) => this.inc(given, value));
    },
  });
}
