/** Declares what the pages for monitoring read. */
import type { Clock } from "@tandem/runtime";
import type { ServiceCounts } from "../dispatch/service-counts.js";
import type { Transport } from "../native-server.js";
import type { ServedBackend } from "../served-backend.js";

export interface PageFacts {
  readonly served: ServedBackend;
  readonly clock: Clock;
  /** The HTTP server; undefined without one. */
  readonly transport: Transport | undefined;
  /** Returns the counts of this service, and those of the others as `readOthers` has read them last. */
  readonly counts: () => readonly ServiceCounts[];
  /** Reads the counts of the services in other threads. */
  readonly readOthers: () => Promise<void>;
}
