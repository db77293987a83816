import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LineOrder } from "./line-order.js";

describe("the order of lines", () => {
  it("is that in which they were given, whatever takes a while", async () => {
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

  it("goes on after what fails", async () => {
    const order = new LineOrder();
    const lines: string[] = [];
    const failed = order.run(() => Promise.reject(new Error("no traces")));
    order.write(() => lines.push("call"));
    await assert.rejects(failed, /no traces/);
    await order.idle();
    assert.deepEqual(lines, ["call"]);
  });

  it("holds back a limited number of lines", async () => {
    const order = new LineOrder();
    let written = 0;
    order.run(() => new Promise((resolve) => setImmediate(resolve)));
    for (let i = 0; i < 10_001; i++) order.write(() => written++);
    assert.equal(written, 1);
    await order.idle();
    assert.equal(written, 10_001);
  });
});
