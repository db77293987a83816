/** `kill -9` at any moment loses nothing that was answered, and the next start is quick. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { assertLinked, assertProved } from "./support/chain-check.js";
import { coin, developmentAccounts } from "./support/development.js";
import { testPace } from "./support/header-rules.js";
import { assertKept, loadUntil, nothingTold, type Told } from "./support/load.js";
import { type NodeProcess, startNodeProcess } from "./support/node-process.js";
import { callAll, readChain } from "./support/rpc-batch.js";
import { seeded } from "./support/seeded.js";
import type { Hex, WireBlock } from "./support/wire.js";

const rounds = 50;
const chance = seeded(20_260_731);
const [loadMinMs, loadMaxMs] = [100, 800];
const readyMaxMs = 2_000;
/** A start is killed as well, once in so many rounds, at most this late. */
const roundsPerStart = 5;
const startMaxMs = 700;
const statesRead = 100;
const executable = fileURLToPath(new URL("../../apps/node/bin/tandem.js", import.meta.url));

let directory: string;
let node: NodeProcess | undefined;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "tandem-kill-"));
});
after(async () => {
  await node?.stop("SIGKILL");
  await rm(directory, { recursive: true, force: true });
});

/** A start that does not get far. */
async function startAndKill(flags: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [executable, "run", "--port", "0", ...flags], {
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  await pause(chance.int(startMaxMs));
  child.kill("SIGKILL");
  await exited;
}

/** The state of any height can be read, and holds what genesis gave out. */
async function assertConserved(url: string, chain: readonly WireBlock[]): Promise<void> {
  const holders = [
    ...developmentAccounts.map(({ address }) => address),
    ...new Set(chain.map(({ miner }) => miner)),
  ];
  for (let i = 0; i < statesRead; i++) {
    const height = `0x${chance.int(chain.length).toString(16)}`;
    const balances = await callAll<Hex>(
      url,
      holders.map((address) => ({ method: "eth_getBalance", params: [address, height] })),
    );
    const sum = balances.reduce((total, balance) => total + BigInt(balance), 0n);
    assert.equal(sum, BigInt(developmentAccounts.length) * 10_000n * coin, `at ${height}`);
  }
}

/** Fifty lives of one chain. @returns what a client was told in all of them. */
async function liveAndDie(flags: readonly string[], readyMs: number[]): Promise<Told> {
  const all = nothingTold();
  let running = await startNodeProcess(flags);
  for (let round = 0; round < rounds; round++) {
    const told = nothingTold();
    const moment = loadMinMs + chance.int(loadMaxMs - loadMinMs);
    await loadUntil(running, told, () => pause(moment), "SIGKILL");
    if (round % roundsPerStart === 0) await startAndKill(flags);
    running = await startNodeProcess(flags);
    node = running;
    readyMs.push(running.readyMs);
    await assertKept(running.url, told);
    for (const [height, hash] of told.blocks) all.blocks.set(height, hash);
    for (const [hash, receipt] of told.receipts) all.receipts.set(hash, receipt);
  }
  return all;
}

it("a node killed fifty times keeps every block it announced and every receipt", async () => {
  const readyMs: number[] = [];
  const all = await liveAndDie(["--data-dir", directory], readyMs);
  assert.ok(node);
  await assertKept(node.url, all);
  const chain = await readChain(node.url);
  assertProved(chain, testPace);
  assertLinked(chain);
  await assertConserved(node.url, chain);
  report(readyMs, all, chain.length);
  assert.ok(all.receipts.size >= rounds, "there was a load");
  assert.ok(Math.max(...readyMs) < readyMaxMs, `ready after ${Math.max(...readyMs)} ms`);
});

function report(readyMs: readonly number[], all: Told, blocks: number): void {
  const sorted = [...readyMs].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const worst = sorted.at(-1) ?? 0;
  console.log(
    `${blocks} blocks, ${all.receipts.size} receipts held to; ready again after ` +
      `${median.toFixed(0)} ms in the median, ${worst.toFixed(0)} ms at worst`,
  );
}
