/** Implements the feed as a stream of NATS JetStream whose messages expire. */
import { setTimeout as pause } from "node:timers/promises";
import { DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import { headers, type MsgHdrs, nanos, nuid } from "@nats-io/transport-node";
import { linkAbort } from "@tandem/runtime";
import type { AppliedLog, Feed } from "../feed.js";
import { feedBytesMax, feedMsMax, retryMs } from "../limits.js";
import { LogUnavailable } from "../log.js";
import type { Connected } from "./connection.js";
import { consume } from "./consume.js";
import { ensureStream } from "./ensure-stream.js";
import { isWithoutStream } from "./errors.js";
import { untilAnswered, untilStored } from "./retry.js";
import type { StreamNames } from "./stream-log.js";

/** The header with the log's identity and the last sequence that a publishing node had applied. */
const afterHeader = "Tandem-After";

function headersOf({ identity, sequence }: AppliedLog): MsgHdrs {
  const given = headers();
  given.set(afterHeader, `${sequence} ${identity}`);
  return given;
}

/** Returns undefined for a message without the header. */
function appliedIn(given: MsgHdrs | undefined): AppliedLog | undefined {
  const [, sequence, identity] = /^(\d{1,15}) (.*)$/.exec(given?.get(afterHeader) ?? "") ?? [];
  if (sequence === undefined || identity === undefined) return undefined;
  return { identity, sequence: Number(sequence) };
}

const settingsOf = ({ stream, subject }: StreamNames, replicas: number) => ({
  name: stream,
  subjects: [`${subject}.*`],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.Old,
  max_age: nanos(feedMsMax),
  max_bytes: feedBytesMax,
  num_replicas: replicas,
});

/** Opens the feed, and creates it if it does not exist. Each node publishes under its own subject. */
export async function openFeed(
  connected: Connected,
  names: StreamNames,
  closing: AbortSignal,
): Promise<Feed> {
  const { manager, stream, logger, replicas, restored } = connected;
  const make = () => ensureStream(manager, settingsOf(names, replicas));
  await make();
  const own = `${names.subject}.${nuid.next()}`;
  const openConsumer = (ending: AbortSignal) =>
    untilAnswered(async () => {
      await make();
      return stream.consumers.get(names.stream, { deliver_policy: DeliverPolicy.All });
    }, ending);
  async function* readUntil(ending: AbortSignal): ReturnType<Feed["read"]> {
    let isTold = false;
    while (!ending.aborted) {
      try {
        // After an interruption the stream may be a new one with new sequences.
        const messages = consume(await openConsumer(ending), restored, ending);
        for await (const { data, subject, seq, headers: given } of messages) {
          isTold = false;
          if (subject !== own) yield { sequence: seq, body: data, after: appliedIn(given) };
        }
      } catch (error) {
        if (error instanceof LogUnavailable) throw error;
        // A reader that ended would miss what is published once the servers let it read again.
        const reason = String(error);
        if (!isTold) logger.error({ reason }, "the servers refuse the transactions that wait");
        isTold = true;
        await pause(retryMs, undefined, { signal: ending }).catch(() => {});
      }
    }
  }
  return {
    async publish(body, after) {
      const options = after === undefined ? {} : { headers: headersOf(after) };
      const publish = async () => {
        try {
          return (await stream.publish(own, body, options)).seq;
        } catch (error) {
          // The servers may have lost the stream.
          if (isWithoutStream(error)) await make();
          throw error;
        }
      };
      return untilStored(connected, publish, closing);
    },
    async *read(signal) {
      const ending = linkAbort(signal, closing);
      try {
        yield* readUntil(ending.signal);
      } finally {
        ending.release();
      }
    },
  };
}
