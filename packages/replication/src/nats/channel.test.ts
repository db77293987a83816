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

test("a request whose answer would go to a stream or into a bucket is not answered", async () => {
  const subjects = ["tandem.31.log", "$KV.tandem_31_lease.sealer", undefined, "_INBOX.one"];
  let receive: SubscriptionOptions["callback"];
  const connection = {
    subscribe(_: string, { callback }: SubscriptionOptions = {}) {
      receive = callback;
    },
  } as unknown as NatsConnection;
  const { signal } = new AbortController();
  const asked: (string | undefined)[] = [];
  openChannel(connection, "sealer", silentLogger, signal).serve(async (request) => request);
  await new Promise<void>((resolve) => {
    for (const reply of subjects) {
      const respond = () => {
        asked.push(reply);
        resolve();
      };
      receive?.(null as never, { data: new Uint8Array(1), reply, respond } as unknown as Msg);
    }
  });
  assert.deepEqual(asked, ["_INBOX.one"]);
});
