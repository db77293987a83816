/** Tests a log that an operator removes while a node uses it. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { natsAbsent, startNats } from "../support/processes/nats-process.js";

/** The number of removals: Debian's server lost the files of one in ten logs that were created again at once. */
const removals = 24;
const name = "log";

it("a log that is removed is created again on servers that still delete its files", {
  skip: natsAbsent,
}, async (t) => {
  const { connectNats, openStreamLog } = await import("@tandem/replication/nats");
  const server = await startNats();
  t.after(server.stop);
  const connect = async () => {
    const connected = await connectNats({ url: server.url, name: "test", logger: silentLogger });
    t.after(() => connected.connection.close());
    return connected;
  };
  const [node, operator] = [await connect(), await connect()];
  const { signal } = new AbortController();
  const log = await openStreamLog(node, { stream: name, subject: name }, signal);
  for (let i = 0; i < removals; i++) {
    const messages = Array.from({ length: 50 }, () => node.stream.publish(name, "x".repeat(2000)));
    await Promise.all(messages);
    const { identity } = await log.bounds();
    const removed = operator.manager.streams.delete(name);
    while ((await log.bounds()).identity === identity);
    await removed;
    const stored = await node.stream.publish(name, "x");
    assert.equal(stored.seq, 1);
  }
});
