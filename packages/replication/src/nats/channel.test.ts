/** Tests requests to a sealer and their answers, over a connection that a test plays. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import { headers, type MsgHdrs, type NatsConnection } from "@nats-io/transport-node";
import { silentLogger } from "@tandem/runtime";
import { NobodyServes, RequestTooLarge } from "../channel.js";
import { messageBytesMax } from "../limits.js";
import { LogUnavailable } from "../log.js";
import { openChannel } from "./channel.js";

/** More listeners of one signal than Node accepts without a warning of a leak. */
const requests = 11;

describe("requests to a sealer", () => {
  it("wait together, without a warning, and end when the connection is closed", async (t) => {
    const published: string[] = [];
    const connection = {
      isClosed: () => false,
      subscribe: () => ({ unsubscribe() {} }),
      publish: (subject: string) => published.push(subject),
    };
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    t.after(() => process.off("warning", note));
    const closing = new AbortController();
    const channel = openChannel(
      connection as unknown as NatsConnection,
      "ask",
      silentLogger,
      closing.signal,
    );
    const asked = Array.from({ length: requests }, () =>
      channel.ask(new Uint8Array(1), new AbortController().signal),
    );
    const outcomes = Promise.allSettled(asked);
    assert.equal(published.length, requests);
    // Warnings are emitted in order, so that one of these requests precedes this one.
    const emitted = once(process, "warning");
    process.emitWarning("end", "End");
    await emitted;
    assert.deepEqual(
      warnings.map(({ name }) => name),
      ["End"],
    );
    closing.abort();
    for (const outcome of await outcomes) {
      assert.ok(outcome.status === "rejected" && outcome.reason instanceof LogUnavailable);
    }
  });
});

interface Message {
  readonly data: Uint8Array;
  readonly headers?: MsgHdrs;
  respond(data: Uint8Array, options: { readonly headers: MsgHdrs }): void;
}

type Subscriber = (error: Error | null, message: Message) => void;

/** Passes messages between the subscribers of one connection, at once. */
function playedConnection(maxPayload?: number) {
  const subscribers = new Map<string, Subscriber>();
  let sent = 0;
  const deliver = (subject: string, data: Uint8Array, reply?: string, head?: MsgHdrs) => {
    const respond: Message["respond"] = (answer, options) => {
      sent++;
      if (reply !== undefined) deliver(reply, answer, undefined, options.headers);
    };
    const message = { data, respond, ...(head === undefined ? {} : { headers: head }) };
    subscribers.get(subject)?.(null, message);
  };
  const connection = {
    isClosed: () => false,
    ...(maxPayload === undefined ? {} : { info: { max_payload: maxPayload } }),
    subscribe(subject: string, { callback }: { readonly callback: Subscriber }) {
      subscribers.set(subject, callback);
      return { unsubscribe: () => void subscribers.delete(subject) };
    },
    publish(subject: string, data: Uint8Array, { reply }: { readonly reply: string }) {
      if (subscribers.has(subject)) return deliver(subject, data, reply);
      deliver(reply, new Uint8Array(0), undefined, headers(503, "No Responders"));
    },
  };
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_: object, text: string) => void warnings.push(text) };
  const { signal } = new AbortController();
  const channel = openChannel(connection as unknown as NatsConnection, "ask", logger, signal);
  return { channel, connection, subscribers, warnings, sent: () => sent };
}

describe("the answer of a sealer", () => {
  const never = new AbortController().signal;
  const asking = (length: number) => new Uint8Array(length).fill(1);

  it("has its bytes in order, in as few messages as its length needs", async () => {
    for (const [length, messages] of [
      [0, 1],
      [1, 1],
      [messageBytesMax, 1],
      [messageBytesMax + 1, 2],
      [2 * messageBytesMax, 2],
    ] as const) {
      const { channel, subscribers, sent } = playedConnection();
      const answer = new Uint8Array(length).map((_, at) => at % 251);
      channel.serve(async (request) => (request.length === 3 ? answer : new Uint8Array(9)));
      const given = await channel.ask(asking(3), never);
      assert.ok(Buffer.from(given).equals(answer), `${length}`);
      assert.deepEqual([sent(), [...subscribers.keys()]], [messages, ["ask"]]);
    }
  });

  it("is that nobody serves, while no node does", async () => {
    const { channel, subscribers } = playedConnection();
    const stop = channel.serve(async () => asking(1));
    stop();
    await assert.rejects(channel.ask(asking(1), never), NobodyServes);
    assert.equal(subscribers.size, 0);
  });

  it("is refused at once for a request that the servers do not accept, and without a connection", async () => {
    const { channel, connection } = playedConnection(10);
    channel.serve(async (request) => request);
    await assert.rejects(channel.ask(asking(11), never), RequestTooLarge);
    assert.deepEqual(await channel.ask(asking(10), never), asking(10));
    await assert.rejects(channel.ask(asking(1), AbortSignal.abort()), LogUnavailable);
    connection.isClosed = () => true;
    await assert.rejects(channel.ask(asking(1), never), LogUnavailable);
  });

  it("fails without a message if the sealer has none, which it logs", async () => {
    const { channel, warnings, sent } = playedConnection();
    const failing = Promise.reject(new Error("no answer"));
    channel.serve(() => failing);
    const ending = new AbortController();
    const asked = channel.ask(asking(1), ending.signal);
    await assert.rejects(failing);
    ending.abort();
    await assert.rejects(asked, LogUnavailable);
    assert.deepEqual([sent(), warnings], [0, ["another node of the cluster got no answer"]]);
  });
});
