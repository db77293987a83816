/** Tests appends to the log whose answers are lost or late, over servers that a test plays. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { JetStreamApiError } from "@nats-io/jetstream";
import type { MsgHdrs } from "@nats-io/transport-node";
import { type Logger, silentLogger, Topic } from "@tandem/runtime";
import type { Connected } from "./connection.js";
import { openStreamLog } from "./stream-log.js";

interface Published {
  readonly header: MsgHdrs;
  readonly data: Uint8Array;
}

const wrongLast = () =>
  new JetStreamApiError({ code: 400, err_code: 10071, description: "wrong last sequence" });

/** Plays servers whose log is empty. @param publish answers each attempt to append, or throws. */
function openLog(
  stored: Published[],
  publish: (message: Published) => number,
  logger: Logger = silentLogger,
) {
  const config = { name: "log", subjects: ["log"], retention: "limits" };
  const streams = {
    info: async () => ({ created: "1", config, state: { first_seq: 1, last_seq: stored.length } }),
    getMessage: async (_: string, { seq }: { seq: number }) => stored[seq - 1] ?? null,
  };
  const stream = {
    publish: async (_: string, data: Uint8Array, { headers }: { headers: MsgHdrs }) => ({
      seq: publish({ header: headers, data }),
    }),
  };
  const connected = {
    manager: { streams },
    stream,
    logger,
    restored: new Topic<void>(silentLogger),
    replicas: 3,
  };
  const names = { stream: "log", subject: "log" };
  return openStreamLog(connected as unknown as Connected, names, new AbortController().signal);
}

describe("an append without an answer", () => {
  const record = { kind: "blocks", id: "a", epoch: 1, body: new Uint8Array(1) } as const;

  it("is not refused by its own first attempt, which the servers are still storing", async () => {
    const stored: Published[] = [];
    let attempts = 0;
    const log = await openLog(stored, (message) => {
      attempts++;
      if (attempts === 1) throw new Error("timeout");
      if (attempts === 3) stored.push(message);
      throw wrongLast();
    });
    assert.deepEqual(await log.append(record, 0), { status: "appended", sequence: 1 });
    assert.equal(attempts, 3);
  });

  it("is refused if the servers store that of another writer", async () => {
    const stored: Published[] = [];
    let attempts = 0;
    const log = await openLog(stored, (message) => {
      attempts++;
      if (attempts === 1) throw new Error("timeout");
      message.header.set("Tandem-Id", "other");
      if (attempts === 3) stored.push(message);
      throw wrongLast();
    });
    assert.deepEqual(await log.append(record, 0), { status: "fenced", mayBeRead: true });
    assert.equal(attempts, 3);
  });

  it("is made again if the servers drop its first attempt", async () => {
    let attempts = 0;
    const log = await openLog([], () => {
      attempts++;
      if (attempts === 1) throw new Error("timeout");
      if (attempts === 2) throw wrongLast();
      return 1;
    });
    assert.deepEqual(await log.append(record, 0), { status: "appended", sequence: 1 });
  });

  it("is repeated while the servers cannot store it, of which the reason is logged once", async () => {
    const told: [object, string][] = [];
    const logger = { ...silentLogger, error: (...one: [object, string]) => void told.push(one) };
    let attempts = 0;
    const publish = () => {
      attempts++;
      if (attempts > 6) return 1;
      throw new JetStreamApiError({ code: 503, err_code: 10077, description: "no space left" });
    };
    const log = await openLog([], publish, logger);
    assert.deepEqual(await log.append(record, 0), { status: "appended", sequence: 1 });
    assert.deepEqual(told, [[{ reason: "no space left" }, "the servers of the log store nothing"]]);
  });
});
