/**
 * What operators ask by GET: `/health`, for whoever decides if traffic may come here, and
 * `/metrics`, for Prometheus. Figures are counted plainly as requests pass and turned into the
 * Prometheus form only when somebody asks.
 */
import type { Clock } from "@tandem/primitives";
import type { Registry } from "prom-client";
import type { Backend } from "./backend.js";
import type { Pages, PageText } from "./http.js";

type Outcome = "answered" | "refused";

interface MethodTally {
  answered: number;
  refused: number;
  milliseconds: number;
}

/** Requests by method. Only methods of the contract are counted, so it cannot grow. */
export class Tally {
  readonly methods = new Map<string, MethodTally>();

  count(method: string, milliseconds: number, outcome: Outcome): void {
    let tally = this.methods.get(method);
    if (tally === undefined) {
      tally = { answered: 0, refused: 0, milliseconds: 0 };
      this.methods.set(method, tally);
    }
    tally[outcome]++;
    tally.milliseconds += milliseconds;
  }
}

export interface PageFacts {
  readonly backend: Backend;
  readonly tally: Tally;
  readonly clock: Clock;
  readonly sockets: () => number;
  readonly subscriptions: () => number;
}

export function createPages(facts: PageFacts): Pages {
  let registry: Promise<Registry> | undefined;
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
        registry ??= createRegistry(facts);
        return { body: await (await registry).metrics() };
      },
    },
  };
}

async function readHealth({ backend, clock }: PageFacts): Promise<PageText> {
  const head = await backend.block({ tag: "latest" });
  const timestamp = head?.header.timestamp ?? 0;
  const headAgeSeconds = Math.max(0, Math.floor(clock.now() / 1000) - timestamp);
  const { status, disk } = backend.health();
  const blockNumber = backend.headNumber();
  const body = JSON.stringify({ status, blockNumber, headAgeSeconds, disk });
  return { body, isWell: status === "ready" };
}

/** Loaded when first asked for: a node nobody watches does not pay for it at start. */
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
      for (const [method, { answered, refused }] of facts.tally.methods) {
        this.inc({ method, outcome: "answered" }, answered);
        this.inc({ method, outcome: "refused" }, refused);
      }
    },
  });
  const seconds = { name: "tandem_request_seconds_total", help: "Seconds spent by method" };
  new Counter({
    ...seconds,
    labelNames: ["method"],
    registers,
    collect() {
      this.reset();
      for (const [method, { milliseconds }] of facts.tally.methods) {
        this.inc({ method }, milliseconds / 1000);
      }
    },
  });
  return registry;
}
