/** Tests reverts on a real node: events, what stays readable, and the state after a restart. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { assertLinked, assertProved } from "../support/chain-checks/chain-check.js";
import { testPace } from "../support/chain-checks/header-rules.js";
import { developmentAccount, send, sign } from "../support/development.js";
import { type Inbox, JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import { type RunningNode, startNodeProcess } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import { readChain } from "../support/rpc-batch.js";
import { bytesIn } from "../support/storage/folder-size.js";
import type { Hex, WireBlock, WireLog, WireReceipt } from "../support/wire.js";

const alice = developmentAccount(0);
const bob = developmentAccount(1);
/** Code that emits one log without topics and stops. */
const emitter = "0x6005600c60003960056000f360006000a000";

describe("a revert", () => {
  let node: RunningNode;
  let socket: JsonSocket;
  let heads: Inbox<WireBlock>;
  let logs: Inbox<WireLog>;
  let pending: Inbox<Hex>;
  let contract: Hex;
  const ask = <T>(method: string, ...params: readonly unknown[]) =>
    call<T>(node.url, method, params);
  const head = () => ask<WireBlock>("eth_getBlockByNumber", "latest", false);
  const emit = () => send(node.url, alice, { to: contract, gasLimit: 100_000 });
  /** An answer arrives after everything that was sent before it. */
  const settle = () => socket.call("eth_chainId");
  const forget = async () => {
    await settle();
    for (const inbox of [heads, logs, pending]) inbox.received.length = 0;
  };

  before(async () => {
    node = await startLocalNode();
    const hash = await send(node.url, alice, { data: emitter, gasLimit: 200_000 });
    const receipt = await ask<WireReceipt>("eth_getTransactionReceipt", hash);
    contract = receipt.contractAddress as Hex;
    socket = await JsonSocket.open(node.wsUrl);
    heads = (await socket.subscribe<WireBlock>("newHeads")).inbox;
    logs = (await socket.subscribe<WireLog>("logs")).inbox;
    pending = (await socket.subscribe<Hex>("newPendingTransactions")).inbox;
  });
  after(async () => {
    try {
      await socket.close();
      const chain = await readChain(node.url);
      assertProved(chain, testPace, 1n);
    } finally {
      await node.stop();
    }
  });

  it("to a snapshot sends removed logs, the head, and pending transactions", async () => {
    await ask("evm_setAutomine", false);
    const waiting = await emit();
    const id = await ask<Hex>("evm_snapshot");
    const before = await head();
    await ask("evm_mine");
    await emit();
    await ask("evm_mine");
    const filter = await ask<Hex>("eth_newFilter", {});
    await forget();
    assert.equal(await ask("evm_revert", id), true);
    await settle();
    assert.deepEqual(
      logs.received.map(({ removed, blockNumber }) => [removed, Number(blockNumber)]),
      [
        [true, Number(before.number) + 2],
        [true, Number(before.number) + 1],
      ],
    );
    assert.deepEqual(
      heads.received.map(({ hash }) => hash),
      [before.hash],
    );
    assert.deepEqual(pending.received, [waiting]);
    assert.equal((await ask<WireLog[]>("eth_getFilterChanges", filter)).length, 2);
    assert.equal(await ask("eth_getTransactionReceipt", waiting), null);
    assert.deepEqual(await ask("txpool_status"), { pending: "0x1", queued: "0x0" });
    await ask("evm_setAutomine", true);
  });

  it("and a reorg leave removed blocks readable by their hash", async () => {
    await emit();
    await emit();
    const gone = await head();
    await forget();
    await ask("anvil_reorg", 2, []);
    await settle();
    const now = await head();
    assert.equal(now.number, gone.number);
    assert.notEqual(now.hash, gone.hash);
    assert.equal(heads.received.length, 2);
    assert.deepEqual(
      logs.received.map(({ removed }) => removed),
      [true, true],
    );
    assert.equal(pending.received.length, 2, "they wait for the next block");
    const side = await ask<WireBlock>("eth_getBlockByHash", gone.hash, false);
    assert.deepEqual(side.transactions, gone.transactions);
    assert.equal((await ask<WireLog[]>("eth_getLogs", { blockHash: gone.hash })).length, 1);
    await ask("evm_mine");
    assert.deepEqual(await ask("txpool_status"), { pending: "0x0", queued: "0x0" });
  });

  it("with given transactions puts them into the given blocks", async () => {
    const { address } = bob;
    const nonce = Number(await ask<Hex>("eth_getTransactionCount", address, "latest"));
    const raws = [nonce, nonce + 1].map((one) => sign(bob, { nonce: one, to: alice.address }));
    await ask("evm_mine", { blocks: 3 });
    await ask("anvil_reorg", 3, [
      [raws[0]?.raw, 0],
      [raws[1]?.raw, 2],
    ]);
    const chain = (await readChain(node.url)).slice(-3);
    assert.deepEqual(
      chain.map(({ transactions }) => transactions),
      [[raws[0]?.hash], [], [raws[1]?.hash]],
    );
  });
});

