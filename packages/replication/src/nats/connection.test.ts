import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { JetStreamApiError } from "@nats-io/jetstream";
import { Fault } from "@tandem/primitives";
import { openWhenReady } from "./connection.js";

const url = "nats://user:secret@127.0.0.1:4222";

/** Returns a logger that keeps its warnings, and an action that the servers answer at its last try. */
function slowServers(failures: number, failure: () => Error) {
  const warnings: string[] = [];
  const ignore = () => {};
  const warn = (_fields: object, text: string) => void warnings.push(text);
  const logger = { debug: ignore, info: ignore, warn, error: ignore };
  let tries = 0;
  const open = async () => {
    if (tries++ < failures) throw failure();
    return tries;
  };
  return { options: { url, logger }, open, warnings };
}

describe("opening something on the servers of a log", () => {
  it("is repeated while they do not answer, which is said once", async () => {
    const { options, open, warnings } = slowServers(2, () => new Error("timeout"));
    assert.equal(await openWhenReady(options, open), 3);
    assert.deepEqual(warnings, ["the servers of the log do not answer yet"]);
  });

  for (const [code, description, until] of [
    [10005, "no suitable peers for placement", "too few of them are running"],
    [10164, "wrong last sequence", "they store what another node asks for"],
  ] as const) {
    it(`is repeated while ${until}`, async () => {
      const refusal = () => new JetStreamApiError({ code: 400, err_code: code, description });
      const { options, open } = slowServers(1, refusal);
      assert.equal(await openWhenReady(options, open), 2);
    });
  }

  it("ends with a sentence, without the password, if they never answer", async () => {
    const never = slowServers(Number.POSITIVE_INFINITY, () => new Error("timeout"));
    await assert.rejects(openWhenReady(never.options, never.open, 1), (error) => {
      assert.ok(error instanceof Fault && error.data.code === "unusable-data");
      assert.equal(error.message, "the log at nats://127.0.0.1:4222 cannot be used: timeout");
      return true;
    });
  });

  it("is not repeated if it is refused", async () => {
    const refusal = new Fault({ code: "unusable-data", message: "another lifetime" });
    const { options, open, warnings } = slowServers(1, () => refusal);
    await assert.rejects(openWhenReady(options, open), refusal);
    assert.deepEqual(warnings, []);
  });
});
