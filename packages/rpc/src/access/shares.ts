/** Creates the resources that clients share. */
import type { AnswerLimits, Limits } from "../limits.js";
import { Share } from "./share.js";

export interface Shares {
  /** Limits open WebSockets. */
  readonly sockets: Share;
  /** Limits the number of filters. */
  readonly filters: Share;
  /** Limits the bytes of large bodies and messages. */
  readonly bodiesBytes: Share;
  /** Limits the bytes of answers that are not finished. */
  readonly answersBytes: Share;
  /** Limits the bytes that filters and subscriptions hold. */
  readonly heldBytes: Share;
}

/** Returns the share of bytes of answers that are not finished. */
export const answersShare = ({
  answersBytesMax,
  clientAnswersBytesMax,
  answerCharactersMax,
}: AnswerLimits): Share =>
  new Share({
    name: "answers-bytes",
    max: Math.max(answersBytesMax, answerCharactersMax),
    clientMax: Math.max(clientAnswersBytesMax, answerCharactersMax),
  });

/** Complete messages over the limits are answered, so those under way have a share of their own. */
export const unfinishedShare = ({ bodiesBytesMax, clientBodiesBytesMax }: Limits): Share =>
  new Share({ name: "unfinished-bytes", max: bodiesBytesMax, clientMax: clientBodiesBytesMax });

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
  answersBytes: answersShare(limits),
  heldBytes: new Share({
    name: "held-bytes",
    max: limits.heldBytesMax,
    clientMax: limits.clientHeldBytesMax,
  }),
});
