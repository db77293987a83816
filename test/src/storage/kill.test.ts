/**
 * Tests that `kill -9` at any moment loses nothing that was acknowledged, and does not make the
 * next start more expensive.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { usageOf } from "../bench/subject/process-usage.js";
import { assertLinked, assertProved } from "../support/chain-checks/chain-check.js";
import { testPace } from "../support/chain-checks/header-rules.js";
import { coin, developmentAccounts } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { endOfRounds, fewOrMany, seedOr } from "../support/extent.js";
import { type NodeProcess, startNodeProcess } from "../support/node-process.js";
import { callAll, readChain } from "../support/rpc-batch.js";
import { assertKept, loadUntil, nothingTold, type Told } from "../support/scenes/load.js";
import { seeded } from "../support/seeded.js";
import type { Hex, WireBlock } from "../support/wire.js";

/** The number of kills in `npm test`; `npm run campaign -- kill` does more. */
const fewRounds = 2;
const chance = seeded(seedOr(20_260_731));
const [loadMinMs, loadMaxMs] = [100, 800];
/** The number of starts of a new chain for comparison. */
const freshStarts = fewOrMany(1, 3);
/** The maximum cost of a start after a kill, as a multiple of the processor time of a fresh one. */
const startCostMax = 3;
/** A start is killed too, once in this number of rounds, after at most this time. */
const roundsPerStart = 5;
const startMaxMs = 700;
const statesRead = 20;
const executable = fileURLToPath(new URL("../../../apps/node/bin/tandem.js", import.meta.url));

let directory: string;
let node: NodeProcess | undefined;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "tandem-kill-"));
});
after(async () => {
  await node?.stop("SIGKILL");
  await rm(directory, { recursive: true, force: true });
});

/** Kills a start before it is complete. */
async function startAndKill(flags: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [executable, "run", "--port", "0", ...flags], {
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  await pause(chance.int(startMaxMs));
  child.kill("SIGKILL");
  await exited;
}

/** Asserts that the state of any height can be read, with the sum of balances of genesis. */
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

/**
 * Returns the milliseconds of processor time of a node, which hardly depend on the load of the
 * machine.
 */
const processorMs = ({ child }: NodeProcess): number => usageOf(child.pid ?? 0)?.cpuMs ?? 0;

/** Starts and kills nodes on one chain. @returns all answers that a client received. */
async function liveAndDie(flags: readonly string[], startMs: number[]): Promise<Told> {
  const all = nothingTold();
  let running = await startNodeProcess(flags);
  const isOver = endOfRounds(fewRounds);
  for (let round = 0; !isOver(round); round++) {
    const told = nothingTold();
    const moment = loadMinMs + chance.int(loadMaxMs - loadMinMs);
    const untilKilled = async () => {
      await pause(moment);
      await eventually("receipt", () => told.receipts.size > 0);
    };
    await loadUntil(running, told, untilKilled, "SIGKILL");
    if (round % roundsPerStart === 0) await startAndKill(flags);
    running = await startNodeProcess(flags);
    node = running;
    startMs.push(processorMs(running));
    await assertKept(running.url, told);
    for (const [height, hash] of told.blocks) all.blocks.set(height, hash);
    for (const [hash, receipt] of told.receipts) all.receipts.set(hash, receipt);
  }
  return all;
}

it("a node that is killed many times keeps every announced block and every receipt", async (t) => {
  const startMs: number[] = [];
  const all = await liveAndDie(["--data-dir", join(directory, "killed")], startMs);
  assert.ok(node);
  await assertKept(node.url, all);
  const chain = await readChain(node.url);
  assertProved(chain, testPace);
  assertLinked(chain);
  await assertConserved(node.url, chain);
  assert.ok(all.receipts.size >= startMs.length, "there was a load");
  const [again, fresh] = [median(startMs), median(await startFresh())];
  const starts = `a start takes ${again} ms of processor, a fresh one ${fresh} ms`;
  t.diagnostic(`${chain.length} blocks, ${all.receipts.size} receipts held to; ${starts}`);
  assert.ok(again <= startCostMax * fresh, starts);
});

/** @returns the milliseconds of processor time of nodes with an empty directory. */
async function startFresh(): Promise<number[]> {
  const found: number[] = [];
  while (found.length < freshStarts) {
    const kept = ["--data-dir", join(directory, `fresh-${found.length}`)];
    const fresh = await startNodeProcess(kept);
    found.push(processorMs(fresh));
    await fresh.stop();
  }
  return found;
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
