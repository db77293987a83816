/** Tests the requests and answers of a peer, on a connection that a test plays. */
import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { peerLimits } from "./limits.js";
import { decodeMessage, encodeMessage, messageCode, type PeerMessage } from "./messages/message.js";
import { encodeStatus, statusCode } from "./messages/status.js";
import { Peer, type PeerHandlers } from "./peer.js";
import { ChainChanged, PeerFault } from "./peer-fault.js";
import type { Message } from "./rlpx/base-protocol.js";
import type { Connection } from "./rlpx/connection.js";
import { connectionPair } from "./testing/connection-pair.js";
import { FakeChain, makeBlock } from "./testing/fake-chain.js";

const turns = async (count = 10) => {
  for (let i = 0; i < count; i++) await new Promise(setImmediate);
};
const hash = Buffer.alloc(32, 5);
const chain = new FakeChain();
const status = {
  version: 62,
  networkId: chain.networkId,
  genesisHash: chain.genesisHash,
  bestHash: hash,
  totalDifficulty: 9n,
};

/** A connection to nobody: the test sends its messages. */
class PlayedConnection {
  readonly hello = { client: "Test/1", capabilities: [{ name: "rsk", version: 62 }] };
  readonly remoteId = Buffer.alloc(64, 1);
  readonly sent: (PeerMessage | undefined)[] = [];
  readonly #incoming: Message[] = [];
  #wake = () => {};
  unsentBytes = 0;
  /** Whether the other side has read everything. */
  isRead: Promise<void> | undefined;
  closedFor: PeerFault | undefined;

  get connection(): Connection {
    return this as unknown as Connection;
  }
  play(message: PeerMessage): void {
    this.playRaw({ code: messageCode, payload: encodeMessage(message) });
  }
  playRaw(message: Message): void {
    this.#incoming.push(message);
    this.#wake();
  }
  async receive(): Promise<Message> {
    for (;;) {
      if (this.closedFor !== undefined) throw this.closedFor;
      const message = this.#incoming.shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
  send({ code, payload }: Message): void {
    if (code === messageCode) this.sent.push(decodeMessage(payload));
  }
  async drained(): Promise<void> {
    await this.isRead;
  }
  trust(): void {}
  limitTime(ms: number, message: string): () => void {
    const timer = setTimeout(() => this.close(new PeerFault("timeout", message)), ms);
    return () => clearTimeout(timer);
  }
  close(fault: PeerFault): void {
    this.closedFor ??= fault;
    this.#wake();
  }
}

/** Makes a peer whose messages are handled. */
function setUp(handlers: Partial<PeerHandlers> = {}) {
  const played = new PlayedConnection();
  const peer = new Peer(played.connection, false);
  const running = peer.run({ told: async () => {}, answer: async () => undefined, ...handlers });
  const ended = running.catch((error: unknown) => error as PeerFault);
  return { played, peer, ended };
}
const idOf = (message: PeerMessage | undefined) => (message as { readonly id: number }).id;

describe("a request", () => {
  it("is answered by its number, whatever the order", async () => {
    const { played, peer } = setUp();
    const asked = [peer.hashAt(1), peer.block(hash), peer.headers(hash, 1)] as const;
    const [first, second, third] = played.sent.map(idOf) as [number, number, number];
    played.play({ kind: "headers-answer", id: third, headers: [Uint8Array.of(0xc0)] });
    played.play({ kind: "block-answer", id: second, encoded: Uint8Array.of(1) });
    played.play({ kind: "hash-answer", id: first, hash });
    const [height, block, headers] = await Promise.all(asked);
    assert.deepEqual([...height], [...hash]);
    assert.deepEqual([...block], [1]);
    assert.deepEqual(
      headers.map((one) => [...one]),
      [[0xc0]],
    );
  });

  it("fails after a time, and a late answer is ignored", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const { played, peer, ended } = setUp();
      const failed = assert.rejects(peer.block(hash), { reason: "useless" });
      mock.timers.tick(peerLimits.requestMs);
      await failed;
      played.play({ kind: "block-answer", id: idOf(played.sent[0]), encoded: hash });
      await turns();
      assert.equal(played.closedFor, undefined);
      peer.close(new PeerFault("requested", "the test ends"));
      await ended;
    } finally {
      mock.timers.reset();
    }
  });

  it("fails with an answer of another kind", async () => {
    const { played, peer } = setUp();
    const asked = peer.block(hash);
    played.play({ kind: "hash-answer", id: idOf(played.sent[0]), hash });
    await assert.rejects(asked, { reason: "breach" });
  });

  it("for a hash fails if the head is below that height, which is not answered", async () => {
    const { peer } = setUp();
    const head = (number: number) => ({ number, hash, parentHash: hash, totalDifficulty: 1n });
    const asked = [peer.hashAt(7), peer.hashAt(8)];
    peer.noteBest(head(9));
    peer.noteBest(head(7));
    await assert.rejects(asked[1] as Promise<Uint8Array>, ChainChanged);
    await assert.rejects(peer.hashAt(8), ChainChanged);
    const fault = new PeerFault("requested", "the test ends");
    peer.close(fault);
    await assert.rejects(asked[0] as Promise<Uint8Array>, fault);
  });

  it("fails when the connection ends, and at once after that", async () => {
    const { peer } = setUp();
    const fault = new PeerFault("connectionFailed", "the other side closed the connection");
    const asked = peer.block(hash);
    peer.close(fault);
    await assert.rejects(asked, fault);
    await assert.rejects(peer.block(hash), fault);
  });

  it("is one of a bounded number", async () => {
    const { played, peer, ended } = setUp();
    const asked = Array.from({ length: peerLimits.requestsMax + 1 }, () =>
      peer.block(hash).catch((error: unknown) => error),
    );
    assert.match(String(await asked.at(-1)), /too many requests/);
    assert.equal(played.sent.length, peerLimits.requestsMax);
    peer.close(new PeerFault("requested", "the test ends"));
    await Promise.all([...asked, ended]);
  });
});

