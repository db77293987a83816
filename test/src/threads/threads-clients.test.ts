/**
 * Tests clients of a node with compute threads: none sees an older chain than before, and each may
 * disconnect.
 */
import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, it } from "node:test";
import { assertNeverOlder, type HeadRead } from "../support/chain-checks/head-order.js";
import { metric } from "../support/clients/metric.js";
import { eventually } from "../support/eventually.js";
import { fewOrMany } from "../support/extent.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { ask, call, type RpcAnswer } from "../support/rpc.js";
import type { Hex, WireBlock } from "../support/wire.js";

const threadsReady = ({ url }: RunningNode, threads: number) =>
  eventually("threads", async () => (await metric(url, "tandem_compute_threads")) === threads);

describe("clients of one node with two threads", () => {
  let node: RunningNode;
  let events = 0;
  const reads: HeadRead[][] = [];
  /** Every head, in order. */
  const heads: Hex[] = [];

  before(async () => {
    node = await startLocalNode(["--mining", "manual", "--threads", "2"]);
    await threadsReady(node, 2);
  });
  after(() => node.stop());

  /** Reads the head in the main thread, or as the parent of a simulated block in a compute thread. */
  async function readHead(isHeavy: boolean): Promise<Hex> {
    if (!isHeavy)
      return (await call<WireBlock>(node.url, "eth_getBlockByNumber", ["latest", false])).hash;
    const [block] = await call<WireBlock[]>(node.url, "eth_simulateV1", [
      { blockStateCalls: [{}] },
      "latest",
    ]);
    return block?.parentHash as Hex;
  }

  async function client(mine: HeadRead[], isOver: () => boolean): Promise<void> {
    for (let i = 0; !isOver(); i++) {
      const asked = events++;
      const head = await readHead(i % 3 > 0);
      mine.push({ asked, answered: events++, head });
    }
  }

  /** Changes the head: one block more, or another one in place of the last. */
  async function write(step: number): Promise<void> {
    if (step % 4 < 3) await call(node.url, "evm_mine");
    else await call(node.url, "anvil_reorg", [1, []]);
    const head = await readHead(false);
    assert.notEqual(head, heads.at(-1));
    heads.push(head);
    assert.equal(await readHead(true), head, "who writes reads it");
  }

  it("see no head that is older than any earlier answer", async () => {
    heads.push(await readHead(false));
    let isOver = false;
    const clients = Array.from({ length: 4 }, () => {
      const mine: HeadRead[] = [];
      reads.push(mine);
      return client(mine, () => isOver);
    });
    for (let step = 0; step < fewOrMany(10, 1_000); step++) await write(step);
    isOver = true;
    await Promise.all(clients);
    assertNeverOlder(reads.flat(), heads);
    assert.ok(((await metric(node.url, "tandem_compute_requests_total")) ?? 0) > 0);
  });

  it("read their own edits", async () => {
    const address = `0x${"e1".repeat(20)}`;
    // SLOAD 0, and return it.
    await call(node.url, "hardhat_setCode", [address, "0x5f545f5260205ff3"]);
    for (let i = 1; i <= fewOrMany(3, 200); i++) {
      const word = `0x${i.toString(16).padStart(64, "0")}`;
      await call(node.url, "hardhat_setStorageAt", [address, "0x0", word]);
      // Each input is of another kind, for which no earlier answer was short.
      const data = word.slice(0, 2) + word.slice(-8);
      assert.equal(await call(node.url, "eth_call", [{ to: address, data }, "latest"]), word);
    }
  });
});

const looping = `0x${"1f".repeat(20)}`;
/** JUMPDEST, and a jump back to it: it ends with its gas or its time. */
const endless = {
  method: "eth_call",
  params: [{ to: looping }, "latest", { [looping]: { code: "0x5b5f56" } }],
};

/** Sends a call and disconnects once it is in progress. */
async function leave(url: string): Promise<void> {
  // While the thread has more requests than the main thread, the main thread takes the call.
  await eventually("free thread", async () => {
    return (await metric(url, "tandem_compute_requests_under_way")) === 0;
  });
  const given = (await metric(url, "tandem_compute_requests_total")) ?? 0;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...endless });
  const headers = { "content-type": "application/json", "content-length": body.length };
  const sent = request(url, { method: "POST", headers });
  sent.on("error", () => {});
  sent.end(body);
  await eventually("call under way", async () => {
    return ((await metric(url, "tandem_compute_requests_total")) ?? 0) > given;
  });
  sent.destroy();
}

describe("a call whose client has disconnected", () => {
  it("is aborted in its thread, which continues with others and ends with the node", async () => {
    const flags = ["--mining", "manual", "--gas-limit", "1000000000000000"];
    const node = await startLocalNode([...flags, "--threads", "1"]);
    await threadsReady(node, 1);
    for (let i = 0; i < fewOrMany(3, 1_000); i++) await leave(node.url);
    await eventually("end of the calls", async () => {
      return (await metric(node.url, "tandem_compute_requests_under_way")) === 0;
    });
    assert.equal(await call(node.url, "eth_call", [{ to: looping }, "latest"]), "0x");
    assert.equal(await metric(node.url, "tandem_compute_threads_replaced_total"), 0);
    assert.equal(await node.stop(), 0);
    assert.doesNotMatch(node.output(), /defect|left open/);
  });
});

/** Calls that end by their time at once, and how many must do so in a thread. */
const lateAtOnce = 96;
const lateCalls = 1_000;
const isShort = fewOrMany(1, 0) === 1;

describe("calls that exceed their time", { skip: isShort && "each takes five seconds" }, () => {
  it("end in their threads, which continue with others and end with the node", async () => {
    const flags = ["--mining", "manual", "--gas-limit", "1000000000000000"];
    const node = await startLocalNode([...flags, "--threads", "2"]);
    await threadsReady(node, 2);
    const given = async () => (await metric(node.url, "tandem_compute_requests_total")) ?? 0;
    for (let sent = 0; (await given()) < lateCalls; sent += lateAtOnce) {
      const answers = await Promise.all(
        Array.from({ length: lateAtOnce }, (_, i) => {
          // Calls that are the same share one execution.
          const data = `0x${(sent + i).toString(16).padStart(8, "0")}`;
          const [, block, overrides] = endless.params;
          return ask(node.url, endless.method, [{ to: looping, data }, block, overrides]);
        }),
      );
      for (const { error } of answers) assert.equal(limitOf(error), "call-timeout");
    }
    assert.equal(await metric(node.url, "tandem_compute_requests_under_way"), 0);
    assert.equal(await call(node.url, "eth_call", [{ to: looping }, "latest"]), "0x");
    assert.equal(await metric(node.url, "tandem_compute_threads_replaced_total"), 0);
    assert.equal(await node.stop(), 0);
    assert.doesNotMatch(node.output(), /defect|left open/);
  });
});

const limitOf = (error: RpcAnswer["error"]) =>
  (error?.data as { readonly limit?: string } | undefined)?.limit;

describe("threads that start and stop", () => {
  it("close their resources", async () => {
    for (let i = 0; i < fewOrMany(2, 200); i++) {
      const node = await startLocalNode(["--mining", "manual", "--threads", "2"]);
      // Some are stopped while their threads start.
      if (i % 2 === 0) await threadsReady(node, 2);
      const asked = call(node.url, "eth_getLogs", [{ fromBlock: "0x0" }]).catch(() => undefined);
      assert.equal(await node.stop(), 0);
      await asked;
      assert.doesNotMatch(node.output(), /left open|ended/);
    }
  });
});
