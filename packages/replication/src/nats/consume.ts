/** Reads the messages of a stream. */
import type { Consumer, ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import type { Topic } from "@tandem/runtime";
import { heartbeatMs, messagesAtOnceMax } from "../limits.js";

/**
 * Yields the messages of a consumer until the signal is aborted, its server does not answer, or the connection was
 * interrupted: then the servers may have lost the consumer, and the caller opens another.
 * @param restored is published after an interruption.
 */
export async function* consume(
  consumer: Consumer,
  restored: Topic<void>,
  signal: AbortSignal,
): AsyncIterable<JsMsg> {
  const messages = await consumer.consume({
    max_messages: messagesAtOnceMax,
    idle_heartbeat: heartbeatMs,
  });
  void endIfSilent(messages);
  const stop = () => messages.stop();
  signal.addEventListener("abort", stop);
  const stopListening = restored.listen(stop);
  try {
    if (!signal.aborted) yield* messages;
  } finally {
    stopListening();
    signal.removeEventListener("abort", stop);
    stop();
    // The servers would keep it for five minutes, and a node that cannot follow reads several times in a lease.
    void consumer.delete().catch(() => {});
  }
}

/**
 * Ends the delivery of messages by a consumer whose server does not answer: it may have ended, and the
 * client library would wait until it is back.
 */
async function endIfSilent(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) if (type === "heartbeats_missed") messages.stop();
}
