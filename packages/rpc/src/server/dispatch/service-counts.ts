/** Counts the requests and sockets of one service. A node has a service in each thread with sockets. */
import type { KeyCounts } from "../../access/keys.js";

export interface MethodCounts {
  answered: number;
  refused: number;
  milliseconds: number;
}

/** The counts of a key in one service. */
export interface KeyTraffic {
  readonly name: string;
  readonly outcomes: KeyCounts;
  /** The number of its open WebSockets. */
  readonly sockets: number;
}

/** The counts of one service, which structured cloning can copy. */
export interface ServiceCounts {
  readonly methods: readonly (readonly [method: string, counts: MethodCounts])[];
  readonly keys: readonly KeyTraffic[];
  /** The number of open WebSockets. */
  readonly sockets: number;
  readonly subscriptions: number;
  /** The messages that `@ethereumjs/evm` executed in the thread of the service. */
  readonly libraryRuns: number;
}

/** Counts requests by method. Only methods of the contract are counted, so that its size is bounded. */
export class MethodMetrics {
  readonly methods = new Map<string, MethodCounts>();
  /** The last method and its counts: most batches repeat one method, and a comparison needs no hash. */
  #last: { readonly method: string; readonly counts: MethodCounts } | undefined;

  count(method: string, milliseconds: number, outcome: "answered" | "refused"): void {
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
