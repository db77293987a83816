/**
 * Tests that the relay follows new blocks over the node's WebSocket, and polls while the socket is
 * cut.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import { openProxy } from "../support/processes/tcp-proxy.js";
import { call } from "../support/rpc.js";
import { recipient, startUssdWorld } from "../support/ussd/ussd.js";

/** Resolves when the node has this number of subscriptions. */
const subscribed = (url: string, count: number) =>
  eventually(`${count} subscriptions at the node`, async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return new RegExp(`^tandem_subscriptions ${count}$`, "m").test(text);
  });

describe("a relay whose WebSocket is cut", () => {
  it("confirms transactions before, during and after that", async (t) => {
    // There is no listener at the address of this stopped node.
    const gone = await startLocalNode();
    await gone.stop();
    const socket = await openProxy(gone.url);
    t.after(() => socket.close());
    const flags = ["--node-ws", socket.url.replace("http:", "ws:")];
    const world = await startUssdWorld({
      nodeFlags: ["--mining", "manual"],
      relayFlags: flags,
    });
    t.after(() => world.close());
    let sent = 0;
    const confirmOne = async () => {
      sent += 1;
      await world.dial(`session ${sent}`, `2*${recipient}*0.${sent}`);
      await call(world.node.url, "evm_mine");
      await eventually(`confirmation ${sent}`, () => {
        const lines = world.relay.lines().filter((line) => line.startsWith("Transfer confirmed"));
        return lines.length === sent;
      });
    };
    await confirmOne();
    socket.connectTo(world.node.url);
    await subscribed(world.node.url, 1);
    await confirmOne();
    socket.connectTo(gone.url);
    await subscribed(world.node.url, 0);
    await confirmOne();
    socket.connectTo(world.node.url);
    await subscribed(world.node.url, 1);
    await confirmOne();
    assert.equal(await world.relay.stop(), 0);
  });

  it("uses the WebSocket on the port of the node's HTTP by default", async (t) => {
    const world = await startUssdWorld();
    t.after(() => world.close());
    await subscribed(world.node.url, 1);
  });
});
