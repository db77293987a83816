import assert from "node:assert/strict";
import { test } from "node:test";
import { type LogEntry, LogGap, type ReadRange, type ReplicationLog } from "../log.js";
import { MemoryLog } from "../memory-log.js";
import { readAhead } from "./read-ahead.js";

const record = (id: string) => ({
  kind: "blocks" as const,
  id,
  epoch: 1,
  body: new Uint8Array(1),
});

async function logOf(...ids: string[]): Promise<MemoryLog> {
  const log = new MemoryLog();
  for (const [sequence, id] of ids.entries()) await log.append(record(id), sequence);
  return log;
}

test("a record is prepared while the one before it is applied", async () => {
  const log = await logOf("one", "two", "three");
  const events: string[] = [];
  const range = { from: 1, to: 3, signal: new AbortController().signal };
  for await (const { id } of readAhead(log, range, (next) => events.push(`prepare ${next.id}`))) {
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
    for await (const { id } of readAhead(gapped, range, () => {})) {
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
    for await (const { id } of readAhead(log, range, () => {})) throw new Error(id);
  };
  await assert.rejects(failing, /^Error: one$/);
});
