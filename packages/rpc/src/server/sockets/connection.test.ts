import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { RpcError } from "../../contract/errors.js";
import { endlessLogs } from "../../testing/endless-logs.js";
import { fakeBackend, makeBlock } from "../../testing/fake-backend.js";
import { smallChain } from "../../testing/serve.js";
import { openRpc } from "../start.js";
import { passedText } from "../writer/passed-text.js";

function open(t: TestContext, more: Parameters<typeof fakeBackend>[1] = {}) {
  const { genesis, block } = smallChain();
  const backend = fakeBackend([genesis, block], more);
  const limits = { socketCallsMax: 1, callsMax: 4, clientCallsMax: 3, closeGraceMs: 10 };
  const rpc = openRpc({
    backend,
    // Keys are for sockets: a client in the process needs none.
    apiKeys: ["secret"],
    limits,
    logger: silentLogger,
    clock: { now: () => 0 },
    steadyClock: { now: () => 0 },
  });
  t.after(() => rpc.close());
  return { backend, block, rpc, connection: rpc.connect() };
}

it("returns the same results and errors as over a socket", async (t) => {
  const { connection } = open(t);
  assert.equal(await connection.request("eth_chainId"), "0x1f");
  const block = await connection.request("eth_getBlockByNumber", ["0x1", false]);
  assert.equal((block as { number: string }).number, "0x1");
  assert.equal(await connection.request("eth_getBlockByNumber", ["0x63", false]), null);
  await assert.rejects(
    connection.request("eth_getBalance", ["0x"]),
    (error) => error instanceof RpcError && error.code === -32602,
  );
});

it("answers any number of requests at once", async (t) => {
  const { connection } = open(t);
  const answers = Array.from({ length: 500 }, () => connection.request("eth_blockNumber"));
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(["0x1"]));
});

it("receives its own notifications until it unsubscribes", async (t) => {
  const { backend, block, rpc, connection } = open(t);
  const announced: unknown[] = [];
  const stop = connection.onNotification(({ subscription, result }) => {
    announced.push([subscription, (result as { number: string }).number]);
  });
  const id = await connection.request("eth_subscribe", ["newHeads"]);
  assert.equal(rpc.subscriptions(), 1);
  const next = makeBlock({ parent: block });
  backend.move({ removed: [], added: [next] });
  while (announced.length === 0) await new Promise(setImmediate);
  assert.deepEqual(announced, [[id, "0x2"]]);
  stop();
  backend.move({ removed: [], added: [makeBlock({ parent: next })] });
  await new Promise(setImmediate);
  assert.equal(announced.length, 1);
  assert.equal(await connection.request("eth_unsubscribe", [id]), true);
  assert.equal(rpc.subscriptions(), 0);
});

it("leaves calls to others than clients of other nodes, whoever these are said to be", async (t) => {
  const { logs, aborted } = endlessLogs();
  const { rpc, connection } = open(t, { logs });
  const ask = (client: string) =>
    connection.answerFor(client, passedText("eth_getLogs", [{}])).catch(() => "gone");
  const endless = ["one", "two", "three"].map(ask);
  const refused = JSON.parse(await ask("four"));
  assert.equal(refused.error.message, "limit exceeded: forwarded-calls is at most 3");
  assert.equal(await connection.request("eth_chainId"), "0x1f");
  await rpc.close();
  await aborted;
  await Promise.all(endless);
});

it("ends with the service, which waits for calls in progress up to its grace period", async (t) => {
  const { logs, begins, aborted } = endlessLogs();
  const { rpc, connection } = open(t, { logs });
  const endless = connection.request("eth_getLogs", [{}]).catch(() => "gone");
  await begins;
  await rpc.close();
  await aborted;
  await endless;
  await assert.rejects(connection.request("eth_chainId"), /closed/);
});
