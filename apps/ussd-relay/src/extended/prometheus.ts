/** Implements the metrics with Prometheus. No label identifies a user. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { RelayMetrics } from "../engine/metrics.js";

export interface Prometheus {
  readonly metrics: RelayMetrics;
  /** Returns the number of unsettled transactions that the last poll could not check. */
  uncheckedCount(): Promise<number>;
  text(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** Upper bounds in seconds; gateways give up after ten. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10];

/** @param coinsOf returns the relayer's balance in wei, and is called at every scrape. */
export function createPrometheus(coinsOf: () => Promise<bigint>): Prometheus {
  const registry = new Registry();
  const registers = [registry];
  const posts = new Counter({
    name: "ussd_posts_total",
    help: "Posts, by the kind of answer.",
    registers,
    labelNames: ["screen"] as const,
  });
  const seconds = new Histogram({
    name: "ussd_post_seconds",
    help: "Time to an answer.",
    buckets,
    registers,
  });
  const transactions = new Counter({
    name: "ussd_transactions_total",
    help: "Transactions of users, by their outcome.",
    labelNames: ["kind", "event"] as const,
    registers,
  });
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const replacements = counter(
    "ussd_replacements_total",
    "Stuck transactions signed again at a higher price.",
  );
  const wrongPins = counter("ussd_wrong_pins_total", "Wrong PINs.");
  const unsettled = gauge("ussd_unsettled", "Transactions that are not in a block yet.");
  const unchecked = gauge(
    "ussd_unchecked",
    "Unsettled transactions that could not be checked, though the node and the records answer.",
  );
  const coins = gauge("ussd_relayer_wei", "Balance of the relayer for gas; -1: not known.");
  const metrics: RelayMetrics = {
    recordPost(screen, time) {
      posts.inc({ screen });
      seconds.observe(time);
    },
    recordTransaction: (kind, event) => transactions.inc({ kind, event }),
    recordReplacement: () => replacements.inc(),
    recordWrongPin: () => wrongPins.inc(),
    setUnsettled: (count) => unsettled.set(count),
    setUnchecked: (count) => unchecked.set(count),
  };
  return {
    metrics,
    uncheckedCount: async () => (await unchecked.get()).values[0]?.value ?? 0,
    async text() {
      coins.set(await coinsOf().then(Number, () => -1));
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
