/**
 * Declares every metric of `/metrics` once: its help text, its value and its panel. The dashboard
 * and the alerts are generated from this list.
 */
import type { ComputeCounts } from "@tandem/runtime/threads";
import type { KeyCounts } from "../../access/keys.js";
import type { ServiceCounts } from "../dispatch/service-counts.js";
import type { PageFacts } from "./page-facts.js";

type Labels = Readonly<Record<string, string>>;

export interface Metric {
  readonly kind: "gauge" | "counter";
  readonly help: string;
  readonly labels?: readonly string[];
  /** The panel of the dashboard. `expression` is PromQL, in which `$metric` is the name. */
  readonly panel: { readonly title: string; readonly unit: string; readonly expression: string };
  /** Reports the current values. Values with the same labels are added up. */
  read(facts: PageFacts, report: (value: number, labels?: Labels) => void): void;
}

/** The selector that the variables of the dashboard fill in. */
const ofNode = '{instance=~"$instance"}';
const byInstance = `$metric${ofNode}`;
const rateBy = (labels: string) => `sum by (${labels}) (rate($metric${ofNode}[$__rate_interval]))`;

/** Returns a counter of the compute threads; 0 without them. */
const computed = ({ backend }: PageFacts["served"], name: keyof ComputeCounts) =>
  backend.compute?.counts()[name] ?? 0;

const inCluster = ({ backend }: PageFacts["served"]) => backend.cluster?.status();

const methodsIn = (counts: readonly ServiceCounts[]) => counts.flatMap(({ methods }) => methods);
const keysIn = (counts: readonly ServiceCounts[]) => counts.flatMap(({ keys }) => keys);
const keyOutcomes: readonly (keyof KeyCounts)[] = ["answered", "refused", "limited"];

