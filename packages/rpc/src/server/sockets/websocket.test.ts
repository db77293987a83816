import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, it } from "node:test";
import { type StoredBlock, toHex } from "@tandem/primitives";
import { WebSocket } from "ws";
import { endlessLogs } from "../../testing/endless-logs.js";
import {
  type FakeBackend,
  fakeBackend,
  makeBlock,
  rawTransactions,
  transferLog,
} from "../../testing/fake-backend.js";
import { hashOf } from "../../testing/fake-values.js";
import { type Client, requestText, serve, smallChain, transports } from "../../testing/serve.js";

interface Notification {
  readonly jsonrpc: string;
  readonly method: string;
  readonly params: { readonly subscription: string; readonly result: Record<string, unknown> };
}

const nextResult = async (client: Client) => (await client.next<Notification>()).params.result;

const subscribe = async (client: Client, ...params: unknown[]): Promise<string> => {
  const { result } = await client.call("eth_subscribe", params);
  assert.match(String(result), /^0x[0-9a-f]{32}$/);
  return String(result);
};

/** Builds a block with `logs` on top of `parent`. */
const blockOn = (parent: StoredBlock, extra: number, ...addresses: number[]) =>
  makeBlock({
    parent,
    extraData: Uint8Array.of(extra),
    transactions: [[rawTransactions.legacy, addresses.map((one) => transferLog(one, one))]],
  });

const grow = (backend: FakeBackend, ...added: StoredBlock[]) =>
  backend.move({ removed: [], added });

