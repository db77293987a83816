/** Tests that one client uses all it can of a running node, and another one is still served. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isShortHold } from "../support/attacks/bounds.js";
import { developmentAccount, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { fewOrMany } from "../support/extent.js";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import { createLoopHoldMeter } from "../support/loop-hold/loop-hold.js";
import { type RunningNode, startNodeProcess } from "../support/node-process.js";
import type { RpcAnswer } from "../support/rpc.js";
import type { Hex, WireBlock, WireLog } from "../support/wire.js";

const servers = {
  "the native server": { name: "auto", environment: {} },
  "the JavaScript fallback": { name: "node", environment: { UWS_USE_FALLBACK: "1" } },
} as const;

/**
 * The servers on which the heap is filled, which takes long: all in a campaign. In `npm test` the
 * unit tests of `@tandem/rpc` show that the bytes are limited, and that the estimates are accurate.
 */
const heapServers: readonly object[] = Object.values(servers).slice(0, fewOrMany(0, 2));

/** The addresses of the greedy and of the other client. */
const [greedy, modest] = ["127.0.0.1", "127.0.0.2"];

/** Megabytes of heap: a third of what the filters below used when each value was an object. */
const heapMegabytes = 400;
const megabyte = 1024 * 1024;
const sockets = 4;
const valuesMax = 1000;

const hash = (kind: number, i: number): Hex =>
  `0x${kind.toString(16).padStart(2, "0")}${i.toString(16).padStart(62, "0")}`;
const listOf = (kind: number, length: number) =>
  Array.from({ length: valuesMax }, (_, i) => hash(kind, i).slice(0, 2 + 2 * length));
/** The maximum size of a filter. */
const largest = { address: listOf(1, 20), topics: [2, 3, 4, 5].map((kind) => listOf(kind, 32)) };

/** Subscribes until it is refused. @returns the number of subscriptions, and the error. */
async function takeAll(socket: JsonSocket): Promise<{ taken: number; error: RpcAnswer["error"] }> {
  for (let taken = 0; ; taken++) {
    const { error } = await socket.ask("eth_subscribe", ["logs", largest]);
    if (error !== undefined) return { taken, error };
  }
}

/** A contract that emits one log without topics: PUSH0 · PUSH0 · LOG0. */
const logging: Hex = "0x5f5fa0";
const account = developmentAccount(9);

async function sendLog(socket: JsonSocket, nonce: number): Promise<void> {
  const { raw } = sign(account, { nonce, gasLimit: 100_000, data: logging });
  await socket.call("eth_sendRawTransaction", [raw]);
}

type Act = (node: RunningNode, other: JsonSocket) => Promise<void>;

const withNodeAndOther = async (
  environment: Readonly<Record<string, string>>,
  act: Act,
): Promise<void> => withOther(await startNodeProcess(["--calls", "off"], environment), act);

async function withOther(node: RunningNode, act: Act): Promise<void> {
  try {
    const other = await JsonSocket.open(node.wsUrl, modest);
    await act(node, other);
    await other.close();
  } finally {
    assert.equal(await node.stop(), 0);
  }
}

/** The filters are measured behind the server, whichever it is. */
async function assertHeapIsKept(environment: Readonly<Record<string, string>>): Promise<void> {
  const heap = { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` };
  await withNodeAndOther({ ...environment, ...heap }, async (node, other) => {
    const opened = await Promise.all(
      Array.from({ length: sockets }, () => JsonSocket.open(node.wsUrl, greedy)),
    );
    const results = await Promise.all(opened.map(takeAll));
    const data = { limit: "client-held-bytes", max: 128 * megabyte };
    for (const { error } of results) assert.deepEqual([error?.code, error?.data], [-32005, data]);
    const taken = results.reduce((sum, one) => sum + one.taken, 0);
    assert.ok(taken > 500, `${taken} filters fit`);
    const logs = await other.subscribe<WireLog>("logs");
    const filter = await other.call<Hex>("eth_newFilter", [{}]);
    for (let nonce = 0; nonce < 3; nonce++) await sendLog(other, nonce);
    const received = await logs.inbox.count(3);
    const collected = await other.call<WireLog[]>("eth_getFilterChanges", [filter]);
    assert.deepEqual(
      collected.map(({ blockHash }) => blockHash),
      received.map(({ blockHash }) => blockHash),
    );
    for (const socket of opened) await socket.close();
    const again = await JsonSocket.open(node.wsUrl, greedy);
    await eventually("room", async () => {
      const { error } = await again.ask("eth_subscribe", ["logs", largest]);
      return error === undefined;
    });
    await again.close();
  });
}

for (const [about, server] of Object.entries(servers)) {
  const { environment } = server;
  describe(`a greedy client, on ${about}`, () => {
    if (heapServers.includes(server)) {
      it("cannot fill the heap with large filters", () => assertHeapIsKept(environment));
    }

    it("leaves filters to others", async () => {
      const started = startLocalNode(["--calls", "off", "--server", server.name]);
      await withOther(await started, async (node, other) => {
        const taker = await JsonSocket.open(node.wsUrl, greedy);
        const asked = Array.from({ length: 1000 }, () => taker.ask("eth_newBlockFilter"));
        const refused = (await Promise.all(asked)).filter(({ error }) => error !== undefined);
        assert.equal(refused.length, 250);
        for (const { error } of refused) {
          assert.deepEqual(error?.data, { limit: "client-filters", max: 750 });
        }
        const filter = await other.call<Hex>("eth_newBlockFilter");
        await other.call("evm_mine");
        assert.equal((await other.call<Hex[]>("eth_getFilterChanges", [filter])).length, 1);
        await taker.close();
      });
    });

    it("with thousands of subscriptions gets every event in order, and does not hold up the loop", async () => {
      const meter = createLoopHoldMeter();
      const fanOut = { sockets: fewOrMany(3, 50), each: 1000, blocks: 3 };
      try {
        await withNodeAndOther({ ...environment, ...meter.environment }, async (node, other) => {
          const takers = await Promise.all(
            Array.from({ length: fanOut.sockets }, () => JsonSocket.open(node.wsUrl, greedy)),
          );
          for (const taker of takers) {
            const asked = Array.from({ length: fanOut.each }, () => taker.subscribe("newHeads"));
            await Promise.all(asked);
          }
          const heads = await other.subscribe<WireBlock>("newHeads");
          await meter.open();
          // The start and the subscriptions are not measured.
          await meter.read();
          for (let i = 0; i < fanOut.blocks; i++) await other.call("evm_mine");
          const numbers = (await heads.inbox.count(fanOut.blocks)).map(({ number }) => number);
          assert.deepEqual(numbers, ["0x1", "0x2", "0x3"]);
          const expected = fanOut.each * fanOut.blocks;
          for (const { envelopes } of takers) {
            await eventually("notifications", () => envelopes.length === expected);
            const bySubscription = new Map<string, string[]>();
            for (const { params } of envelopes) {
              const list = bySubscription.get(params.subscription) ?? [];
              list.push((params.result as WireBlock).number);
              bySubscription.set(params.subscription, list);
            }
            assert.equal(bySubscription.size, fanOut.each);
            for (const list of bySubscription.values()) assert.deepEqual(list, numbers);
          }
          const { longestMs } = await meter.read();
          const told = `the loop was held for ${longestMs} ms of processor time`;
          assert.ok(isShortHold(longestMs), told);
          for (const taker of takers) await taker.close();
        });
      } finally {
        meter.close();
      }
    });
  });
}
