/** Distinguishes the errors of the servers of a log. */
import { JetStreamApiError } from "@nats-io/jetstream";
import { errors } from "@nats-io/transport-node";

/** Returns whether a request was refused with an error code of the servers. */
export const isApiError = (error: unknown, code: number): boolean =>
  error instanceof JetStreamApiError && error.code === code;

/** Returns whether no server has the stream of a request: it was lost, or has no leader yet. */
export const isWithoutStream = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof errors.RequestError &&
  error.cause.isNoResponders();

/** Returns whether the client library sent nothing, since the server accepts only smaller messages. */
export const isTooLarge = (error: unknown): boolean => error instanceof errors.InvalidArgumentError;

/** Returns whether servers refused credentials, or ended a connection whose credentials have expired. */
export const isAuthenticationError = (error: unknown): boolean =>
  error instanceof errors.AuthorizationError ||
  error instanceof errors.UserAuthenticationExpiredError;
