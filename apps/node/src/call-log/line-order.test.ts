import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LineOrder } from "./line-order.js";

describe("the order of lines", () => {
  it("is that of the tasks, however long each takes", async () => {
    const order = new LineOrder();
    const lines: string[] = [];
    order.write(() => lines.push("at once"));
    assert.deepEqual(lines, ["at once"]);
    let read = () => {};
    const isRead = new Promise<void>((resolve) => {
      read = resolve;
    });
    order.run(async () => {
      await isRead;
      lines.push("block");
    });
    order.write(() => lines.push("call"));
    assert.deepEqual(lines, ["at once"]);
    read();
    await order.idle();
    assert.deepEqual(lines, ["at once", "block", "call"]);
  });

  it("continues after a failure", async () => {
    const order = new LineOrder();
    const lines: string[] = [];
    const failed = order.run(() => Promise.reject(new Error("no traces")));
    order.write(() => lines.push("call"));
    await assert.rejects(failed, /no traces/);
    await order.idle();
    assert.deepEqual(lines, ["call"]);
  });

  it("queues a limited number of lines", async () => {
    const order = new LineOrder();
    let written = 0;
    order.run(() => new Promise((resolve) => setImmediate(resolve)));
    for (let i = 0; i < 10_001; i++) order.write(() => written++);
    assert.equal(written, 1);
    await order.idle();
    assert.equal(written, 10_001);
  });
});
