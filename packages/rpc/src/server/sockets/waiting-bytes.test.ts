import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WaitingBytes } from "./waiting-bytes.js";

/** A connection with as many waiting bytes as the test says. */
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
  it("are limited for all sockets of one client", () => {
    const { waiting, put } = setUp();
    const [one, two, other] = [connection("a"), connection("a"), connection("b")];
    put(one, 60);
    put(two, 40);
    put(other, 10);
    assert.ok(!waiting.isTooMuch(two));
    put(two, 60);
    assert.ok(waiting.isTooMuch(one) && waiting.isTooMuch(two));
    assert.ok(!waiting.isTooMuch(other));
    put(two, 0);
    assert.ok(!waiting.isTooMuch(one));
  });

  it("are limited for all clients, by closing sockets with waiting bytes", () => {
    const { waiting, put } = setUp();
    const [one, two, other] = [connection("a"), connection("b"), connection("c")];
    put(one, 90);
    put(two, 60);
    assert.ok(!waiting.isTooMuch(one));
    put(two, 90);
    assert.ok(waiting.isTooMuch(one) && waiting.isTooMuch(two));
    assert.ok(!waiting.isTooMuch(other));
  });

  it("are counted again before a socket is closed", () => {
    const { waiting, put } = setUp();
    const [one, two] = [connection("a"), connection("a")];
    put(one, 90);
    put(two, 90);
    one.bytes = 0;
    assert.ok(!waiting.isTooMuch(two));
  });
});
