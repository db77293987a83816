/** Tests what a hostile node can do to one that it connects to. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { encodeRlp } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { type Enode, parseEnode } from "./enode.js";
import { peerLimits } from "./limits.js";
import { encodeMessage, messageCode } from "./messages/message.js";
import { PeerNetwork } from "./peer-network.js";
import { baseCode, capabilityOffset } from "./rlpx/base-protocol.js";
import { contribute, sealAuth } from "./rlpx/handshake.js";
import { createNodeKey } from "./rlpx/node-key.js";
import { FakeChain, genesis, makeBranch } from "./testing/fake-chain.js";
import { closed, RawPeer, rawSocket } from "./testing/raw-peer.js";

const rskMessage = capabilityOffset + messageCode;
/** Resolves once a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);

let chain: FakeChain;
let network: PeerNetwork;
let node: Enode;

beforeEach(async () => {
  process.on("unhandledRejection", note);
  chain = new FakeChain();
  const listen = { host: "127.0.0.1", port: 0 };
  const options = { listen, chain, key: createNodeKey(), logger: silentLogger, client: "Test/1" };
  network = new PeerNetwork({ ...options, peersMax: 5, peers: [] });
  chain.moved = (added) => network.headMoved({ removed: [], added });
  await network.start();
  node = parseEnode(network.enode as string) as Enode;
});

afterEach(async () => {
  mock.timers.reset();
  await network.stop();
  process.off("unhandledRejection", note);
  assert.deepEqual(unhandled, []);
});

const raw = () => rawSocket(node.port);
const connected = () => RawPeer.connect(node.port, node.id);
const join = () => RawPeer.join(node.port, node.id, new FakeChain());
const authFor = (key = createNodeKey()) => sealAuth(key, contribute(), node.id);

/** Lets time pass until sockets are closed. */
async function closedInTime(sockets: readonly Socket[]): Promise<void> {
  let left = sockets.length;
  for (const socket of sockets) void closed(socket).then(() => left--);
  while (left > 0) {
    mock.timers.tick(100);
    await new Promise(setImmediate);
  }
}

/** Asserts that an honest node is served. */
async function assertServes(): Promise<void> {
  const honest = await join();
  honest.send(rskMessage, encodeMessage({ kind: "hash-request", id: 1, height: 0 }));
  for (;;) {
    const { code, payload } = await honest.read();
    const expected = encodeMessage({ kind: "hash-answer", id: 1, hash: genesis.hash });
    if (code === rskMessage && Buffer.from(expected).equals(payload)) break;
  }
  honest.socket.destroy();
}

