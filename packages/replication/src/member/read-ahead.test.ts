import assert from "node:assert/strict";
import { test } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { type LogEntry, LogGap, LogMissing, type ReadRange, type ReplicationLog } from "../log.js";
import { MemoryLog } from "../memory-log.js";
import { List } from "../testing/memory-cluster.js";
import { Follower } from "./follower.js";
import { readAhead } from "./read-ahead.js";

const record = (id: string) => ({
  kind: "blocks" as const,
  id,
  epoch: 1,
  body: new Uint8Array(1),
});

const same = (entry: LogEntry) => entry;

async function logOf(...ids: string[]): Promise<MemoryLog> {
  const log = new MemoryLog();
  for (const [sequence, id] of ids.entries()) await log.append(record(id), sequence);
  return log;
}

test("a record is prepared while the one before it is applied", async () => {
  const log = await logOf("one", "two", "three");
  const events: string[] = [];
  const range = { from: 1, to: 3, signal: new AbortController().signal };
  const prepare = (next: LogEntry) => {
    events.push(`prepare ${next.id}`);
    return next;
  };
  for await (const { id } of readAhead(log, range, prepare)) {
    await new Promise(setImmediate);
    events.push(`apply ${id}`);
  }
  const inOrder = ["prepare one", "prepare two", "apply one", "prepare three"];
  assert.deepEqual(events, [...inOrder, "apply two", "apply three"]);
});

test("an error of the log is thrown after the records before it", async () => {
  const log = await logOf("one");
  const gapped = {
    async *read(range: ReadRange): AsyncIterable<LogEntry> {
      yield* log.read({ ...range, to: 1 });
      throw new LogGap("the log continues at 3");
    },
  } as unknown as ReplicationLog;
  const applied: string[] = [];
  const following = async () => {
    const range = { from: 1, signal: new AbortController().signal };
    for await (const { id } of readAhead(gapped, range, same)) {
      await new Promise(setImmediate);
      applied.push(id);
    }
  };
  await assert.rejects(following, LogGap);
  assert.deepEqual(applied, ["one"]);
});

test("a reader that stops does not wait for a record that is not appended", async () => {
  const log = await logOf("one");
  const range = { from: 1, signal: new AbortController().signal };
  const failing = async () => {
    for await (const { id } of readAhead(log, range, same)) throw new Error(id);
  };
  await assert.rejects(failing, /^Error: one$/);
});

test("a log that the servers have lost is told in one sentence, once", async () => {
  class LostLog extends MemoryLog {
    override async *read() {
      yield* [];
      throw new LogMissing("the servers do not have the log any more");
    }
  }
  const told: unknown[] = [];
  const tell = (fields: object, text: string) => told.push([fields, text]);
  const logger = { ...silentLogger, warn: tell, error: tell };
  const options = { log: new LostLog(), logger, applier: new List() };
  const follower = new Follower(
    options,
    () => 0,
    async () => {},
  );
  for (let i = 0; i < 2; i++) {
    follower.follow();
    await follower.stop();
    assert.match(follower.trouble ?? "", /do not have the log/);
  }
  assert.deepEqual(told, [[{}, "the servers do not have the log any more: it is filled again"]]);
});
