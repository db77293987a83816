/** Tests connections between nodes over sockets, each with a chain in memory. */
import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { afterEach, describe, it } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { type Enode, parseEnode } from "./enode.js";
import { peerLimits } from "./limits.js";
import { encodeMessage, messageCode } from "./messages/message.js";
import { PeerNetwork, type PeerNetworkOptions } from "./peer-network.js";
import { capabilityOffset } from "./rlpx/base-protocol.js";
import { createNodeKey } from "./rlpx/node-key.js";
import { listening } from "./testing/connection-pair.js";
import { FakeChain, genesis, makeBlock, makeBranch } from "./testing/fake-chain.js";
import { closed, RawPeer, rawSocket } from "./testing/raw-peer.js";

const running = new Set<PeerNetwork>();

interface Node {
  readonly network: PeerNetwork;
  readonly chain: FakeChain;
  readonly key: PeerNetworkOptions["key"];
  readonly enode: Enode;
}

async function startNode(options: Partial<PeerNetworkOptions> & { chain?: FakeChain } = {}) {
  const { chain = new FakeChain(), key = createNodeKey() } = options;
  const network = new PeerNetwork({
    key,
    chain,
    logger: silentLogger,
    client: "Test/1",
    peersMax: 25,
    peers: [],
    listen: { host: "127.0.0.1", port: 0 },
    ...options,
  });
  chain.moved = (added) => network.headMoved({ removed: [], added });
  running.add(network);
  await network.start();
  const enode = parseEnode(network.enode as string) as Enode;
  return { network, chain, key, enode } satisfies Node;
}

