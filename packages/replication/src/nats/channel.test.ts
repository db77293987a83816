/** Tests many requests to a sealer at once, over a connection that a test plays. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import type { NatsConnection } from "@nats-io/transport-node";
import { silentLogger } from "@tandem/runtime";
import { LogUnavailable } from "../log.js";
import { openChannel } from "./channel.js";

/** More listeners of one signal than Node accepts without a warning of a leak. */
const requests = 11;

describe("requests to a sealer", () => {
  it("wait together, without a warning, and end when the connection is closed", async (t) => {
    const published: string[] = [];
    const connection = {
      isClosed: () => false,
      subscribe: () => ({ unsubscribe() {} }),
      publish: (subject: string) => published.push(subject),
    };
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    t.after(() => process.off("warning", note));
    const closing = new AbortController();
    const channel = openChannel(
      connection as unknown as NatsConnection,
      "ask",
      silentLogger,
      closing.signal,
    );
    const asked = Array.from({ length: requests }, () =>
      channel.ask(new Uint8Array(1), new AbortController().signal),
    );
    const outcomes = Promise.allSettled(asked);
    assert.equal(published.length, requests);
    // Warnings are emitted in order, so that one of these requests precedes this one.
    const emitted = once(process, "warning");
    process.emitWarning("end", "End");
    await emitted;
    assert.deepEqual(
      warnings.map(({ name }) => name),
      ["End"],
    );
    closing.abort();
    for (const outcome of await outcomes) {
      assert.ok(outcome.status === "rejected" && outcome.reason instanceof LogUnavailable);
    }
  });
});
