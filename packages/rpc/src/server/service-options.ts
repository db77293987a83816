/** Declares the options of the RPC service. */
import type { Clock, Logger, Tracer } from "@tandem/runtime";
import type { Access } from "../access/access.js";
import type { ApiKey } from "../access/keys.js";
import type { Backend } from "../backend/backend.js";
import type { ErrorForm } from "../contract/answer-form.js";
import type { RequestLevels } from "./dispatch/dispatch.js";
import type { ServiceCounts } from "./dispatch/service-counts.js";
import type { HostCheck } from "./http/hosts.js";
import type { PageText } from "./http/http.js";
import type { Site } from "./http/site.js";
import type { PageName } from "./metrics/pages.js";
import type { Transport } from "./native-server.js";

export interface RpcServiceOptions {
  readonly backend: Backend;
  /** The accepted keys; an empty list admits every request. A key given as text has no restrictions. */
  readonly apiKeys: readonly (string | ApiKey)[];
  /** Origins of web pages that may read answers; an empty list allows all. */
  readonly corsOrigins?: readonly string[];
  /** If it is omitted, every host name is accepted. */
  readonly isHostAllowed?: HostCheck;
  /** Allows preflight requests of public web pages to a node on a private network. */
  readonly allowsPrivateNetwork?: boolean;
  readonly logger: Logger;
  /** If it is omitted, each request is logged at the level `debug`. */
  readonly requestLevels?: RequestLevels;
  readonly clock: Clock;
  /** The clock for durations: rates of keys, and filters that are not polled. */
  readonly steadyClock: Clock;
  /** The form of errors of calls and transactions; the standard one by default. */
  readonly errorForm?: ErrorForm;
  /** If it is omitted, every method is available. */
  readonly access?: Access;
  /** A page for browsers; there is none by default. */
  readonly site?: Site | undefined;
  /** The HTTP server, which `/health` names; undefined without one. */
  readonly transport?: Transport | undefined;
  /** Records requests as spans; without it they are not traced. */
  readonly tracer?: Tracer | undefined;
  /** Reads the pages of the node in the main thread; a service there has them itself. */
  readonly readPage?: ((name: PageName) => Promise<PageText>) | undefined;
  /** Reads the counts of the services in other threads; there are none by default. */
  readonly readOthers?: (() => Promise<readonly ServiceCounts[]>) | undefined;
  /** Returns ids for filters and subscriptions, 16 bytes of hex each; random ones by default. */
  readonly newId?: () => string;
}
