/** Implements the feed as a stream of NATS JetStream whose messages expire. */
import { DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import { nanos, nuid } from "@nats-io/transport-node";
import type { Feed } from "../feed.js";
import { feedBytesMax, feedMsMax, messagesAtOnceMax } from "../limits.js";
import type { Connected } from "./connection.js";
import { ensureStream } from "./ensure-stream.js";
import { untilAnswered } from "./retry.js";
import type { StreamNames } from "./stream-log.js";

/** Opens the feed, and creates it if it does not exist. Each node publishes under its own subject. */
export async function openFeed(
  { manager, stream, replicas, restored }: Connected,
  names: StreamNames,
  closing: AbortSignal,
): Promise<Feed> {
  const make = () =>
    ensureStream(manager, {
      name: names.stream,
      subjects: [`${names.subject}.*`],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_age: nanos(feedMsMax),
      max_bytes: feedBytesMax,
      num_replicas: replicas,
    });
  await make();
  const own = `${names.subject}.${nuid.next()}`;
  return {
    async publish(body) {
      let isMissing = false;
      return untilAnswered(async () => {
        // A stream that its servers lost has no listener, and publications to it get no answer.
        if (isMissing) await make();
        isMissing = true;
        return (await stream.publish(own, body)).seq;
      }, closing);
    },
    async *read(signal) {
      const ending = AbortSignal.any([signal, closing]);
      while (!ending.aborted) {
        const consumer = await untilAnswered(async () => {
          await make();
          return stream.consumers.get(names.stream, { deliver_policy: DeliverPolicy.All });
        }, ending);
        const messages = await consumer.consume({ max_messages: messagesAtOnceMax });
        const stop = () => messages.stop();
        ending.addEventListener("abort", stop);
        if (ending.aborted) stop();
        // The stream may be a new one with new sequences.
        const stopListening = restored.listen(stop);
        try {
          for await (const { data, subject, seq } of messages) {
            if (subject !== own) yield { sequence: seq, body: data };
          }
        } finally {
          stopListening();
          ending.removeEventListener("abort", stop);
          stop();
        }
      }
    },
  };
}