/** Resolves once a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

async function stop(network: PeerNetwork): Promise<void> {
  running.delete(network);
  await network.stop();
}

const join = ({ enode }: Node, chain = new FakeChain(), key = createNodeKey()) =>
  RawPeer.join(enode.port, enode.id, chain, key);

afterEach(async () => {
  await Promise.all([...running].map(stop));
});

describe("nodes", () => {
  it("synchronise with the peers that they are given, and then follow each other's blocks", async () => {
    const blocks = makeBranch(genesis, 500);
    const far = await startNode({ chain: new FakeChain().add(...blocks) });
    const near = await startNode({ peers: [far.enode] });
    await near.network.caughtUp();
    assert.deepEqual(near.chain.head.hash, far.chain.head.hash);
    const [info] = near.network.peers();
    assert.equal(info?.best?.number, 500);
    assert.equal(info?.isOutbound, true);

    far.chain.add(makeBlock({ parent: far.chain.head }));
    await until(() => near.chain.head.header.number === 501);
    near.chain.add(makeBlock({ parent: near.chain.head }));
    await until(() => far.chain.head.header.number === 502);
  });

  it("make one connection to each other, whoever begins, and how often", async () => {
    const [a, b] = [createNodeKey(), createNodeKey()];
    const first = await startNode({ key: a });
    const peers = [first.enode, first.enode];
    const second = await startNode({ key: b, peers });
    await second.network.caughtUp();
    assert.deepEqual([first.network.peers().length, second.network.peers().length], [1, 1]);
  });

  it("that connect to each other at once get one connection", async () => {
    const [a, b] = [createNodeKey(), createNodeKey()];
    const probe = await startNode();
    const { port } = probe.enode;
    await stop(probe.network);
    const second = await startNode({
      key: b,
      peers: [{ id: a.publicKey, host: "127.0.0.1", port }],
    });
    const first = await startNode({
      key: a,
      peers: [second.enode],
      listen: { host: "127.0.0.1", port },
    });
    await until(() => first.network.peers().length === 1 && second.network.peers().length === 1);
    assert.notEqual(first.network.peers()[0]?.isOutbound, second.network.peers()[0]?.isOutbound);
  });

  it("connect again after the other one was started again", async () => {
    const key = createNodeKey();
    const before = await startNode({ key });
    const near = await startNode({ peers: [before.enode], listen: undefined });
    await until(() => near.network.peers().length === 1);
    await stop(before.network);
    await until(() => near.network.peers().length === 0);
    const { port } = before.enode;
    const chain = new FakeChain().add(...makeBranch(genesis, 3));
    await startNode({ key, chain, listen: { host: "127.0.0.1", port } });
    await until(() => near.chain.head.header.number === 3);
  });

  it("do not wait for a peer that cannot be reached", async () => {
    const gone = await startNode();
    await stop(gone.network);
    const node = await startNode({ peers: [gone.enode] });
    await node.network.caughtUp();
    assert.equal(node.network.peers().length, 0);
  });

  it("keep connections to a limited number of others", async () => {
    const node = await startNode();
    const others = Array.from({ length: peerLimits.keptMax + 1 }, (_, i) => {
      return { id: Buffer.alloc(64, i.toString().padStart(64)), host: "127.0.0.1", port: 1 };
    });
    const last = others.pop() as Enode;
    for (const enode of others) node.network.add(enode);
    assert.throws(() => node.network.add(last), {
      data: { code: "limit-exceeded", limit: "kept-peers", max: peerLimits.keptMax },
    });
    node.network.add(others[0] as Enode);
    node.network.remove((others[0] as Enode).id);
    node.network.add(last);
  });

  it("end a connection that is being made when its peer is removed, and make it again when it is added", async () => {
    const accepted: Socket[] = [];
    const silent = createServer((socket) => accepted.push(socket.on("error", () => {})));
    const port = await listening(silent);
    const id = createNodeKey().publicKey;
    const node = await startNode();
    for (const count of [1, 2]) {
      node.network.add({ id, host: "127.0.0.1", port });
      await until(() => accepted.length === count);
      node.network.remove(id);
      await closed(accepted[count - 1] as Socket);
    }
    silent.close();
  });

  it("of another network or with another first block are no peers", async () => {
    const far = await startNode();
    for (const chain of [new FakeChain(genesis, 30), new FakeChain(makeBlock({ tag: "other" }))]) {
      const near = await startNode({ chain, peers: [far.enode] });
      await near.network.caughtUp();
      assert.deepEqual([near.network.peers().length, far.network.peers().length], [0, 0]);
      await stop(near.network);
    }
  });

  it("are no peers of themselves", async () => {
    const key = createNodeKey();
    const node = await startNode({ key });
    const { port } = node.enode;
    await stop(node.network);
    const self = { id: key.publicKey, host: "127.0.0.1", port };
    const again = await startNode({ key, peers: [self], listen: { host: "127.0.0.1", port } });
    await again.network.caughtUp();
    assert.equal(again.network.peers().length, 0);
  });
});

describe("a node that others connect to", () => {
  it("accepts as many as it may, also of those that come at once", async () => {
    const node = await startNode({ peersMax: 2 });
    const joined = await Promise.allSettled(Array.from({ length: 12 }, () => join(node)));
    const accepted = joined.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await until(() => node.network.peers().length === 2);
    assert.equal(accepted.length, 2);
    for (const { socket } of accepted) socket.destroy();
    await until(() => node.network.peers().length === 0);
    await join(node);
    await until(() => node.network.peers().length === 1);
  });

  it("accepts each node once", async () => {
    const node = await startNode();
    const key = createNodeKey();
    const first = await join(node, new FakeChain(), key);
    await assert.rejects(join(node, new FakeChain(), key));
    assert.equal(node.network.peers().length, 1);
    first.socket.destroy();
    await until(() => node.network.peers().length === 0);
    await join(node, new FakeChain(), key);
  });

  it("refuses one that broke a rule, but no other", async () => {
    const node = await startNode();
    const key = createNodeKey();
    const bad = await join(node, new FakeChain(), key);
    bad.send(0x18, Uint8Array.of(1));
    await closed(bad.socket);
    await assert.rejects(join(node, new FakeChain(), key));
    await join(node);
    await until(() => node.network.peers().length === 1);
  });

  it("tells why the connection of a peer ended, and that it failed itself", async () => {
    const told: string[] = [];
    const teller = (level: string) => (_: unknown, message: string) => {
      told.push(`${level}: ${message}`);
    };
    const [error, info] = [teller("error"), teller("info")];
    const node = await startNode({ logger: { ...silentLogger, error, info } });
    const gone = await join(node);
    gone.socket.destroy();
    await until(() => told.length === 2);
    node.chain.hashAt = () => {
      throw new Error("the row is damaged");
    };
    const asking = await join(node);
    const payload = encodeMessage({ kind: "hash-request", id: 1, height: 0 });
    asking.send(capabilityOffset + messageCode, payload);
    await closed(asking.socket);
    assert.deepEqual(told, [
      "info: connected to a peer",
      "info: a peer's connection ended: the other side closed the connection",
      "info: connected to a peer",
      "error: a peer is disconnected: this node failed",
    ]);
  });

  it("stops although peers neither read nor close, and others have only begun", async () => {
    const node = await startNode();
    const { port, id } = node.enode;
    const peer = await join(node);
    const silent = await RawPeer.connect(port, id);
    const sockets = [await rawSocket(port), await rawSocket(port)];
    sockets[0]?.write(Buffer.of(1, 2, 3));
    await stop(node.network);
    for (const { socket } of [peer, silent]) await closed(socket);
    for (const socket of sockets) await closed(socket);
    for (const socket of [...sockets, peer.socket, silent.socket]) socket.destroy();
  });

  it("stops while connections are reset", async () => {
    const node = await startNode();
    const peers = await Promise.all(Array.from({ length: 5 }, () => join(node)));
    const stopped = stop(node.network);
    for (const { socket } of peers) socket.resetAndDestroy();
    await stopped;
  });

  it("fails to start on a port that is taken, and can be stopped", async () => {
    const node = await startNode();
    const listen = { host: "127.0.0.1", port: node.enode.port };
    const options = { key: createNodeKey(), chain: new FakeChain(), logger: silentLogger };
    const second = new PeerNetwork({ ...options, listen, client: "T", peersMax: 1, peers: [] });
    await assert.rejects(second.start(), { code: "EADDRINUSE" });
    await second.stop();
  });
});