/** The metrics by their names. */
export const metricList: Readonly<Record<string, Metric>> = {
  tandem_ready: {
    kind: "gauge",
    help: "1 if the node can receive traffic, as reported by /health",
    panel: { title: "Ready", unit: "bool_yes_no", expression: byInstance },
    read: ({ served }, report) => report(served.backend.health().status === "ready" ? 1 : 0),
  },
  tandem_head_number: {
    kind: "gauge",
    help: "Number of the newest canonical block",
    panel: { title: "Head", unit: "none", expression: byInstance },
    read: ({ served }, report) => report(served.backend.headNumber()),
  },
  tandem_pool_transactions: {
    kind: "gauge",
    help: "Transactions in the pool",
    panel: { title: "Pool", unit: "none", expression: byInstance },
    read: ({ served }, report) => report(served.backend.poolSize()),
  },
  tandem_disk_free_bytes: {
    kind: "gauge",
    help: "Free bytes on the disk of the data directory; 0 for a chain in memory",
    panel: { title: "Free disk", unit: "bytes", expression: byInstance },
    read: ({ served }, report) => report(served.backend.health().disk.freeBytes ?? 0),
  },
  tandem_peers: {
    kind: "gauge",
    help: "Nodes that are connected directly",
    panel: { title: "Peers", unit: "none", expression: byInstance },
    read: ({ served }, report) => report(served.backend.peerCount()),
  },
  tandem_library_executions_total: {
    kind: "counter",
    help: "Messages that @ethereumjs/evm executed instead of the node's own engine",
    panel: {
      title: "Messages executed by the library",
      unit: "ops",
      expression: rateBy("instance"),
    },
    read({ served, counts }, report) {
      report(computed(served, "counted"));
      for (const { libraryRuns } of counts()) report(libraryRuns);
    },
  },
  tandem_compute_threads: {
    kind: "gauge",
    help: "Compute threads that accept requests",
    panel: { title: "Compute threads", unit: "none", expression: byInstance },
    read: ({ served }, report) => report(computed(served, "threads")),
  },
  tandem_compute_requests_under_way: {
    kind: "gauge",
    help: "Requests in progress in compute threads",
    panel: { title: "Requests in compute threads", unit: "none", expression: byInstance },
    read: ({ served }, report) => report(computed(served, "underWay")),
  },
  tandem_compute_requests_total: {
    kind: "counter",
    help: "Requests passed to compute threads",
    panel: {
      title: "Requests passed to compute threads",
      unit: "reqps",
      expression: rateBy("instance"),
    },
    read: ({ served }, report) => report(computed(served, "given")),
  },
  tandem_compute_threads_replaced_total: {
    kind: "counter",
    help: "Compute threads replaced because they did not answer or ended",
    panel: { title: "Compute threads replaced", unit: "ops", expression: rateBy("instance") },
    read: ({ served }, report) => report(computed(served, "replaced")),
  },
  tandem_socket_threads: {
    kind: "gauge",
    help: "Threads that own the sockets; 0 if the main thread does",
    panel: { title: "Threads with sockets", unit: "none", expression: byInstance },
    read: ({ counts }, report) => report(counts().length - 1),
  },
  tandem_cluster_sealing: {
    kind: "gauge",
    help: "1 if the node is the sealer of its cluster",
    panel: {
      title: "Sealer of the cluster",
      unit: "bool_yes_no",
      expression: byInstance,
    },
    read: ({ served }, report) => report(inCluster(served)?.role === "sealer" ? 1 : 0),
  },
  tandem_cluster_epoch: {
    kind: "gauge",
    help: "Number of times that a node of the cluster became the sealer; 0 without a cluster",
    panel: { title: "Epoch of the cluster", unit: "none", expression: byInstance },
    read: ({ served }, report) => report(inCluster(served)?.epoch ?? 0),
  },
  tandem_cluster_behind_seconds: {
    kind: "gauge",
    help: "Seconds since the node had every entry of the cluster's log; 0 while it has",
    panel: { title: "Behind the cluster", unit: "s", expression: byInstance },
    read: ({ served }, report) => report((inCluster(served)?.behindMs ?? 0) / 1_000),
  },
  tandem_cluster_fenced_total: {
    kind: "counter",
    help: "Blocks that the cluster's log refused because another node had become the sealer",
    panel: { title: "Refused by the cluster's log", unit: "ops", expression: rateBy("instance") },
    read: ({ served }, report) => report(inCluster(served)?.fenced ?? 0),
  },
  tandem_cluster_elections_total: {
    kind: "counter",
    help: "Number of times that this node became the sealer of its cluster",
    panel: { title: "Elections won", unit: "ops", expression: rateBy("instance") },
    read: ({ served }, report) => report(inCluster(served)?.elections ?? 0),
  },
  tandem_websockets: {
    kind: "gauge",
    help: "WebSockets open",
    panel: { title: "WebSockets", unit: "none", expression: byInstance },
    read({ counts }, report) {
      for (const { sockets } of counts()) report(sockets);
    },
  },
  tandem_subscriptions: {
    kind: "gauge",
    help: "Subscriptions active",
    panel: { title: "Subscriptions", unit: "none", expression: byInstance },
    read({ counts }, report) {
      for (const { subscriptions } of counts()) report(subscriptions);
    },
  },
  tandem_requests_total: {
    kind: "counter",
    help: "Requests by method and outcome",
    labels: ["method", "outcome"],
    panel: { title: "Requests", unit: "reqps", expression: rateBy("method, outcome") },
    read({ counts }, report) {
      for (const [method, { answered, refused }] of methodsIn(counts())) {
        report(answered, { method, outcome: "answered" });
        report(refused, { method, outcome: "refused" });
      }
    },
  },
  tandem_request_seconds_total: {
    kind: "counter",
    help: "Seconds spent by method",
    labels: ["method"],
    panel: {
      title: "Mean time of a request",
      unit: "s",
      expression: `${rateBy("method")} / sum by (method) (rate(tandem_requests_total${ofNode}[$__rate_interval]))`,
    },
    read({ counts }, report) {
      for (const [method, { milliseconds }] of methodsIn(counts())) {
        report(milliseconds / 1000, { method });
      }
    },
  },
  tandem_key_requests_total: {
    kind: "counter",
    help: "Requests by API key and outcome; limited: over its rate",
    labels: ["key", "outcome"],
    panel: { title: "Requests by API key", unit: "reqps", expression: rateBy("key, outcome") },
    read({ counts }, report) {
      for (const { name, outcomes } of keysIn(counts())) {
        for (const outcome of keyOutcomes) report(outcomes[outcome], { key: name, outcome });
      }
    },
  },
  tandem_key_websockets: {
    kind: "gauge",
    help: "WebSockets open by API key",
    labels: ["key"],
    panel: {
      title: "WebSockets by API key",
      unit: "none",
      expression: `sum by (key) (${byInstance})`,
    },
    read({ counts }, report) {
      for (const { name, sockets } of keysIn(counts())) report(sockets, { key: name });
    },
  },
};
