/**
 * Serves `/health` for load balancers and `/metrics` for Prometheus. Counters are plain numbers and
 * are converted to the Prometheus format only on request.
 */
import type { Clock } from "@tandem/runtime";
import type { Registry } from "prom-client";
import type { Client } from "../clients/client.js";
import type { KeyClient } from "../clients/keys.js";
import { createRegistry } from "../metrics/registry.js";
import type { Transport } from "../native-server.js";
import type { ServedBackend } from "../served-backend.js";
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
  /** The last method and its counts: most batches repeat one method, and a comparison needs no hash. */
  #last: { readonly method: string; readonly counts: MethodCounts } | undefined;

  count(method: string, milliseconds: number, outcome: Outcome): void {
    if (this.#last?.method !== method) this.#last = { method, counts: this.#countsOf(method) };
    const { counts } = this.#last;
    counts[outcome]++;
    counts.milliseconds += milliseconds;
  }

  #countsOf(method: string): MethodCounts {
    let counts = this.methods.get(method);
    if (counts === undefined) {
      counts = { answered: 0, refused: 0, milliseconds: 0 };
      this.methods.set(method, counts);
    }
    return counts;
  }
}

export interface PageFacts {
  readonly served: ServedBackend;
  readonly metrics: MethodMetrics;
  readonly clock: Clock;
  /** The HTTP server; undefined without one. */
  readonly transport: Transport | undefined;
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

async function readHealth({ served, clock, transport }: PageFacts): Promise<PageText> {
  const { backend } = served;
  const head = await backend.block({ tag: "latest" });
  const timestamp = head?.header.timestamp ?? 0;
  const headAgeSeconds = Math.max(0, Math.floor(clock.now() / 1000) - timestamp);
  const { status, disk, damage } = backend.health();
  const blockNumber = backend.headNumber();
  const server = transport;
  const cluster = backend.cluster?.status();
  const told = { status, blockNumber, headAgeSeconds, disk, server, damage, cluster };
  const body = JSON.stringify(told);
  return { body, isWell: status === "ready" };
}
