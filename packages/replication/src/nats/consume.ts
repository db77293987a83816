/** Requests the messages of a stream. */
import type { Consumer, ConsumerMessages } from "@nats-io/jetstream";
import { heartbeatMs, messagesAtOnceMax } from "../limits.js";

/** Requests the messages of a consumer, until they are stopped or its server does not answer. */
export async function consume(consumer: Consumer): Promise<ConsumerMessages> {
  const messages = await consumer.consume({
    max_messages: messagesAtOnceMax,
    idle_heartbeat: heartbeatMs,
  });
  void endIfSilent(messages);
  return messages;
}

/**
 * Ends the delivery of messages by a consumer whose server does not answer: it may have ended, and the
 * client library would wait until it is back.
 */
async function endIfSilent(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) if (type === "heartbeats_missed") messages.stop();
}