describe("a node with a data directory", () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "tandem-controls-"));
  });
  after(() => rm(directory, { recursive: true, force: true }));

  const withNode = async <T>(use: (url: string) => Promise<T>) => {
    const node = await startLocalNode(["--data-dir", directory]);
    try {
      return await use(node.url);
    } finally {
      await node.stop();
    }
  };
  const withKilledNode = async <T>(use: (url: string) => Promise<T>) => {
    const node = await startNodeProcess(["--data-dir", directory]);
    try {
      return await use(node.url);
    } finally {
      await node.stop("SIGKILL");
    }
  };

  it("uses almost no disk space for a snapshot", async () => {
    await withNode(async (url) => {
      await call(url, "hardhat_mine", ["0x64"]);
      const before = bytesIn(directory);
      const snapshots = 250;
      for (let i = 0; i < snapshots; i++) await call(url, "evm_snapshot");
      const each = (bytesIn(directory) - before) / snapshots;
      assert.ok(each < 500, `${each} bytes a snapshot`);
      assert.equal(await call(url, "evm_revert", ["0x1"]), true);
      await call(url, "hardhat_reset");
    });
  });

  it("continues at the reverted state, also if it is killed, and can revert both", async () => {
    const first = await withKilledNode(async (url) => {
      await send(url, alice, { to: bob.address, value: 1 });
      await call(url, "evm_increaseTime", [1_000_000]);
      await call(url, "hardhat_mine", ["0x3", "0x3c"]);
      await call(url, "evm_setAutomine", [false]);
      await send(url, bob, { to: alice.address, value: 1 });
      const id = await call<Hex>(url, "evm_snapshot");
      await call(url, "evm_mine");
      const chain = await readChain(url);
      return { id, chain };
    });
    await withNode(async (url) => {
      assert.equal(await call(url, "hardhat_getAutomine"), false);
      assert.deepEqual(await readChain(url), first.chain);
      await call(url, "evm_mine");
      const [before, block] = (await readChain(url)).slice(-2);
      const apart = Number(block?.timestamp) - Number(before?.timestamp);
      assert.ok(apart >= 1 && apart < 60, `${apart}`);
      assert.ok(Number(block?.timestamp) > Date.now() / 1000 + 1_000_000);
    });
    await withNode(async (url) => {
      assert.equal(await call(url, "evm_revert", [first.id]), true);
      const chain = await readChain(url);
      assert.deepEqual(chain, first.chain.slice(0, -1));
      assert.deepEqual(await call(url, "txpool_status"), { pending: "0x1", queued: "0x0" });
      await call(url, "evm_mine");
      const again = await readChain(url);
      assert.equal(again.at(-1)?.transactions.length, 1);
      assertProved(again, testPace);
      assertLinked(again);
    });
  });
});
