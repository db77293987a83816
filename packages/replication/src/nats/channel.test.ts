import assert from "node:assert/strict";
import { test } from "node:test";
import type { Msg, NatsConnection, SubscriptionOptions } from "@nats-io/transport-node";
import { silentLogger } from "@tandem/runtime";
import { LogUnavailable } from "../log.js";
import { openChannel } from "./channel.js";

test("an answer that does not end is collected up to a limit only", async () => {
  let listening = 0;
  let sent = 0;
  let receive: SubscriptionOptions["callback"];
  const connection = {
    info: undefined,
    isClosed: () => false,
    subscribe(_: string, { callback }: SubscriptionOptions = {}) {
      receive = callback;
      listening++;
      return { unsubscribe: () => void listening-- };
    },
    /** Answers as long as somebody listens. */
    publish() {
      for (; listening > 0 && sent < 1000; sent++) {
        receive?.(null as never, { data: new Uint8Array(100) } as Msg);
      }
    },
  } as unknown as NatsConnection;
  const { signal } = new AbortController();
  const channel = openChannel(connection, "sealer", silentLogger, signal, 1000);
  const asking = channel.ask(new Uint8Array(1), signal);
  await assert.rejects(asking, (error) => {
    assert.ok(error instanceof LogUnavailable);
    return /more than 1000 bytes/.test(error.message);
  });
  assert.deepEqual([sent, listening], [11, 0]);
});