describe("requests of a peer", () => {
  it("are answered in their order while its other messages are read, also if it does not read", async () => {
    const told: string[] = [];
    const { played } = setUp({
      told: async (_, { kind }) => void told.push(kind),
      answer: async (request) =>
        request.kind === "hash-request" ? { kind: "hash-answer", hash } : undefined,
    });
    let read = () => {};
    played.isRead = new Promise((resolve) => {
      read = resolve;
    });
    for (const id of [1, 2]) played.play({ kind: "hash-request", id, height: 1 });
    played.play({ kind: "block-request", id: 3, hash });
    played.play({ kind: "hash-request", id: 4, height: 1 });
    played.play({ kind: "block", encoded: Uint8Array.of(1) });
    await turns();
    assert.deepEqual([played.sent.map(idOf), told], [[1], ["block"]]);
    read();
    await turns();
    assert.deepEqual(played.sent.map(idOf), [1, 2, 4]);
  });

  it("are refused if too many wait", async () => {
    const { played, ended } = setUp({ answer: async () => ({ kind: "hash-answer", hash }) });
    played.isRead = new Promise(() => {});
    for (let id = 0; id <= peerLimits.requestsMax; id++) {
      played.play({ kind: "hash-request", id, height: 1 });
    }
    assert.equal((await ended).reason, "breach");
    assert.equal(played.sent.length, 1);
  });

  it("end the connection if this node cannot answer", async () => {
    const { played, ended } = setUp({
      answer: () => {
        throw new Error("the database is closed");
      },
    });
    played.play({ kind: "hash-request", id: 1, height: 1 });
    assert.equal((await ended).reason, "subprotocol");
  });
});

describe("two peers", () => {
  it("send each other answers at once that are longer than their sockets take", async () => {
    const { a, b } = await connectionPair();
    const encoded = Buffer.alloc(4_000_000, 7);
    const handlers: PeerHandlers = {
      told: async () => {},
      answer: async () => ({ kind: "block-answer", encoded }),
    };
    const peers = [new Peer(a, true), new Peer(b, false)];
    const running = peers.map((peer) => peer.run(handlers).catch(() => {}));
    const asked = peers.flatMap((peer) => Array.from({ length: 2 }, () => peer.block(hash)));
    for (const block of await Promise.all(asked)) assert.ok(encoded.equals(block));
    for (const peer of peers) peer.close(new PeerFault("requested", "the test ends"));
    await Promise.all(running);
  });
});

describe("messages of a peer", () => {
  it("are ignored with another code, or of another type", async () => {
    const { played, peer, ended } = setUp({ told: () => assert.fail("it was handled") });
    played.playRaw({ code: 3, payload: Uint8Array.of(0xff) });
    played.playRaw({ code: messageCode, payload: Uint8Array.of(0xc3, 0xc2, 0x15, 0x80) });
    played.play({ kind: "block-answer", id: 77, encoded: hash });
    await turns();
    const fault = new PeerFault("requested", "the test ends");
    peer.close(fault);
    assert.equal(await ended, fault);
  });

  it("end the connection in another form", async () => {
    const { played, ended } = setUp();
    played.playRaw({ code: messageCode, payload: Uint8Array.of(0x01) });
    assert.equal((await ended).reason, "breach");
  });
});

describe("an announcement", () => {
  it("is not sent while too much waits to be sent", () => {
    const { played, peer } = setUp();
    played.unsentBytes = peerLimits.unreadBytesMax + 1;
    assert.equal(peer.tell({ kind: "hashes", blocks: [] }), false);
    assert.deepEqual(played.sent, []);
    played.unsentBytes = 0;
    assert.equal(peer.tell({ kind: "hashes", blocks: [] }), true);
    assert.equal(played.sent.length, 1);
  });
});

describe("the introduction of a peer", () => {
  /** Introduces a peer that sends a message. */
  async function introduced(message: Message, change: object = {}) {
    const played = Object.assign(new PlayedConnection(), change);
    const peer = new Peer(played.connection, false);
    played.playRaw(message);
    await peer.introduce(chain, chain.best());
    return { peer, played };
  }
  const statusOf = (change: object) => ({
    code: statusCode,
    payload: encodeStatus({ ...status, ...change }),
  });
  const cases = {
    "another network": [statusOf({ networkId: 30 }), "subprotocol"],
    "another first block": [statusOf({ genesisHash: makeBlock({ tag: "x" }).hash }), "subprotocol"],
    "another message": [{ code: messageCode, payload: Uint8Array.of(0xc0) }, "breach"],
    "other bytes": [{ code: statusCode, payload: Uint8Array.of(0xc0) }, "breach"],
  } as const;
  for (const [what, [message, reason]] of Object.entries(cases)) {
    it(`fails with ${what}`, async () => {
      await assert.rejects(introduced(message), { reason });
    });
  }

  it("fails with another capability", async () => {
    const hello = { client: "Test/1", capabilities: [{ name: "rsk", version: 61 }] };
    await assert.rejects(introduced(statusOf({}), { hello }), { reason: "useless" });
  });

  it("ends the connection if the peer does not tell its head in time", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const silent = await introduced(statusOf({}));
      const other = await introduced(statusOf({}));
      other.peer.noteBest(chain.best());
      mock.timers.tick(peerLimits.introductionMs);
      assert.equal(silent.played.closedFor?.reason, "timeout");
      assert.equal(other.played.closedFor, undefined);
    } finally {
      mock.timers.reset();
    }
  });
});
