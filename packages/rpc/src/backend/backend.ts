/**
 * Declares what the RPC service needs from a node. The node implements it (`apps/node`), and tests
 * implement it with a fake, so nothing in this package depends on a chain, a database or a virtual
 * machine.
 *
 * An absent value is undefined, as everywhere inside the node. The codecs convert it to null.
 */
import type { AccountsApi } from "./accounts-api.js";
import type { ChainApi } from "./chain-api.js";
import type { DevApi } from "./dev-api.js";
import type { ExplorerApi } from "./explorer-api.js";
import type { MiningApi } from "./mining-api.js";
import type { NodeApi } from "./node-api.js";
import type { PeersApi } from "./peers-api.js";
import type { PoolApi } from "./pool-api.js";
import type { RangeApi } from "./range-api.js";
import type { StateApi } from "./state-api.js";
import type { TraceApi } from "./trace-api.js";

/** Joins all parts of the port. A handler declares the parts that it uses. */
export interface Backend
  extends NodeApi,
    StateApi,
    RangeApi,
    ChainApi,
    TraceApi,
    ExplorerApi,
    PoolApi,
    PeersApi,
    MiningApi,
    AccountsApi,
    DevApi {}
