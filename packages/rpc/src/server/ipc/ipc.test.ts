import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Fault, toHex } from "@tandem/primitives";
import { defaultLimits } from "../../limits.js";
import { makeBlock, rawTransactions, transferLog } from "../../testing/fake-backend.js";
import { heldCall } from "../../testing/held-call.js";
import { RawSocket } from "../../testing/raw-socket.js";
import {
  type JsonAnswer,
  requestText,
  type ServeOptions,
  serve,
  smallChain,
} from "../../testing/serve.js";

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ipc-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server that answers over IPC too. */
async function serveIpc(t: TestContext, options: ServeOptions = {}) {
  const path = join(folderOf(t), "node.ipc");
  const served = await serve(t, "node", options);
  await served.server.listenOnIpc(path);
  return { ...served, path, open: () => RawSocket.open(t, path) };
}

const chainId = (id: unknown) => requestText("eth_chainId", [], id);
const answerTo = (id: unknown) => ({ jsonrpc: "2.0", id, result: "0x1f" });
const parsed = (lines: string) =>
  lines
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JsonAnswer);

/** Sends, ends its side, and returns all answers. */
async function exchange(socket: RawSocket, sent: string): Promise<JsonAnswer[]> {
  socket.socket.end(sent);
  return parsed(await socket.closed());
}

describe("a connection over IPC", () => {
  it("answers calls and batches, a line each, with a line for each or without", async (t) => {
    const { open } = await serveIpc(t);
    const notification = '{"jsonrpc":"2.0","method":"eth_chainId"}';
    const sent = `${chainId(1)}${notification}${chainId(2)}\n[${chainId(3)},\n${chainId(4)}]`;
    assert.deepEqual(await exchange(await open(), sent), [
      answerTo(1),
      answerTo(2),
      [answerTo(3), answerTo(4)],
    ]);
  });

  it("answers what arrives in pieces once it is complete", async (t) => {
    const { open } = await serveIpc(t);
    const socket = await open();
    const text = chainId("é");
    socket.write(Buffer.from(text).subarray(0, -5));
    socket.write(Buffer.from(text).subarray(-5));
    assert.deepEqual(parsed(Buffer.from(await socket.until(/\n/), "latin1").toString()), [
      answerTo("é"),
    ]);
  });

  it("answers an error to malformed JSON, and closes where no message begins", async (t) => {
    const { open } = await serveIpc(t);
    const answers = await exchange(await open(), `{]${chainId(1)} nonsense ${chainId(2)}`);
    assert.deepEqual(
      answers.map(({ id, result, error }) => [id, result ?? error?.code]),
      [
        [null, -32700],
        [1, "0x1f"],
        [null, -32700],
      ],
    );
    const socket = await open();
    socket.write("GET / HTTP/1.1\r\n\r\n");
    assert.equal(parsed(await socket.closed())[0]?.error?.code, -32700);
  });

  it("announces to its subscriptions", async (t) => {
    const { open, backend } = await serveIpc(t);
    const socket = await open();
    socket.write(requestText("eth_subscribe", ["newHeads"]));
    const [subscribed] = parsed(await socket.until(/\n/));
    const { block } = smallChain();
    const added = makeBlock({ parent: block, extraData: Uint8Array.of(1), transactions: [] });
    backend.move({ removed: [], added: [added] });
    const [, announced] = parsed(await socket.until(/\n.*\n/)) as unknown[];
    const { method, params } = announced as {
      readonly method: string;
      readonly params: { readonly subscription: unknown; readonly result: { hash: string } };
    };
    assert.equal(method, "eth_subscription");
    assert.equal(params.subscription, subscribed?.result);
    assert.equal(params.result.hash, toHex(added.hash));
  });

  it("is closed with its server after the answers in progress", async (t) => {
    const { backend, begins, release } = heldCall();
    const { open, server } = await serveIpc(t, { backend });
    const [socket, idle] = [await open(), await open()];
    socket.write(requestText("eth_call", [{}, "latest"], 1));
    await begins;
    const ended = server.close();
    // A client without a call need not wait.
    assert.equal(await idle.closed(), "");
    await new Promise((sent) => socket.socket.write(chainId(2), sent));
    release();
    assert.deepEqual(parsed(await socket.closed()), [{ jsonrpc: "2.0", id: 1, result: "0x01" }]);
    await ended;
  });

  it("sends a large answer completely before it closes", async (t) => {
    const { open } = await serveIpc(t);
    const long = "x".repeat(16_000);
    const ids = Array.from({ length: 500 }, (_, n) => `${n}${long}`);
    const [answers] = await exchange(await open(), `[${ids.map(chainId).join(",")}]`);
    assert.deepEqual(answers, ids.map(answerTo));
  });

  it("closes after a message over the limit, with its error", async (t) => {
    const { open } = await serveIpc(t, { limits: { messageBytesMax: 200_000 } });
    for (const ending of ["", '"}']) {
      const socket = await open();
      socket.write(`{"id":"${"x".repeat(200_000)}${ending}`);
      const [refused] = parsed(await socket.closed());
      assert.equal(refused?.error?.code, -32005);
      assert.deepEqual(refused?.error?.data, { limit: "body-bytes", max: 200_000 });
    }
  });

  it("closes when incomplete messages are over the share of all connections", async (t) => {
    const limits = { clientBodiesBytesMax: 300_000 };
    const { open } = await serveIpc(t, { limits });
    const [one, other] = [await open(), await open()];
    one.write(`{"id":"${"x".repeat(200_000)}`);
    other.write(`{"id":"${"x".repeat(200_000)}`);
    const refused = await Promise.race([one.closed(), other.closed()]);
    assert.deepEqual(parsed(refused)[0]?.error?.data, {
      limit: "client-bodies-bytes",
      max: 300_000,
    });
    // The share of the closed one is free again.
    const [answer] = await exchange(await open(), chainId("y".repeat(10_000)));
    assert.equal(answer?.result, "0x1f");
  });

  it("is refused with an error over the limit of connections", async (t) => {
    const { open, server } = await serveIpc(t, { limits: { clientSocketsMax: 2 } });
    const [first, second] = [await open(), await open()];
    first.write(chainId(1));
    second.write(chainId(1));
    await Promise.all([first.until(/\n/), second.until(/\n/)]);
    assert.equal(server.sockets(), 2);
    const [refused] = parsed(await (await open()).closed());
    assert.deepEqual(refused?.error?.data, { limit: "client-sockets", max: 2 });
  });

  it("is refused with an error where IPC has its part of the file descriptors", async (t) => {
    const { open } = await serveIpc(t, { limits: { ipcConnectionsMax: 2 } });
    const [first, second] = [await open(), await open()];
    first.write(chainId(1));
    second.write(chainId(1));
    await Promise.all([first.until(/\n/), second.until(/\n/)]);
    const [refused] = parsed(await (await open()).closed());
    assert.deepEqual(refused?.error?.data, { limit: "ipc-connections", max: 2 });
    assert.ok(defaultLimits.ipcConnectionsMax < defaultLimits.watchedDescriptorsMax);
  });

  it("that was refused or answered to its end closes although its client leaves its own side open", async (t) => {
    const { path, server } = await serveIpc(t, { limits: { clientSocketsMax: 1 } });
    const stay = { path, allowHalfOpen: true };
    const first = connect(stay);
    t.after(() => first.destroy());
    first.write(chainId(1));
    await once(first, "data");
    const refused = connect(stay);
    t.after(() => refused.destroy());
    await once(refused, "data");
    first.write("nonsense");
    for (const socket of [refused, first]) {
      socket.on("data", () => {});
      await once(socket, "end");
      const failed = once(socket, "error");
      // The system says that nobody reads it.
      socket.write("{}");
      assert.equal(((await failed)[0] as NodeJS.ErrnoException).code, "EPIPE");
    }
    // The server may see the end of its connection later than its client.
    while (server.sockets() > 0) await setImmediate();
  });

  it("is cut if its client does not read", async (t) => {
    const limits = { socketWaitingBytesMax: 1_000_000 };
    const { open, backend, server, logged } = await serveIpc(t, { limits });
    const socket = await open();
    socket.write(requestText("eth_subscribe", ["logs"]));
    await socket.until(/\n/);
    socket.socket.pause();
    const transactions = Array.from({ length: 200 }, () => transferLog(1, 1));
    const busy = makeBlock({
      parent: smallChain().block,
      transactions: [[rawTransactions.legacy, transactions]],
    });
    for (let rounds = 0; server.sockets() === 1; rounds++) {
      assert.ok(rounds < 500, "the client that does not read is still there");
      backend.move({ removed: [], added: [busy] });
      await setImmediate();
    }
    assert.deepEqual([server.subscriptions(), logged.length], [0, 1]);
  });

  it("needs no API key", async (t) => {
    const { open, post } = await serveIpc(t, { apiKeys: ["a-long-enough-key"] });
    assert.equal((await post(chainId(1))).status, 401);
    assert.deepEqual(await exchange(await open(), chainId(1)), [answerTo(1)]);
  });
});

