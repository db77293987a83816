/** Connects to the servers of a log. The client library is loaded with this module only. */
import {
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from "@nats-io/jetstream";
import { errors, type NatsConnection } from "@nats-io/transport-node";
import { Fault, unusableData } from "@tandem/primitives";
import { type Logger, linkAbort, messageOf, Topic, unlessAborted } from "@tandem/runtime";
import {
  answerMsMax,
  deniedToldMax,
  openingMsMax,
  pingMs,
  pingsUnansweredMax,
  retryMs,
  serverBytesMin,
} from "../limits.js";
import { LogUnavailable } from "../log.js";
import { describeServers, parseServers } from "../server-list.js";
import { readCredentials } from "./credentials.js";
import { isAuthenticationError } from "./errors.js";
import { untilAnswered } from "./retry.js";
import { connect } from "./transport.js";

export interface NatsOptions {
  /** URLs of servers, `nats://` or `tls://`, separated by commas. */
  readonly url: string;
  /** The path of a file for `readCredentials`. */
  readonly credentialsFile?: string | undefined;
  /** The name under which the servers list the connection. */
  readonly name: string;
  readonly logger: Logger;
  /** Ends the opening when it is aborted, with its reason. */
  readonly leaving?: AbortSignal | undefined;
}

/** A connection with its JetStream clients. */
export interface Connected {
  readonly connection: NatsConnection;
  readonly stream: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly logger: Logger;
  /** Published after an interruption, when the servers may have lost stored data. */
  readonly restored: Topic<void>;
  /** The number of servers that store each message. */
  readonly replicas: number;
}

/** The oldest version of the server with the required behaviour of streams and buckets. */
const oldestVersion = [2, 9] as const;

/** The number of copies in a cluster, one of which may be lost. */
const clusterReplicas = 3;

/** @throws {Fault} `unusable-data` if no server can be used, with a sentence that gives the reason. */
export async function connectNats(options: NatsOptions): Promise<Connected> {
  const connection = await openWhenReady(options, () => open(options));
  try {
    assertVersion(connection);
    assertMessages(connection);
    const manager = await openWhenReady(options, () =>
      jetstreamManager(connection, { timeout: answerMsMax }),
    );
    const stream = jetstream(connection, { timeout: answerMsMax });
    const replicas = connection.info?.cluster === undefined ? 1 : clusterReplicas;
    const restored = new Topic<void>(options.logger);
    void tellChanges(connection, options.logger, restored);
    return { connection, stream, manager, logger: options.logger, replicas, restored };
  } catch (error) {
    await connection.close();
    options.leaving?.throwIfAborted();
    throw error instanceof Fault ? error : refused(options, error);
  }
}

/** @throws {Fault} if no server can be connected to; another error if none has answered in time. */
async function open(options: NatsOptions): Promise<NatsConnection> {
  const { servers, user, pass, isEncrypted } = parseServers(options.url);
  const { credentialsFile, name, logger } = options;
  try {
    return await connect({
      servers: [...servers],
      name,
      ...(user === undefined ? {} : { user, pass: pass ?? "" }),
      ...(isEncrypted ? { tls: {} } : {}),
      ...(credentialsFile === undefined
        ? {}
        : { authenticator: readCredentials(credentialsFile, logger) }),
      maxReconnectAttempts: -1,
      // Credentials that were replaced may reach the servers before this node, or after it.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: retryMs,
      pingInterval: pingMs,
      maxPingOut: pingsUnansweredMax,
      timeout: answerMsMax,
    });
  } catch (error) {
    if (error instanceof errors.TimeoutError) throw error;
    throw refused(options, error);
  }
}

/**
 * Opens something on the servers, again while they do not answer: those that have just started are still electing a
 * leader for it.
 * @param maxMs the milliseconds after which it is given up.
 * @throws {Fault} `unusable-data`, with a sentence that gives the reason.
 * @throws the reason of `leaving`, once it is aborted.
 */
export async function openWhenReady<T>(
  options: Pick<NatsOptions, "url" | "logger" | "leaving">,
  open: () => Promise<T>,
  maxMs = openingMsMax,
): Promise<T> {
  const { leaving = new AbortController().signal } = options;
  let last: unknown;
  const request = () =>
    open().catch((error) => {
      if (last === undefined && !(error instanceof Fault) && !leaving.aborted)
        options.logger.warn({ reason: String(error) }, "the servers of the log do not answer yet");
      last = error;
      throw error;
    });
  const { signal, release } = linkAbort(leaving, AbortSignal.timeout(maxMs));
  try {
    // A request that is on its way is not waited for.
    return await unlessAborted(untilAnswered(request, signal), leaving);
  } catch (error) {
    leaving.throwIfAborted();
    if (error instanceof Fault) throw error;
    throw refused(options, error instanceof LogUnavailable ? last : error);
  } finally {
    release();
  }
}

const refused = ({ url }: Pick<NatsOptions, "url">, cause: unknown) => {
  const reason = messageOf(cause);
  const message = `the log at ${describeServers(url)} cannot be used: ${reason}`;
  return unusableData(message, cause);
};

/** A server ignores unknown settings, so older versions must be refused. */
function assertVersion({ info }: NatsConnection): void {
  const [major = 0, minor = 0] = (info?.version ?? "").split(".").map(Number);
  const [oldestMajor, oldestMinor] = oldestVersion;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  const message = `the log's server is nats-server ${info?.version}: ${oldestVersion.join(".")} or later is needed`;
  throw unusableData(message);
}

/** A message that is too large for the server would be repeated for ever. */
function assertMessages({ info }: NatsConnection): void {
  const accepted = info?.max_payload ?? Number.POSITIVE_INFINITY;
  if (accepted >= serverBytesMin) return;
  const message = `the log's server accepts messages of ${accepted} bytes: its max_payload must be at least ${serverBytesMin}`;
  throw unusableData(message);
}

async function tellChanges(
  connection: NatsConnection,
  logger: Logger,
  restored: Topic<void>,
): Promise<void> {
  let isRefused = false;
  let isForced = false;
  const denied = new Set<string>();
  for await (const status of connection.status()) {
    const { type } = status;
    // This node interrupts the connection again and again while the servers do not take a message.
    if (type === "forceReconnect") isForced = true;
    if (type === "disconnect" && !isForced)
      logger.warn({}, "the connection to the log is interrupted");
    if (type === "error" && isAuthenticationError(status.error)) {
      // The connection is tried again often: the reason is logged once.
      const reason = status.error.message;
      if (!isRefused) logger.error({ reason }, "the servers of the log refuse the credentials");
      isRefused = true;
    }
    if (type === "error" && status.error instanceof errors.PermissionViolationError)
      tellDenied(status.error.message, denied, logger);
    if (type !== "reconnect") continue;
    if (!isForced) logger.info({}, "the connection to the log is restored");
    [isRefused, isForced] = [false, false];
    denied.clear();
    restored.publish();
  }
}

/** Logs a request without a permission, once: it is repeated, some under subjects with a part that is chosen by chance. */
function tellDenied(reason: string, denied: Set<string>, logger: Logger): void {
  if (denied.has(reason) || denied.size >= deniedToldMax) return;
  denied.add(reason);
  logger.error({ reason }, "the servers of the log do not permit what this node needs");
}
