/** Tests what readers of a log leave on its servers. */
import { describe, it } from "node:test";
import { eventually } from "../support/eventually.js";
import { natsAbsent, withNats } from "../support/processes/nats-process.js";

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
    await read({ to: 1 });
    const reading = [read(), read()];
    await eventually("the consumers of both", async () => (await consumers()) === 2);
    await log.append({ kind: "blocks", id: "b", epoch: 1, body }, 1);
    await Promise.all(reading);
    await eventually("no consumer", async () => (await consumers()) === 0);
  });
});
