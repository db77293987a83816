/**
 * Tests that subscribers and filters of a node whose sockets belong to threads get the events of a
 * node without them, in the same order, over transactions, reorgs, reverts and resets.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Interface, type InterfaceAbi } from "ethers";
import { type Asked, changeOf, firstCodesOf, senders } from "../support/cases/random-reads.js";
import { compileOne } from "../support/compile.js";
import { developmentAccount, plentyGasPrice, sign } from "../support/development.js";
import { endOfRounds, seedOr } from "../support/extent.js";
import { type Inbox, JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { ask, post } from "../support/rpc.js";
import { seeded } from "../support/seeded.js";
import type { Hex, WireReceipt } from "../support/wire.js";

const socketsEach = 4;
const lowest = 4;
const lateSubscriptionsMax = 60;
const { abi, bytecode } = compileOne("Emitter.sol", "Emitter");
const emitter = new Interface(abi as InterfaceAbi);
const account = developmentAccount(3);

/** The sockets, subscriptions and filters of one node. */
class Listener {
  readonly node: RunningNode;
  readonly #sockets: JsonSocket[] = [];
  readonly inboxes: Inbox<unknown>[] = [];
  readonly #filters: Hex[] = [];

  constructor(node: RunningNode) {
    this.node = node;
  }

  async open(): Promise<void> {
    for (let i = 0; i < socketsEach; i++) {
      const socket = await JsonSocket.open(this.node.wsUrl);
      this.#sockets.push(socket);
      for (const params of [["newHeads"], ["logs"], ["newPendingTransactions", i % 2 === 0]]) {
        await this.subscribe(i, params);
      }
    }
    for (const method of ["eth_newBlockFilter", "eth_newPendingTransactionFilter"]) {
      this.#filters.push((await ask(this.node.url, method)).result as Hex);
    }
    this.#filters.push((await ask(this.node.url, "eth_newFilter", [{}])).result as Hex);
  }

  async subscribe(place: number, params: readonly unknown[]): Promise<void> {
    const socket = this.#sockets[place % socketsEach] as JsonSocket;
    this.inboxes.push((await socket.subscribe(...params)).inbox);
  }

  /** Polls every filter over a connection of its own. */
  async changes(): Promise<readonly unknown[]> {
    const request = { jsonrpc: "2.0", id: 1, method: "eth_getFilterChanges" };
    const answers = await Promise.all(
      this.#filters.map((id) =>
        post(this.node.url, { ...request, params: [id] }, { connection: "close" }),
      ),
    );
    return Promise.all(answers.map((answer) => answer.json()));
  }

  /** Waits for the newest head on every socket, which follows all earlier events. */
  async settle(mine: () => Promise<unknown>): Promise<void> {
    const ends: Inbox<unknown>[] = [];
    for (const socket of this.#sockets) ends.push((await socket.subscribe("newHeads")).inbox);
    await mine();
    for (const end of ends) await end.count(1);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) await socket.close();
    await this.node.stop();
  }
}

describe("events of a node with threads for sockets", () => {
  let plain: Listener;
  let threaded: Listener;

  before(async () => {
    const flags = ["--seed", "7", "--mining", "manual"];
    plain = new Listener(await startLocalNode([...flags, "--in-memory"]));
    threaded = new Listener(await startLocalNode([...flags, "--readers", "2"]));
  });
  after(async () => {
    await plain.close();
    await threaded.close();
  });

  async function both({ method, params }: Asked): Promise<unknown> {
    const wanted = await ask(plain.node.url, method, params);
    assert.deepEqual(await ask(threaded.node.url, method, params), wanted, method);
    return wanted.result;
  }

  it("are those of a node without them, in the same order", async (t) => {
    const chance = seeded(seedOr(1));
    const all = (method: string, params: readonly unknown[] = []) => both({ method, params });
    for (const from of senders) {
      await all("hardhat_setBalance", [from, "0xffffffffffffffff"]);
      await all("hardhat_impersonateAccount", [from]);
    }
    for (const edit of firstCodesOf(chance)) await both(edit);
    const created = sign(account, { data: bytecode, gasLimit: 2_000_000, nonce: 0 });
    await all("eth_sendRawTransaction", [created.raw]);
    for (let i = 0; i < lowest; i++) await all("evm_mine");
    const receipt = (await all("eth_getTransactionReceipt", [created.hash])) as WireReceipt;
    const data = emitter.encodeFunctionData("emitMany", [3, `0x${"5a".repeat(32)}`, 0]);
    const emit = async () => {
      const count = await all("eth_getTransactionCount", [account.address, "pending"]);
      const to = receipt.contractAddress as Hex;
      const fields = { to, data, nonce: Number(count), gasPrice: plentyGasPrice };
      await all("eth_sendRawTransaction", [sign(account, { ...fields, gasLimit: 100_000 }).raw]);
    };
    await plain.open();
    await threaded.open();
    const snapshots: unknown[] = [];
    const isOver = endOfRounds(20);
    let step = 0;
    for (; !isOver(step); step++) {
      const height = Number(await all("eth_blockNumber"));
      if (chance.chance(0.5)) await emit();
      const snapshot = chance.chance(0.2) ? snapshots.pop() : undefined;
      if (snapshot !== undefined) await all("evm_revert", [snapshot]);
      for (const change of changeOf(chance, height, lowest)) {
        const result = await both(change);
        if (change.method === "evm_snapshot") snapshots.push(result);
      }
      // A new subscription gets nothing of what has happened.
      if (plain.inboxes.length < lateSubscriptionsMax) {
        const params = chance.pick([["newHeads"], ["logs"], ["newPendingTransactions", true]]);
        await Promise.all([plain.subscribe(step, params), threaded.subscribe(step, params)]);
      }
      assert.deepEqual(await threaded.changes(), await plain.changes());
    }
    await plain.settle(() => threaded.settle(() => all("evm_mine")));
    let count = 0;
    for (const [i, { received }] of plain.inboxes.entries()) {
      assert.deepEqual(threaded.inboxes[i]?.received, received, `subscription ${i}`);
      count += received.length;
    }
    t.diagnostic(`${step} steps, ${count} events alike`);
    assert.ok(count > step);
  });
});
