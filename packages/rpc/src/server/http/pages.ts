/**
 * Serves `/health` for load balancers and `/metrics` for Prometheus. Counters are plain numbers and
 * are converted to the Prometheus format only on request.
 */
import type { Clock } from "@tandem/runtime";
import type { Counter, Gauge, Registry } from "prom-client";
import type { Backend } from "../backend/backend.js";
import type { Client } from "../clients/client.js";
import type { KeyClient, KeyCounts } from "../clients/keys.js";
import type { Pages, PageText } from "./http.js";

type Outcome = "answered" | "refused";

interface MethodCounts {
  answered: number;
  refused: number;
  milliseconds: number;
}

/** Counts requests by method. Only methods of the contract are counted, so that its size is bounded. */
export class MethodMetrics {
  readonly methods = new Map<string, MethodCounts>();

  count(method: string, milliseconds: number, outcome: Outcome): void {
    let counts = this.methods.get(method);
    if (counts === undefined) {
      counts = { answered: 0, refused: 0, milliseconds: 0 };
      this.methods.set(method, counts);
    }
    counts[outcome]++;
    counts.milliseconds += milliseconds;
  }
}

export interface PageFacts {
  readonly backend: Backend;
  readonly metrics: MethodMetrics;
  readonly clock: Clock;
  readonly sockets: () => number;
  readonly subscriptions: () => number;
  /** Returns the clients with an API key; their number is limited. */
  readonly keys: () => readonly KeyClient[];
  readonly socketsOf: (client: Client) => number;
}

export function createPages(facts: PageFacts): Pages {
  let registry: Promise<Registry> | undefined;
  /** The figures for all requests of one iteration of the event loop: thousands may be pipelined in it. */
  let figures: Promise<string> | undefined;
  const readFigures = async () => {
    setImmediate(() => {
      figures = undefined;
    });
    registry ??= createRegistry(facts);
    return (await registry).metrics();
  };
  return {
    health: {
      isGuarded: false,
      contentType: "application/json",
      read: () => readHealth(facts),
    },
    metrics: {
      isGuarded: true,
      contentType: "text/plain; version=0.0.4; charset=utf-8",
      async read() {
        figures ??= readFigures();
        return { body: await figures };
      },
    },
  };
}

async function readHealth({ backend, clock }: PageFacts): Promise<PageText> {
  const head = await backend.block({ tag: "latest" });
  const timestamp = head?.header.timestamp ?? 0;
  const headAgeSeconds = Math.max(0, Math.floor(clock.now() / 1000) - timestamp);
  const { status, disk, damage } = backend.health();
  const blockNumber = backend.headNumber();
  const body = JSON.stringify({ status, blockNumber, headAgeSeconds, disk, damage });
  return { body, isWell: status === "ready" };
}

/** Loads the Prometheus library at the first request: a node without monitoring does not load it. */
async function createRegistry(facts: PageFacts): Promise<Registry> {
  const { collectDefaultMetrics, Counter, Gauge, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  collectDefaultMetrics({ register: registry });
  gauge("tandem_head_number", "Number of the newest canonical block", () =>
    facts.backend.headNumber(),
  );
  gauge("tandem_pool_transactions", "Transactions that wait in the pool", () => {
    const { pending, queued } = facts.backend.poolContent();
    return pending.length + queued.length;
  });
  gauge("tandem_disk_free_bytes", "Bytes free where the chain is kept; 0 for one in memory", () => {
    return facts.backend.health().disk.freeBytes ?? 0;
  });
  gauge("tandem_ready", "1 when traffic may come here, as /health says", () => {
    return facts.backend.health().status === "ready" ? 1 : 0;
  });
  gauge("tandem_websockets", "WebSockets open", facts.sockets);
  gauge("tandem_subscriptions", "Subscriptions active", facts.subscriptions);
  const requests = { name: "tandem_requests_total", help: "Requests by method and outcome" };
  new Counter({
    ...requests,
    labelNames: ["method", "outcome"],
    registers,
    collect() {
      this.reset();
      for (const [method, { answered, refused }] of facts.metrics.methods) {
        this.inc({ method, outcome: "answered" }, answered);
        this.inc({ method, outcome: "refused" }, refused);
      }
    },
  });
  addKeys(facts, Counter, Gauge, registers);
  const seconds = { name: "tandem_request_seconds_total", help: "Seconds spent by method" };
  new Counter({
    ...seconds,
    labelNames: ["method"],
    registers,
    collect() {
      this.reset();
      for (const [method, { milliseconds }] of facts.metrics.methods) {
        this.inc({ method }, milliseconds / 1000);
      }
    },
  });
  return registry;
}

const keyOutcomes: readonly (keyof KeyCounts)[] = ["answered", "refused", "limited"];

/** Adds the metrics by API key. The library escapes the values of labels. */
function addKeys(
  facts: PageFacts,
  CounterClass: typeof Counter,
  GaugeClass: typeof Gauge,
  registers: Registry[],
): void {
  new CounterClass({
    name: "tandem_key_requests_total",
    help: "Requests by API key and outcome; limited: over its requests a second",
    labelNames: ["key", "outcome"],
    registers,
    collect() {
      this.reset();
      for (const { name, counts } of facts.keys()) {
        for (const outcome of keyOutcomes) this.inc({ key: name, outcome }, counts[outcome]);
      }
    },
  });
  new GaugeClass({
    name: "tandem_key_websockets",
    help: "WebSockets open by API key",
    labelNames: ["key"],
    registers,
    collect() {
      this.reset();
      for (const client of facts.keys()) this.set({ key: client.name }, facts.socketsOf(client));
    },
  });
}
