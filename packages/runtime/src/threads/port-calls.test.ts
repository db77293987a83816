import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { type Called, PortCalls, Transferred } from "./port-calls.js";

/** Connects two ends of a channel, each with functions that the other may call. */
function connect(t: { after(end: () => void): void }, here: Called, there: Called) {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  return { calls: new PortCalls(port1, here), other: new PortCalls(port2, there) };
}

describe("calls over a port", () => {
  it("return results of both directions, each to its call", async (t) => {
    const double = { double: async (value: number) => 2 * value };
    const { calls, other } = connect(t, { half: (value: number) => value / 2 }, double);
    const results = await Promise.all([1, 2, 3].map((value) => calls.call("double", value)));
    assert.deepEqual(results, [2, 4, 6]);
    assert.equal(await other.call("half", 8), 4);
  });

  it("transfer memory instead of copying it", async (t) => {
    const bytes = new Uint8Array([1, 2, 3]);
    const read = { read: () => new Transferred({ bytes }, bytes.buffer as ArrayBuffer) };
    const { calls } = connect(t, {}, read);
    const { bytes: read1 } = await calls.call<{ bytes: Uint8Array }>("read");
    assert.deepEqual([...read1], [1, 2, 3]);
    assert.equal(bytes.length, 0);
  });

  it("reject with the words of the error, and for an unknown function", async (t) => {
    const fail = {
      fail: () => {
        throw new TypeError("not possible");
      },
    };
    const { calls } = connect(t, {}, fail);
    await assert.rejects(calls.call("fail"), /TypeError: not possible/);
    await assert.rejects(calls.call("other"), /the other thread called other/);
  });

  it("notify the function when the caller aborts, also before the call", async (t) => {
    const wait = {
      wait: async (_: undefined, signal: AbortSignal) => {
        if (!signal.aborted) await once(signal, "abort");
        return "aborted";
      },
    };
    const { calls } = connect(t, {}, wait);
    const controller = new AbortController();
    const waiting = calls.call("wait", undefined, controller.signal);
    controller.abort();
    assert.equal(await waiting, "aborted");
    assert.equal(await calls.call("wait", undefined, AbortSignal.abort()), "aborted");
  });

  it("reject when the other thread ends, and abort what it called", async (t) => {
    let seen: AbortSignal | undefined;
    const forEver = () => new Promise(() => {});
    const here = {
      hang: (_: undefined, signal: AbortSignal) => {
        seen = signal;
        return forEver();
      },
    };
    const { calls, other } = connect(t, here, { hang: forEver });
    const never = calls.call("hang");
    void other.call("hang");
    while (seen === undefined) await new Promise(setImmediate);
    calls.end(new Error("ended"));
    await assert.rejects(never, /ended/);
    await assert.rejects(calls.call("hang"), /ended/);
    assert.equal(seen.aborted, true);
  });

  it("without a result are in order with the others", async (t) => {
    const seen: number[] = [];
    const there = { note: (value: number) => void seen.push(value), all: () => seen };
    const { calls } = connect(t, {}, there);
    for (const value of [1, 2, 3]) calls.tell("note", value);
    assert.deepEqual(await calls.call("all"), [1, 2, 3]);
  });
});
