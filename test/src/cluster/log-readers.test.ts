/** Tests what readers of a log leave on its servers. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually } from "../support/eventually.js";
import { natsAbsent, withNats } from "../support/processes/nats-process.js";

/** The number of questions within which the servers have removed them: by themselves they do so after five minutes. */
const asksMax = 5_000;

describe("the servers of a log", { skip: natsAbsent }, () => {
  const { connected } = withNats();
  const name = "log";

  it("have no consumer of a reader that has ended, or whose range has", async () => {
    const { openStreamLog } = await import("@tandem/replication/nats");
    const names = { stream: name, subject: name };
    const ending = new AbortController();
    const { signal } = ending;
    const log = await openStreamLog(connected(), names, signal);
    const body = new Uint8Array(1);
    await log.append({ kind: "blocks", id: "a", epoch: 1, body }, 0);
    const read = async (range: { readonly to?: number } = {}) => {
      for await (const { id } of log.read({ from: 1, ...range, signal })) if (id === "b") return;
    };
    const consumers = async () =>
      (await connected().manager.streams.info(name)).state.consumer_count;
    const assertNone = async () => {
      for (let asks = 0; (await consumers()) > 0; asks++)
        assert.ok(asks < asksMax, "some are left");
    };
    await read({ to: 1 });
    await assertNone();
    const reading = [read(), read()];
    await eventually("the consumers of both", async () => (await consumers()) === 2);
    await log.append({ kind: "blocks", id: "b", epoch: 1, body }, 1);
    await Promise.all(reading);
    await assertNone();
  });
});
