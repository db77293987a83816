/** Tests a node whose log server disappears without closing the connection, as one that loses its power. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { type ClusterNodes, startCluster, steadyLease } from "../support/cluster/nodes.js";
import { type ServerProxy, startServerProxy } from "../support/cluster/server-proxy.js";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";

describe("a node whose log server disappears", { skip: natsAbsent }, () => {
  let cluster: ClusterNodes;
  const proxies: ServerProxy[] = [];
  let sealer: RunningNode;
  let replica: RunningNode;

  before(async () => {
    cluster = await startCluster();
    sealer = await cluster.startLocal("sealer", "auto", steadyLease);
    for (let i = 0; i < 2; i++) proxies.push(await startServerProxy(cluster.nats.port));
    const url = proxies.map(({ port }) => `nats://127.0.0.1:${port}`).join(",");
    const flags = ["--in-memory", "--log", url, "--role", "replica"];
    replica = await startLocalNode([...flags, ...steadyLease]);
  });
  after(async () => {
    await replica?.stop();
    for (const proxy of proxies) proxy.stop();
    await cluster?.stop();
  });

  it("follows the log by another one", async () => {
    const used = proxies.find(({ connections }) => connections > 0);
    assert.ok(used !== undefined);
    used.drop();
    await call(sealer.url, "evm_mine");
    await eventually("block", async () => (await call(replica.url, "eth_blockNumber")) === "0x1");
    assert.match(replica.output(), /the connection to the log is restored/);
  });

  it("waits at its start for one that accepts connections and does not answer yet", async () => {
    const proxy = await startServerProxy(cluster.nats.port);
    proxies.push(proxy);
    proxy.drop();
    const flags = ["--in-memory", "--log", `nats://127.0.0.1:${proxy.port}`, "--role", "replica"];
    const starting = startLocalNode([...flags, ...steadyLease]);
    await eventually("second attempt", () => proxy.opened > 1);
    proxy.pass();
    const node = await starting;
    assert.match(node.output(), /the servers of the log do not answer yet/);
    await node.stop();
  });

  it("leaves no connection to one that does not answer when it is closed", async () => {
    const proxy = await startServerProxy(cluster.nats.port);
    proxies.push(proxy);
    const flags = ["--in-memory", "--log", `nats://127.0.0.1:${proxy.port}`, "--role", "replica"];
    const node = await startLocalNode([...flags, ...steadyLease]);
    const { opened } = proxy;
    proxy.drop();
    await eventually("attempt to connect again", () => proxy.opened > opened);
    await node.stop();
    await eventually("end of its connections", () => proxy.connections === 0);
  });

  it("leaves no connection to one that never answered", async () => {
    const proxy = await startServerProxy(cluster.nats.port);
    proxies.push(proxy);
    proxy.drop();
    const { connectNats } = await import("@tandem/replication/nats");
    const leaving = new AbortController();
    const connecting = connectNats({
      url: `nats://127.0.0.1:${proxy.port}`,
      name: "test",
      logger: silentLogger,
      leaving: leaving.signal,
    });
    connecting.catch(() => {});
    await eventually("second attempt", () => proxy.opened > 1);
    leaving.abort(new Error("the node leaves"));
    await assert.rejects(connecting, /the node leaves/);
    await eventually("end of its connections", () => proxy.connections === 0);
  });

  for (const question of ["genesis-time", "genesis-hash"]) {
    it(`asks again at its start for what is not answered: ${question}`, async () => {
      const proxy = await startServerProxy(cluster.nats.port);
      proxies.push(proxy);
      const asked = proxy.dropFrom(question);
      const flags = ["--in-memory", "--log", `nats://127.0.0.1:${proxy.port}`, "--role", "replica"];
      const starting = startLocalNode([...flags, ...steadyLease]);
      // It is awaited below.
      starting.catch(() => {});
      await eventually("second question", () => asked() > 1);
      proxy.pass();
      await (await starting).stop();
    });
  }
});