for (const transport of transports) {
  describe(`WebSocket over ${transport}`, () => {
    it("answers calls, batches and malformed messages, and does not answer notifications", async (t) => {
      const { connect } = await serve(t, transport);
      const client = await connect("/any/path");
      assert.equal((await client.call("eth_chainId", [])).result, "0x1f");
      client.socket.send(
        `[${requestText("eth_chainId", [], "a")},${requestText("eth_blockNumber", [], "b")}]`,
      );
      const batch = await client.next<{ id: string }[]>();
      assert.deepEqual(
        batch.map(({ id }) => id),
        ["a", "b"],
      );
      client.socket.send("{");
      assert.equal((await client.next()).error?.code, -32700);
      client.socket.send('{"jsonrpc":"2.0","method":"eth_chainId"}');
      client.socket.send(Buffer.from(requestText("eth_chainId", [], "binary")));
      assert.equal((await client.next()).id, "binary");
      client.socket.close();
    });

    it("sends a large batch completely, and answers to later requests behind it", async (t) => {
      const { connect } = await serve(t, transport);
      const client = await connect();
      const long = "x".repeat(16_000);
      const ids = Array.from({ length: 200 }, (_, n) => `${n}é${long}`);
      client.socket.send(`[${ids.map((id) => requestText("eth_chainId", [], id)).join(",")}]`);
      const batch = await client.next<{ id: string }[]>();
      assert.deepEqual(
        batch.map(({ id }) => id),
        ids,
      );
      assert.equal((await client.call("eth_chainId", [])).result, "0x1f");
      client.socket.close();
    });

    it("announces each added block to newHeads, oldest first", async (t) => {
      const { connect, backend } = await serve(t, transport);
      const client = await connect();
      const id = await subscribe(client, "newHeads");
      const { block } = smallChain();
      const first = blockOn(block, 1);
      const second = blockOn(first, 2);
      grow(backend, first, second);
      for (const added of [first, second]) {
        const { jsonrpc, method, params } = await client.next<Notification>();
        assert.equal(jsonrpc, "2.0");
        assert.equal(method, "eth_subscription");
        assert.equal(params.subscription, id);
        assert.equal(params.result.hash, toHex(added.hash));
        assert.equal(Object.keys(params.result).length, 14);
      }
      client.socket.close();
    });

    it("sends only logs that match, each with removed", async (t) => {
      const { connect, backend } = await serve(t, transport);
      const client = await connect();
      const topic = toHex(hashOf(7));
      await subscribe(client, "logs", { address: [`0x${"07".repeat(20)}`], topics: [[topic]] });
      const { block } = smallChain();
      grow(backend, blockOn(block, 1, 6, 7, 8, 7));
      for (const logIndex of ["0x1", "0x3"]) {
        const result = await nextResult(client);
        assert.equal(result.logIndex, logIndex);
        assert.equal(result.removed, false);
        assert.deepEqual(result.topics, [topic]);
      }
      assert.equal((await client.call("eth_chainId", [])).result, "0x1f");
      client.socket.close();
    });

    it("announces the head that a chain was reverted to", async (t) => {
      const { connect, backend } = await serve(t, transport);
      const client = await connect();
      await subscribe(client, "newHeads");
      const { block } = smallChain();
      const gone = blockOn(block, 1);
      backend.move({ removed: [gone], added: [], wentBackTo: block });
      assert.equal((await nextResult(client)).hash, toHex(block.hash));
      client.socket.close();
    });

    it("announces a reorganization: removed logs newest block first, new logs, then heads", async (t) => {
      const { connect, backend } = await serve(t, transport);
      const client = await connect();
      const logs = await subscribe(client, "logs");
      const heads = await subscribe(client, "newHeads");
      const { block } = smallChain();
      const old1 = blockOn(block, 1, 1);
      const old2 = blockOn(old1, 2, 2);
      const new1 = blockOn(block, 3, 3);
      const new2 = blockOn(new1, 4, 4);
      backend.move({ removed: [old2, old1], added: [new1, new2] });
      const seen: unknown[] = [];
      for (let i = 0; i < 6; i++) {
        const { params } = await client.next<Notification>();
        const { blockHash, hash, removed } = params.result;
        seen.push([params.subscription, blockHash ?? hash, removed]);
      }
      assert.deepEqual(seen, [
        [logs, toHex(old2.hash), true],
        [logs, toHex(old1.hash), true],
        [logs, toHex(new1.hash), false],
        [logs, toHex(new2.hash), false],
        [heads, toHex(new1.hash), undefined],
        [heads, toHex(new2.hash), undefined],
      ]);
      client.socket.close();
    });

    it("answers a subscription before its first notification, in a batch too", async (t) => {
      const { genesis, block } = smallChain();
      const added = blockOn(block, 1);
      const backend: FakeBackend = fakeBackend([genesis, block], {
        call: async () => {
          grow(backend, added);
          return new Uint8Array(0);
        },
      });
      const { connect } = await serve(t, transport, { backend });
      const client = await connect();
      const subscription = requestText("eth_subscribe", ["newHeads"], 1);
      client.socket.send(`[${subscription},${requestText("eth_call", [{}, "latest"], 2)}]`);
      const [first] = await client.next<{ id: number; result: string }[]>();
      assert.equal(first?.id, 1);
      grow(backend, added);
      const { params } = await client.next<Notification>();
      assert.equal(params.subscription, first?.result);
      client.socket.close();
    });

    it("stops at eth_unsubscribe, which knows only the connection's own subscriptions", async (t) => {
      const { connect, backend, server } = await serve(t, transport);
      const [one, other] = [await connect(), await connect()];
      const id = await subscribe(one, "newHeads");
      assert.equal((await other.call("eth_unsubscribe", [id])).result, false);
      assert.equal((await one.call("eth_unsubscribe", ["0x00"])).result, false);
      assert.equal(server.subscriptions(), 1);
      assert.equal((await one.call("eth_unsubscribe", [id])).result, true);
      assert.equal((await one.call("eth_unsubscribe", [id])).result, false);
      assert.equal(server.subscriptions(), 0);
      grow(backend, blockOn(smallChain().block, 1));
      assert.equal((await one.call("eth_chainId", [])).result, "0x1f");
      for (const client of [one, other]) client.socket.close();
    });

    it("refuses unknown types, and filters for types without one", async (t) => {
      const { connect } = await serve(t, transport);
      const client = await connect();
      for (const type of ["newBlocks", "newpendingtransactions", "", 1, null]) {
        const { error } = await client.call("eth_subscribe", [type]);
        assert.equal(error?.code, -32602);
        assert.match(error?.message ?? "", /newHeads, logs/);
      }
      const filter = { address: `0x${"01".repeat(20)}` };
      assert.equal((await client.call("eth_subscribe", ["newHeads", filter])).error?.code, -32602);
      await subscribe(client, "logs", {});
      await subscribe(client, "logs", null);
      client.socket.close();
    });

    it("limits the subscriptions of a connection and the connections", async (t) => {
      const limits = { socketSubscriptionsMax: 2, socketsMax: 1 };
      const { connect } = await serve(t, transport, { limits });
      const client = await connect();
      await subscribe(client, "newHeads");
      await subscribe(client, "logs");
      const { error } = await client.call("eth_subscribe", ["logs"]);
      assert.equal(error?.code, -32005);
      assert.deepEqual(error?.data, { limit: "socket-subscriptions", max: 2 });
      await assert.rejects(connect(), /503/);
      client.socket.close();
    });

    it("limits the calls of a connection that wait for an answer", async (t) => {
      const { genesis, block } = smallChain();
      const releases: (() => void)[] = [];
      const backend = fakeBackend([genesis, block], {
        call: () => new Promise((resolve) => releases.push(() => resolve(new Uint8Array(0)))),
      });
      const { connect } = await serve(t, transport, { backend, limits: { socketCallsMax: 3 } });
      const client = await connect();
      for (let i = 0; i < 4; i++) client.socket.send(requestText("eth_call", [{}, "latest"], i));
      assert.equal((await client.next()).error?.code, -32005);
      for (const release of releases) release();
      const ids = [await client.next(), await client.next(), await client.next()].map(
        ({ id }) => id,
      );
      assert.deepEqual(ids, [0, 1, 2]);
      client.socket.close();
    });

    it("releases a closed connection, with its subscriptions and its calls", async (t) => {
      const { genesis, block } = smallChain();
      const { logs, begins, aborted: isGone } = endlessLogs();
      const backend = fakeBackend([genesis, block], { logs });
      const { connect, server } = await serve(t, transport, { backend });
      const client = await connect();
      await subscribe(client, "newHeads");
      client.socket.send(requestText("eth_getLogs", [{}]));
      await begins;
      client.socket.terminate();
      await isGone;
      assert.equal(server.subscriptions(), 0);
      grow(backend, blockOn(block, 1));
    });

    it("closes a connection whose message is over the limit or violates the protocol", async (t) => {
      const { connect, call } = await serve(t, transport, { limits: { messageBytesMax: 1000 } });
      const tooBig = await connect();
      tooBig.socket.send(" ".repeat(1001));
      await once(tooBig.socket, "close");
      const broken = await connect();
      broken.socket.on("error", () => {});
      (broken.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
        Buffer.alloc(64, 0xff),
      );
      await once(broken.socket, "close");
      assert.equal((await call("eth_chainId")).result, "0x1f");
    });

    it("holds three hundred idle connections and still announces to each", async (t) => {
      const { connect, server, backend } = await serve(t, transport);
      const clients: Client[] = [];
      while (clients.length < 300)
        clients.push(...(await Promise.all(Array.from({ length: 100 }, () => connect()))));
      assert.equal(server.sockets(), 300);
      await Promise.all(clients.map((client) => subscribe(client, "newHeads")));
      grow(backend, blockOn(smallChain().block, 1));
      const hashes = await Promise.all(
        clients.map(async (client) => (await nextResult(client)).hash),
      );
      assert.equal(new Set(hashes).size, 1);
      for (const { socket } of clients) socket.terminate();
    });

    it("drops a subscriber that does not read, while others get everything", async (t) => {
      const limits = { socketWaitingBytesMax: 1_000_000 };
      const { connect, backend, server, logged } = await serve(t, transport, { limits });
      const [slow, quick] = [await connect(), await connect()];
      for (const client of [slow, quick]) await subscribe(client, "logs");
      slow.socket.pause();
      const { block } = smallChain();
      const busy = blockOn(block, 1, ...Array.from({ length: 200 }, () => 1));
      let rounds = 0;
      while (server.sockets() === 2) {
        assert.ok(rounds < 500, "the slow subscriber is still there");
        grow(backend, busy);
        rounds += 1;
        for (let i = 0; i < 200; i++) await quick.next();
      }
      assert.equal(server.subscriptions(), 1);
      assert.equal(logged.length, 1);
      grow(backend, busy);
      for (let i = 0; i < 200; i++) assert.equal((await nextResult(quick)).removed, false);
      slow.socket.terminate();
      quick.socket.close();
    });

    it("drops a client that pings and does not read the pongs", async (t) => {
      const limits = { socketWaitingBytesMax: 1_000_000 };
      const { connect, server, logged } = await serve(t, transport, { limits });
      const [deaf, other] = [await connect(), await connect()];
      deaf.socket.on("error", () => {});
      const { _socket: stream } = deaf.socket as unknown as { readonly _socket: Socket };
      stream.pause();
      const pings = Buffer.alloc(
        1_000 * 131,
        Buffer.from([0x89, 0x80 | 125, ...Buffer.alloc(129)]),
      );
      let rounds = 0;
      while (server.sockets() === 2) {
        assert.ok(rounds < 500, "the client is still there");
        rounds += 1;
        await new Promise((resolve) => stream.write(pings, resolve));
      }
      assert.ok(logged.length <= 1);
      other.socket.ping();
      await once(other.socket, "pong");
      deaf.socket.terminate();
      other.socket.close();
    });

    it("sends a close frame when the server closes", async (t) => {
      const { connect, server } = await serve(t, transport);
      const client = await connect();
      const closed = once(client.socket, "close");
      await server.close();
      const [code] = await closed;
      assert.equal(code, 1001);
      assert.equal(client.socket.readyState, WebSocket.CLOSED);
    });
  });
}
