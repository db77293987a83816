/** `kill -9` at any moment loses nothing that was answered, and the next start is quick. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { assertProved } from "./support/chain-check.js";
import { type Account, developmentAccounts, sign } from "./support/development.js";
import { testPace } from "./support/header-rules.js";
import { JsonSocket } from "./support/json-socket.js";
import { type NodeProcess, startNodeProcess } from "./support/node-process.js";
import { callAll, readChain } from "./support/rpc-batch.js";
import { seeded } from "./support/seeded.js";
import type { Hex, WireBlock, WireReceipt } from "./support/wire.js";

const rounds = 50;
const chance = seeded(20_260_731);
const senders = developmentAccounts.slice(0, 5);
const [loadMinMs, loadMaxMs] = [100, 800];
const readyMaxMs = 2_000;

/** What a client was told, and holds the node to. */
interface Promises {
  /** Height to the hash that was announced or answered for it. */
  readonly blocks: Map<number, Hex>;
  readonly receipts: Map<Hex, WireReceipt>;
}

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "tandem-kill-"));
});
after(() => rm(directory, { recursive: true, force: true }));

/** Signing is slow, and a transaction that was lost with the pool is sent again as it was. */
const signed = new Map<string, { raw: Hex; hash: Hex }>();
function signedOnce(account: Account, nonce: number): { raw: Hex; hash: Hex } {
  const name = `${account.address} ${nonce}`;
  const known = signed.get(name) ?? sign(account, { nonce, to: account.address, value: 1n });
  signed.set(name, known);
  return known;
}

/** Sends, waits for the receipt, and goes on with the next nonce until the node is gone. */
async function keepSending(socket: JsonSocket, account: Account, told: Promises): Promise<void> {
  let nonce = Number(await socket.call<Hex>("eth_getTransactionCount", [account.address]));
  for (;;) {
    const { raw, hash } = signedOnce(account, nonce++);
    assert.equal(await socket.call("eth_sendRawTransaction", [raw]), hash);
    let receipt: WireReceipt | null = null;
    while (receipt === null) {
      receipt = await socket.call<WireReceipt | null>("eth_getTransactionReceipt", [hash]);
    }
    told.receipts.set(hash, receipt);
    told.blocks.set(Number(receipt.blockNumber), receipt.blockHash);
  }
}

/** Load for a while, and then the end, in the middle of whatever happens to be going on. */
async function loadAndKill(node: NodeProcess, told: Promises): Promise<void> {
  const socket = await JsonSocket.open(node.wsUrl);
  const { inbox } = await socket.subscribe<WireBlock>("newHeads");
  let isAlive = true;
  const failures: unknown[] = [];
  for (const account of senders) {
    keepSending(socket, account, told).catch((error) => {
      if (isAlive) failures.push(error);
    });
  }
  await pause(loadMinMs + chance.int(loadMaxMs - loadMinMs));
  isAlive = false;
  await node.stop("SIGKILL");
  socket.socket.terminate();
  assert.deepEqual(failures, []);
  for (const { number, hash } of inbox.received) told.blocks.set(Number(number), hash);
}

/** Everything that was told since the last check is still so. */
async function assertKept(url: string, told: Promises): Promise<void> {
  const blocks = [...told.blocks];
  const found = await callAll<WireBlock | null>(
    url,
    blocks.map(([n]) => ({ method: "eth_getBlockByNumber", params: [`0x${n.toString(16)}`] })),
  );
  assert.deepEqual(
    found.map((block) => block?.hash),
    blocks.map(([, hash]) => hash),
  );
  const receipts = [...told.receipts];
  const kept = await callAll<WireReceipt | null>(
    url,
    receipts.map(([hash]) => ({ method: "eth_getTransactionReceipt", params: [hash] })),
  );
  assert.deepEqual(
    kept,
    receipts.map(([, receipt]) => receipt),
  );
}

it("a node killed fifty times keeps every block it announced and every receipt", async () => {
  const flags = ["--data-dir", directory];
  const readyMs: number[] = [];
  const all: Promises = { blocks: new Map(), receipts: new Map() };
  let node = await startNodeProcess(flags);
  for (let round = 0; round < rounds; round++) {
    const told: Promises = { blocks: new Map(), receipts: new Map() };
    await loadAndKill(node, told);
    node = await startNodeProcess(flags);
    readyMs.push(node.readyMs);
    await assertKept(node.url, told);
    for (const [height, hash] of told.blocks) all.blocks.set(height, hash);
    for (const [hash, receipt] of told.receipts) all.receipts.set(hash, receipt);
  }
  try {
    await assertKept(node.url, all);
    const chain = await readChain(node.url);
    assertProved(chain, testPace);
    report(readyMs, all, chain.length);
    assert.ok(all.receipts.size >= rounds, "there was a load");
    assert.ok(Math.max(...readyMs) < readyMaxMs, `ready after ${Math.max(...readyMs)} ms`);
  } finally {
    await node.stop();
  }
});

function report(readyMs: readonly number[], all: Promises, blocks: number): void {
  const sorted = [...readyMs].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const worst = sorted.at(-1) ?? 0;
  console.log(
    `${blocks} blocks, ${all.receipts.size} receipts held to; ready again after ` +
      `${median.toFixed(0)} ms in the median, ${worst.toFixed(0)} ms at worst`,
  );
}
