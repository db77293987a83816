import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { describe, it } from "node:test";
import { relayLimits } from "../limits.js";
import { dropBody } from "./refusal.js";

/** Returns a body that sends a number of chunks, of which each is the same. */
const bodyOf = (chunk: Buffer, count: number) =>
  Readable.from(Array.from({ length: count }, () => chunk)) as IncomingMessage;

describe("a body that is dropped", () => {
  it("may be as long as it is usual", async () => {
    const body = bodyOf(Buffer.alloc(1024), 512);
    dropBody(body);
    await finished(body);
  });

  it("leaves no timer if its connection has closed", async (t) => {
    const body = bodyOf(Buffer.alloc(1024), 1);
    const closed = once(body, "close");
    body.destroy();
    await closed;
    const timers = t.mock.method(globalThis, "setTimeout");
    dropBody(body);
    assert.equal(timers.mock.callCount(), 0);
  });

  it("is cut off when it is too long, or has too many short chunks", async () => {
    const { discardedBytesMax } = relayLimits;
    for (const length of [1, 1024]) {
      const body = bodyOf(Buffer.alloc(length), discardedBytesMax / Math.max(length, 100));
      dropBody(body);
      await assert.rejects(finished(body), { code: "ERR_STREAM_PREMATURE_CLOSE" });
    }
  });
});
