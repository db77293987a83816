import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpanAttributes, Tracer } from "@tandem/runtime";
import { MemoryLog } from "./memory-log.js";
import { tracedLog } from "./traced-log.js";

test("an append is a span with its outcome, and the log is unchanged", async () => {
  const spans: Record<string, unknown>[] = [];
  const tracer: Tracer = {
    trace({ name, kind, attributes }, work) {
      const span: Record<string, unknown> = { name, kind, ...attributes };
      spans.push(span);
      return work({
        set: (added: SpanAttributes) => Object.assign(span, added),
        fail: (reason) => Object.assign(span, { reason }),
      });
    },
    traceparent: () => undefined,
  };
  const own = new MemoryLog();
  const log = tracedLog(own, tracer);
  const record = { kind: "blocks", id: "a", epoch: 2, body: new Uint8Array(3) } as const;
  assert.deepEqual(await log.append(record, 0), { status: "appended", sequence: 1 });
  assert.deepEqual(await log.append({ ...record, id: "b" }, 0), {
    status: "fenced",
    mayBeRead: false,
  });
  const common = { name: "append to log", kind: "producer", "tandem.log.kind": "blocks" };
  const facts = { ...common, "tandem.log.epoch": 2, "tandem.log.bytes": 3 };
  assert.deepEqual(spans, [
    { ...facts, "tandem.log.id": "a", "tandem.log.sequence": 1 },
    { ...facts, "tandem.log.id": "b", reason: "another writer appended first" },
  ]);
  assert.deepEqual(await log.bounds(), await own.bounds());
  assert.equal(await log.idAt(1), "a");
  const { signal } = new AbortController();
  for await (const { id } of log.read({ from: 1, to: 1, signal })) assert.equal(id, "a");
});
