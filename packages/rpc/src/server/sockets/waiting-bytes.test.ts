import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WaitingBytes } from "./waiting-bytes.js";

/** A connection on which as much waits as the test says. */
function connection(id: string) {
  const waiter = { client: { id }, bytes: 0, waitingBytes: () => waiter.bytes };
  return waiter;
}

function setUp() {
  const waiting = new WaitingBytes({ waitingBytesMax: 150, clientWaitingBytesMax: 100 });
  const put = (waiter: ReturnType<typeof connection>, bytes: number) => {
    waiter.bytes = bytes;
    waiting.count(waiter, bytes);
  };
  return { waiting, put };
}

describe("bytes that wait on sockets", () => {
  it("are bounded for the sockets of one client together", () => {
    const { waiting, put } = setUp();
    const [one, two, other] = [connection("a"), connection("a"), connection("b")];
    put(one, 60);
    assert.ok(!waiting.isTooMuch(two));
    put(two, 60);
    assert.ok(waiting.isTooMuch(one) && waiting.isTooMuch(two));
    assert.ok(!waiting.isTooMuch(other));
    put(two, 0);
    assert.ok(!waiting.isTooMuch(one));
  });

  it("are bounded for all, at the cost of those on whom something waits", () => {
    const { waiting, put } = setUp();
    const [one, two, other] = [connection("a"), connection("b"), connection("c")];
    put(one, 90);
    put(two, 90);
    assert.ok(waiting.isTooMuch(one) && waiting.isTooMuch(two));
    assert.ok(!waiting.isTooMuch(other));
  });

  it("are looked at again before anybody is cut", () => {
    const { waiting, put } = setUp();
    const [one, two] = [connection("a"), connection("a")];
    put(one, 90);
    put(two, 90);
    one.bytes = 0;
    assert.ok(!waiting.isTooMuch(two));
  });
});
