/** Tests that a batch of events has bytes of its own, since its memory is handed over to a thread. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EventBatch } from "./event-batch.js";

describe("a batch of events", () => {
  const bytesOf = (...chunks: readonly Uint8Array[]) => {
    const batch = new EventBatch();
    for (const chunk of chunks) batch.addBytes(chunk);
    const taken = batch.take();
    assert.ok(taken.kind === "run");
    return taken.bytes;
  };

  it("copies bytes of any kind, alone or with others", () => {
    const memory = new ArrayBuffer(8);
    const whole = Buffer.from(memory).fill(7);
    const plain = new Uint8Array(memory, 2, 3);
    for (const chunks of [[whole.subarray(2, 5)], [plain], [plain, whole.subarray(0, 1)]]) {
      const bytes = bytesOf(...chunks);
      assert.notEqual(bytes, memory);
      assert.deepEqual(new Uint8Array(bytes), new Uint8Array(Buffer.concat(chunks)));
    }
  });
});