describe("the file of a socket", () => {
  it("is for its owner alone, and is removed at the end, with which connections close", async (t) => {
    const { open, path, server } = await serveIpc(t);
    const { mode } = statSync(path);
    assert.equal(mode & 0o777, 0o600);
    const socket = await open();
    socket.write(chainId(1));
    await socket.until(/\n/);
    await Promise.all([socket.closed(), server.close()]);
    assert.equal(existsSync(path), false);
  });

  it("is replaced if the process that listened on it has ended", async (t) => {
    const path = join(folderOf(t), "left.ipc");
    const listening = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
    spawnSync(process.execPath, ["--eval", listening]);
    assert.equal(statSync(path).isSocket(), true);
    const { server } = await serve(t, "node");
    await server.listenOnIpc(path);
    assert.deepEqual(await exchange(await RawSocket.open(t, path), chainId(1)), [answerTo(1)]);
  });

  it("stays if something else is there, or the path cannot be used", async (t) => {
    const { path, server } = await serveIpc(t);
    const file = join(folderOf(t), "file");
    writeFileSync(file, "kept");
    const cases: readonly (readonly [path: string, reason: RegExp, code: string])[] = [
      [path, /another process listens on it/, "unusable-data"],
      [file, /is no socket/, "bad-request"],
      [join(file, "node.ipc"), /a part of its path is a file/, "bad-request"],
      [join(file, "..", "none", "node.ipc"), /its folder does not exist/, "bad-request"],
      [join(file, "..", "x".repeat(108)), /at most 10[37] bytes/, "bad-request"],
    ];
    for (const [taken, reason, code] of cases) {
      await assert.rejects(server.listenOnIpc(taken), (error) => {
        assert.ok(error instanceof Fault);
        assert.match(error.message, reason);
        return error.data.code === code;
      });
    }
    assert.equal(statSync(file).size, 4);
    const socket = await RawSocket.open(t, path);
    assert.deepEqual(await exchange(socket, chainId(1)), [answerTo(1)]);
  });
});
