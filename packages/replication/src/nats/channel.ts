/** Implements the channel to the sealer with NATS messages that are not stored. */
import { setMaxListeners } from "node:events";
import { createInbox, headers, type Msg, type NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "@tandem/runtime";
import { type Channel, NobodyServes, RequestTooLarge } from "../channel.js";
import { answerBytesMax, messageBytesMax, requestMsMax } from "../limits.js";
import { LogUnavailable } from "../log.js";

/** The header of the last message of an answer. */
const lastHeader = "Tandem-Last";

/** The beginning of the subjects to which answers are sent. */
const inboxPrefix = "_INBOX.";

/** The status with which a server reports that a subject has no subscriber. */
const nobodyListens = 503;

/**
 * Opens the channel on a subject.
 * @param closing ends pending requests to the sealer with {LogUnavailable}.
 * @param answerMax the bytes of the longest answer that is collected.
 */
export function openChannel(
  connection: Pick<NatsConnection, "info" | "isClosed" | "publish" | "subscribe">,
  subject: string,
  logger: Logger,
  closing: AbortSignal,
  answerMax: number = answerBytesMax,
): Channel {
  // Each request in progress listens, and Node warns of more than ten.
  setMaxListeners(0, closing);
  return {
    serve(answer) {
      const subscription = connection.subscribe(subject, {
        callback(error, message) {
          // Otherwise whoever may ask could have this node write to the log, or into the lease.
          const isAsked = error === null && message.reply?.startsWith(inboxPrefix) === true;
          if (isAsked) void reply(message, answer, logger);
        },
      });
      return () => subscription.unsubscribe();
    },
    ask: (request, signal) =>
      ask(connection, { subject, request, answerMax, signals: [signal, closing] }),
  };
}

async function reply(
  message: Msg,
  answer: (request: Uint8Array) => Promise<Uint8Array>,
  logger: Logger,
): Promise<void> {
  try {
    const bytes = await answer(message.data);
    for (let at = 0; at === 0 || at < bytes.length; at += messageBytesMax) {
      const given = headers();
      const end = at + messageBytesMax;
      if (end >= bytes.length) given.set(lastHeader, "1");
      message.respond(bytes.subarray(at, end), { headers: given });
    }
  } catch (error) {
    logger.warn({ reason: String(error) }, "another node of the cluster got no answer");
  }
}

interface Question {
  readonly subject: string;
  readonly request: Uint8Array;
  /** The bytes of the longest answer that is collected. */
  readonly answerMax: number;
  /** Each aborts the wait for the answer. */
  readonly signals: readonly AbortSignal[];
}

/** Collects the messages of an answer. */
async function ask(
  connection: Pick<NatsConnection, "info" | "isClosed" | "publish" | "subscribe">,
  { subject, request, answerMax, signals }: Question,
): Promise<Uint8Array> {
  if (connection.isClosed() || signals.some(({ aborted }) => aborted))
    throw new LogUnavailable("the connection to the log is closed");
  const bytesMax = connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
  if (request.length > bytesMax) throw new RequestTooLarge(bytesMax);
  const inbox = createInbox();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const giveUp = (reason: string) => {
      end();
      reject(new LogUnavailable(reason));
    };
    const timer = setTimeout(
      () => giveUp(`it did not answer within ${requestMsMax} ms`),
      requestMsMax,
    );
    const stop = () => giveUp("it was interrupted before it answered");
    for (const signal of signals) signal.addEventListener("abort", stop);
    const subscription = connection.subscribe(inbox, {
      callback(error, message) {
        if (error !== null) return;
        const isEmpty = message.data.length === 0;
        if (isEmpty && message.headers?.code === nobodyListens) {
          end();
          reject(new NobodyServes("no node of the cluster seals at present"));
          return;
        }
        bytes += message.data.length;
        if (bytes > answerMax) {
          giveUp(`its answer has more than ${answerMax} bytes`);
          return;
        }
        pieces.push(message.data);
        if (message.headers?.has(lastHeader) !== true) return;
        end();
        resolve(new Uint8Array(Buffer.concat(pieces)));
      },
    });
    const end = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", stop);
      subscription.unsubscribe();
    };
    connection.publish(subject, request, { reply: inbox });
  });
}
