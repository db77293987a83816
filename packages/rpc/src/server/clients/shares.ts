/** Creates the resources that clients share. */
import type { Limits } from "../limits.js";
import { Share } from "./share.js";

export interface Shares {
  /** Limits open WebSockets. */
  readonly sockets: Share;
  /** Limits the number of filters. */
  readonly filters: Share;
  /** Limits the bytes of large bodies and messages. */
  readonly bodiesBytes: Share;
  /** Limits the bytes that filters and subscriptions hold. */
  readonly heldBytes: Share;
}

export const createShares = (limits: Limits): Shares => ({
  sockets: new Share({
    name: "sockets",
    max: limits.socketsMax,
    clientMax: limits.clientSocketsMax,
  }),
  filters: new Share({
    name: "filters",
    max: limits.filtersMax,
    clientMax: limits.clientFiltersMax,
  }),
  bodiesBytes: new Share({
    name: "bodies-bytes",
    max: Math.max(limits.bodiesBytesMax, limits.bodyBytesMax, limits.messageBytesMax),
    clientMax: Math.max(limits.clientBodiesBytesMax, limits.bodyBytesMax, limits.messageBytesMax),
  }),
  heldBytes: new Share({
    name: "held-bytes",
    max: limits.heldBytesMax,
    clientMax: limits.clientHeldBytesMax,
  }),
});