describe("a hostile node", () => {
  const packets: Record<string, () => Buffer> = {
    "random bytes": () => randomBytes(600),
    "a packet of the greatest length": () =>
      Buffer.concat([Buffer.of(255, 255, 4), randomBytes(400)]),
    "a packet without a length": () => Buffer.of(0, 0),
    "a point that is not on the curve": () =>
      Buffer.concat([Buffer.of(1, 0x40, 4), randomBytes(64), randomBytes(255)]),
    "a changed packet": () => {
      const auth = authFor();
      auth[auth.length - 1] = (auth.at(-1) as number) ^ 1;
      return auth;
    },
    "a packet with bytes behind it that are no frame": () =>
      Buffer.concat([authFor(), randomBytes(32)]),
  };
  for (const [what, make] of Object.entries(packets)) {
    it(`is disconnected for ${what}`, async () => {
      const socket = await raw();
      socket.write(make());
      await closed(socket);
      socket.destroy();
      await assertServes();
    });
  }

  it("is disconnected if it is silent, in each phase", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const [silent, begun, dripping] = await Promise.all([raw(), raw(), raw()]);
    begun.write(authFor().subarray(0, 200));
    dripping.write(Buffer.of(1));
    const keys = await connected();
    const hello = await connected();
    hello.hello();
    const status = await join();
    const all = [silent, begun, dripping, keys.socket, hello.socket, status.socket];
    await closedInTime(all);
    for (const socket of all) socket.destroy();
    mock.timers.reset();
    await assertServes();
  });

  it("is disconnected if it does not end a message", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const peer = await join();
    peer.send(rskMessage, encodeMessage({ kind: "status", ...chain.best() }));
    const sealed = peer.sealed(rskMessage, Buffer.alloc(200_000));
    peer.socket.write(sealed.subarray(0, 150_000));
    await closedInTime([peer.socket]);
    peer.socket.destroy();
  });

  it("may reset the connection in each phase", async () => {
    for (const begin of [
      raw,
      async () => {
        const socket = await raw();
        socket.write(authFor());
        return socket;
      },
      async () => (await connected()).socket,
      async () => {
        const peer = await connected();
        peer.hello();
        return peer.socket;
      },
      async () => (await join()).socket,
      async () => {
        const peer = await join();
        peer.socket.write(peer.sealed(rskMessage, Buffer.alloc(1 << 20)).subarray(0, 1 << 19));
        return peer.socket;
      },
    ]) {
      for (let i = 0; i < 3; i++) (await begin()).resetAndDestroy();
    }
    await assertServes();
  });

  it("is disconnected for another identifier than its key, or messages in another order", async () => {
    const impostor = await connected();
    impostor.hello(createNodeKey().publicKey);
    const early = await connected();
    early.send(rskMessage, encodeRlp([]));
    const withoutStatus = await connected();
    withoutStatus.hello();
    withoutStatus.send(rskMessage, encodeMessage({ kind: "hash-request", id: 1, height: 0 }));
    const long = await connected();
    long.send(baseCode.hello, Buffer.alloc(peerLimits.introductionBytesMax));
    const empty = await connected();
    empty.socket.write(empty.sealed(0, Buffer.alloc(0)));
    for (const { socket } of [impostor, early, withoutStatus, long, empty]) {
      await closed(socket);
      socket.destroy();
    }
    assert.equal(network.peers().length, 0);
    await assertServes();
  });

  it("is served although it says Hello twice, or sends codes that do not exist", async () => {
    const peer = await join();
    peer.hello();
    for (let code = 4; code < 16; code++) peer.send(code);
    for (const code of [0x12, 0x17, 0x19, 0x7f]) peer.send(code, Buffer.of(0xff));
    peer.send(rskMessage, encodeMessage({ kind: "hash-request", id: 9, height: 0 }));
    peer.send(rskMessage, encodeMessage({ kind: "status", ...chain.best() }));
    const expected = encodeMessage({ kind: "hash-answer", id: 9, hash: genesis.hash });
    for (;;) {
      const { payload } = await peer.read();
      if (Buffer.from(expected).equals(payload)) break;
    }
    peer.socket.destroy();
  });

  it("that does not read what it asks for is given up, and takes no memory", async () => {
    chain.add(...makeBranch(genesis, 200));
    let answers = 0;
    const answer = chain.headers.bind(chain);
    chain.headers = (hash, count) => {
      answers++;
      return answer(hash, count);
    };
    const peer = await join();
    await until(() => network.peers().length === 1);
    const { hash } = chain.best();
    const request = { kind: "headers-request", hash, count: 192 } as const;
    for (let id = 0; id < 2000; id++) peer.send(rskMessage, encodeMessage({ ...request, id }));
    await until(() => network.peers().length === 0);
    peer.socket.destroy();
    // Those that were sent until the socket was full, not all of the two thousand.
    assert.ok(answers < 1000, `${answers} answers`);
    await assertServes();
  });

  it("is heard although it does not read, and pings", async () => {
    const peer = await join();
    await until(() => network.peers().length === 1);
    const blocks = makeBranch(genesis, 200);
    chain.add(...blocks);
    const { hash } = chain.best();
    // The socket is full of answers that are not read.
    for (let id = 0; id < 60; id++) {
      const request = { kind: "headers-request", id, hash, count: 192 } as const;
      peer.send(capabilityOffset + messageCode, encodeMessage(request));
    }
    for (let i = 0; i < 1000; i++) peer.send(baseCode.ping);
    peer.send(capabilityOffset + messageCode, encodeMessage({ kind: "status", ...chain.best() }));
    // All of these were read, although nothing was read from it.
    await until(() => network.peers()[0]?.best !== undefined);
    peer.socket.destroy();
  });

  it("floods with Ping and gets few answers, while others are served", async () => {
    const peer = await join();
    peer.send(rskMessage, encodeMessage({ kind: "status", ...chain.best() }));
    const pings = Buffer.concat(
      Array.from({ length: 20_000 }, () => peer.sealed(2, encodeRlp([]))),
    );
    peer.socket.write(pings);
    await assertServes();
    peer.socket.destroy();
  });

  it("does not keep others from connecting by silent connections, or a node from stopping", async () => {
    const sockets = await Promise.all(Array.from({ length: 3 * peerLimits.introductionsMax }, raw));
    for (const socket of sockets) socket.write(Buffer.of(1));
    await assertServes();
    await network.stop();
    for (const socket of sockets) socket.destroy();
  });
});
