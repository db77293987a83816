import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { linkAbort } from "./linked-abort.js";

describe("a linked abort", () => {
  it("follows its parent, with the reason, including one that is aborted already", () => {
    const parent = new AbortController();
    const before = linkAbort(parent.signal);
    assert.equal(before.signal.aborted, false);
    const reason = new Error("stopped");
    parent.abort(reason);
    assert.equal(before.signal.reason, reason);
    assert.equal(linkAbort(parent.signal).signal.reason, reason);
  });

  it("can be aborted alone, also without a parent", () => {
    const parent = new AbortController();
    const one = linkAbort(parent.signal);
    const reason = new Error("mine");
    one.abort(reason);
    assert.equal(one.signal.reason, reason);
    assert.equal(parent.signal.aborted, false);
    const orphan = linkAbort(undefined);
    orphan.abort(reason);
    orphan.release();
    assert.equal(orphan.signal.reason, reason);
  });

  it("follows whichever of several parents is aborted first, and leaves no listener at any", () => {
    for (const first of [0, 1]) {
      const parents = [new AbortController(), new AbortController()];
      const signals = parents.map(({ signal }) => signal);
      const one = linkAbort(...signals);
      const released = linkAbort(...signals);
      released.release();
      const listeners = signals.map((signal) => getEventListeners(signal, "abort").length);
      assert.deepEqual(listeners, [1, 1]);
      const reason = new Error("stopped");
      parents[first]?.abort(reason);
      parents[1 - first]?.abort(new Error("too late"));
      assert.equal(one.signal.reason, reason);
      assert.equal(linkAbort(signals[first], signals[1 - first]).signal.reason, reason);
      assert.equal(released.signal.aborted, false);
    }
  });

  it("may be one of many, of which Node does not warn", async (t) => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    process.on("warning", onWarning);
    t.after(() => process.off("warning", onWarning));
    const { signal } = new AbortController();
    for (let i = 0; i < 20; i++) linkAbort(signal);
    await setImmediate();
    assert.deepEqual(warnings, []);
  });

  it("leaves no listener at its parent once it is released", () => {
    const parent = new AbortController();
    const one = linkAbort(parent.signal);
    assert.equal(getEventListeners(parent.signal, "abort").length, 1);
    one.release();
    assert.equal(getEventListeners(parent.signal, "abort").length, 0);
    parent.abort();
    assert.equal(one.signal.aborted, false);
  });
});
