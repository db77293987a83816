/** Tests a log whose stream exists already, with settings of somebody else. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { natsAbsent, withNats } from "../support/processes/nats-process.js";

describe("the stream of a log that exists already", { skip: natsAbsent }, () => {
  const { connected } = withNats();
  let made = 0;
  const { signal } = new AbortController();

  /** Creates a stream with settings, and opens it as a log. */
  async function open(settings: object, subjects?: string[]) {
    const { openStreamLog } = await import("@tandem/replication/nats");
    const name = `log${made++}`;
    const { streams } = connected().manager;
    await streams.add({ name, subjects: subjects ?? [name], ...settings });
    return openStreamLog(connected(), { stream: name, subject: name }, signal);
  }

  it("is refused if it does not take or does not keep all messages, and the settings are named", async () => {
    const hour = 3_600_000_000_000;
    for (const settings of [
      { max_msgs: 1 },
      { max_msgs_per_subject: 1 },
      { max_age: hour },
      { max_msg_size: 500_000 },
      { no_ack: true },
      { retention: "workqueue" },
    ]) {
      const [name] = Object.keys(settings);
      await assert.rejects(open(settings), {
        name: "Fault",
        message: new RegExp(`of its ${name}:`),
      });
    }
    await assert.rejects(open({}, ["other"]), /of its subjects:/);
    await assert.rejects(open({ no_ack: true, max_msgs: 1 }), /of its max_msgs, no_ack:/);
  });

  it("is used with settings of an operator that keep all messages", async () => {
    for (const settings of [
      { num_replicas: 1, storage: "memory", description: "ours" },
      { max_msg_size: 1_000_000, allow_direct: true },
      { max_bytes: 1_000_000 },
    ]) {
      assert.equal((await (await open(settings)).bounds()).last, 0);
    }
  });

  it("is refused when it was replaced by one that does not keep all messages", async () => {
    const log = await open({});
    const name = `log${made - 1}`;
    const { streams } = connected().manager;
    await log.append({ kind: "blocks", id: "1:0x", epoch: 1, body: new Uint8Array(1) }, 0);
    await streams.delete(name);
    await streams.add({ name, subjects: [name], max_msgs: 1 });
    await assert.rejects(log.bounds(), /of its max_msgs:/);
  });
});
