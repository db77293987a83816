/** What clients share. */
import type { Limits } from "../limits.js";
import { Share } from "./share.js";

export interface Shares {
  /** WebSockets. */
  readonly sockets: Share;
  /** Filters, by their number. */
  readonly filters: Share;
  /** Bytes of large bodies and messages. */
  readonly bodiesBytes: Share;
  /** Bytes that filters and subscriptions take. */
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
