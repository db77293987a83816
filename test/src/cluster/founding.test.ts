/** Tests the facts on which nodes agree: what a server refuses for another reason is no agreement. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Founding } from "@tandem/replication";
import type { Connected } from "@tandem/replication/nats";
import { startLocalNode } from "../support/local-node.js";
import { natsAbsent, withNats } from "../support/processes/nats-process.js";

describe("the facts on which the nodes of a cluster agree", { skip: natsAbsent }, () => {
  const { connected, server } = withNats();
  let made = 0;

  /** Opens the facts of two nodes. @param publish publishes for the first one. */
  async function open(publish: Connected["stream"]["publish"]): Promise<[Founding, Founding]> {
    const { openFounding } = await import("@tandem/replication/nats");
    const bucket = `founding${made++}`;
    const stream = Object.assign(Object.create(connected().stream) as Connected["stream"], {
      publish,
    });
    return [
      await openFounding({ ...connected(), stream }, bucket),
      await openFounding(connected(), bucket),
    ];
  }

  it("are those of the first node, also for one that asks at the same time", async () => {
    let before: () => Promise<unknown> = async () => {};
    const [one, other] = await open(async (...given) => {
      await before();
      return connected().stream.publish(...given);
    });
    before = () => other.agree("time", "1");
    assert.equal(await one.agree("time", "2"), "1");
    assert.equal(await other.agree("time", "3"), "1");
  });

  it("are not agreed on while the servers refuse to store them", async () => {
    const [one, other] = await open(connected().stream.publish.bind(connected().stream));
    const { streams } = connected().manager;
    const name = `KV_founding${made - 1}`;
    const { config } = await streams.info(name);
    await streams.update(name, { ...config, max_msg_size: 1 });
    await assert.rejects(one.agree("time", "1"), /message size exceeds maximum allowed/);
    await streams.update(name, config);
    assert.equal(await other.agree("time", "2"), "2");
    assert.equal(await one.agree("time", "1"), "2");
  });

  it("are refused in words by a node if its servers have others than nodes set", async () => {
    const { openFounding } = await import("@tandem/replication/nats");
    const facts = await openFounding(connected(), "tandem_31_founding");
    for (const time of ["soon", "", "-1", "1.5", "1e99", "0x10", "8640000000001"]) {
      await facts.set("genesis-time", time);
      const started = startLocalNode(["--in-memory", "--log", server().url]);
      await assert.rejects(started, /genesis-time.*is no time/s, time);
    }
  });
});
