/**
 * Tests clients of a node whose sockets belong to threads, over connections to several of them: none
 * sees an older chain than before, and each reads its own writes.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { assertNeverOlder, type HeadRead } from "../support/chain-checks/head-order.js";
import { metric } from "../support/clients/metric.js";
import { developmentAccount, plentyGasPrice, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { fewOrMany } from "../support/extent.js";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { post, type RpcAnswer } from "../support/rpc.js";
import type { Hex, WireBlock } from "../support/wire.js";

const isLong = fewOrMany(0, 1) === 1;
const variants: readonly (readonly [readers: number, threads: number])[] = isLong
  ? [
      [2, 0],
      [4, 1],
      [4, 4],
    ]
  : [[2, 1]];
const writes = fewOrMany(12, 1_000);
const rounds = fewOrMany(4, 100);
const clients = 6;
const socketsOpen = 4;
const watched: Hex = `0x${"e1".repeat(20)}`;

/** Sends a request over some connection. */
type Ask = <T>(method: string, params?: readonly unknown[]) => Promise<T>;

const request = (method: string, params: readonly unknown[]) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params,
});

function resultOf<T>({ result, error }: RpcAnswer): T {
  if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
  return result as T;
}

/** Returns the ways to send a request: new and kept connections, batches and WebSockets. */
function waysTo({ url }: RunningNode, sockets: readonly JsonSocket[]): readonly Ask[] {
  const over = (headers: Readonly<Record<string, string>>): Ask => {
    return async (method, params = []) => {
      const answer = await post(url, request(method, params), headers);
      return resultOf((await answer.json()) as RpcAnswer);
    };
  };
  const inBatch: Ask = async (method, params = []) => {
    const chainId = request("eth_chainId", []);
    const answer = await post(url, [chainId, request(method, params)]);
    const [, second] = (await answer.json()) as [RpcAnswer, RpcAnswer];
    return resultOf(second);
  };
  const once = over({ connection: "close" });
  return [
    ...[once, once, once, over({}), over({}), inBatch],
    ...sockets.map(
      (socket): Ask =>
        (method, params = []) =>
          socket.call(method, params),
    ),
  ];
}

/** Reads of the head: in the thread of the socket, in a compute thread, and in the main thread. */
const readsOfHead: readonly ((ask: Ask) => Promise<Hex>)[] = [
  async (ask) => (await ask<WireBlock>("eth_getBlockByNumber", ["latest", false])).hash,
  async (ask) => {
    const [block] = await ask<WireBlock[]>("eth_simulateV1", [{ blockStateCalls: [{}] }, "latest"]);
    return block?.parentHash as Hex;
  },
  async (ask) => (await ask<{ currentBlockHash: Hex }>("anvil_nodeInfo")).currentBlockHash,
  async (ask) => {
    const [receipt] = await ask<{ blockHash: Hex }[]>("eth_getBlockReceipts", ["latest"]);
    return receipt?.blockHash ?? (await readHead(ask));
  },
];
const readHead = readsOfHead[0] as (ask: Ask) => Promise<Hex>;

for (const [readers, threads] of variants) {
  describe(`clients of a node with ${readers} threads for sockets and ${threads} for calls`, () => {
    let node: RunningNode;
    const sockets: JsonSocket[] = [];
    let ways: readonly Ask[] = [];
    let [write] = ways as [Ask];

    before(async () => {
      const flags = ["--readers", `${readers}`, "--threads", `${threads}`, "--mining", "manual"];
      node = await startLocalNode(flags);
      await eventually("threads", async () => {
        return (await metric(node.url, "tandem_compute_threads")) === threads;
      });
      for (let i = 0; i < socketsOpen; i++) sockets.push(await JsonSocket.open(node.wsUrl));
      ways = waysTo(node, sockets);
      [write] = ways as [Ask];
    });
    after(async () => {
      for (const socket of sockets) await socket.close();
      await node.stop();
    });

    /** Asks over every way at once, and asserts that all answers are this one. */
    async function everywhere<T>(read: (ask: Ask) => Promise<T>, expected: T, about: string) {
      const answers = await Promise.all(ways.map(read));
      for (const answer of answers) assert.deepEqual(answer, expected, about);
    }

    it("see no head that is older than any earlier answer", async () => {
      const heads: Hex[] = [await readHead(write)];
      const reads: HeadRead[] = [];
      let events = 0;
      let isOver = false;
      const client = async (place: number) => {
        for (let i = place; !isOver; i++) {
          const way = ways[i % ways.length] as Ask;
          const read = readsOfHead[(i >> 1) % readsOfHead.length] as typeof readHead;
          const asked = events++;
          const head = await read(way);
          reads.push({ asked, answered: events++, head });
        }
      };
      const all = Array.from({ length: clients }, (_, i) => client(i));
      for (let step = 0; step < writes; step++) {
        const way = ways[step % ways.length] as Ask;
        if (step % 4 < 3) await way("evm_mine");
        else await way("anvil_reorg", [1, []]);
        const head = await readHead(ways[(step + 1) % ways.length] as Ask);
        assert.notEqual(head, heads.at(-1));
        heads.push(head);
      }
      isOver = true;
      await Promise.all(all);
      assert.ok(reads.length > writes);
      assertNeverOlder(reads, heads);
    });

    it("read their own writes over any connection", async () => {
      const from = developmentAccount(1);
      const { address: to } = developmentAccount(2);
      let nonce = 0;
      for (let i = 1; i <= rounds; i++) {
        const balance = `0x${i.toString(16)}`;
        await write("hardhat_setBalance", [watched, balance]);
        await everywhere((ask) => ask("eth_getBalance", [watched, "latest"]), balance, "edit");
        const snapshot = await write("evm_snapshot");
        const { raw, hash } = sign(from, { nonce, to, value: 1n, gasPrice: plentyGasPrice });
        await write("eth_sendRawTransaction", [raw]);
        nonce++;
        const isKnown = async (ask: Ask) => {
          return (await ask("eth_getTransactionByHash", [hash])) !== null;
        };
        await everywhere(isKnown, true, "sent");
        await write("evm_mine");
        const hasReceipt = async (ask: Ask) => {
          return (await ask("eth_getTransactionReceipt", [hash])) !== null;
        };
        await everywhere(hasReceipt, true, "mined");
        const countOf = (ask: Ask) => ask<Hex>("eth_getTransactionCount", [from.address, "latest"]);
        await everywhere(countOf, `0x${nonce.toString(16)}`, "nonce");
        if (i % 2 === 0) continue;
        await write("hardhat_setBalance", [watched, "0x0"]);
        assert.equal(await write("evm_revert", [snapshot]), true);
        nonce--;
        await everywhere(hasReceipt, false, "reverted");
        await everywhere(countOf, `0x${nonce.toString(16)}`, "reverted nonce");
        await everywhere((ask) => ask("eth_getBalance", [watched, "latest"]), balance, "reverted");
      }
      await write("hardhat_reset");
      await everywhere((ask) => ask("eth_blockNumber"), "0x0", "reset");
      await everywhere((ask) => ask("eth_getBalance", [watched, "latest"]), "0x0", "reset");
      assert.doesNotMatch(node.output(), /defect|"level":"error"/);
    });
  });
}
