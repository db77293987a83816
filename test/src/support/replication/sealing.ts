/**
 * Measures what a log costs the sealer, in turn with a node of its own, and how far a replica is
 * behind it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { feed, sendBatches, transactionBatch } from "../../bench/feed.js";
import { makeYielding } from "../../bench/make-yielding.js";
import { medianOf } from "../../bench/statistics.js";
import type { RunningSubject } from "../../bench/subject/subject.js";
import { signTransfer } from "../../bench/transfers.js";
import { fundSenders, richWallet, untilMined, type Wallet } from "../../bench/wallet.js";
import { eventually } from "../eventually.js";
import { cpuMsOf, type Finding, heightOf, inCluster, withNodes } from "./measured-nodes.js";

const intervalMs = 1_000;
const senders = 100;
/** The transfers of one measurement. They also are the maximum that waits under full load. */
const transfers = 12_000;
/** The sealer uses at most this multiple of the processor time of a node of its own. */
const costMax = 1.15;
/** A replica is at most this number of blocks behind, in all but a share of the looks. */
const blocksBehindMax = 2;
const lateShareMax = 0.01;
const loadMs = 15_000;
const betweenLooksMs = 20;
/** Batches for twice the load that a node of today executes. */
const loadBatches = 2_500;

interface Loaded {
  readonly node: RunningSubject;
  readonly wallets: readonly Wallet[];
  readonly costs: number[];
}

/** Signs batches with one transfer of each sender. */
const signBatches = (wallets: readonly Wallet[], count: number): Promise<Buffer[]> =>
  makeYielding(count, (b) =>
    transactionBatch(wallets.map((wallet, w) => signTransfer(wallet, b * senders + w))),
  );

/** Returns the processor milliseconds of a transfer. */
async function load({ node, wallets }: Loaded): Promise<number> {
  const batches = await signBatches(wallets, transfers / senders);
  const before = cpuMsOf(node);
  await sendBatches(node.port, batches);
  await untilMined(node, wallets);
  return (cpuMsOf(node) - before) / transfers;
}

/** Keeps the sealer fully loaded, and returns by how many blocks a replica was behind at each look. */
async function blocksBehind({ node, wallets }: Loaded, replica: RunningSubject): Promise<number[]> {
  const first = wallets.map((wallet) => wallet.nonce());
  const batches = await signBatches(wallets, loadBatches);
  const behind: number[] = [];
  let isLoaded = false;
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const height = await heightOf(replica);
      if (isLoaded) behind.push((await heightOf(node)) - height);
      await pause(betweenLooksMs);
    }
  };
  const looking = look();
  const options = { node, batches, batchLength: senders, waitingMax: transfers };
  const onEdge = () => {
    isLoaded = !isLoaded;
  };
  const { batchesSent } = await feed({ ...options, durationMs: loadMs, onEdge }).finally(() => {
    isOver = true;
  });
  await looking;
  for (const [i, wallet] of wallets.entries()) wallet.rewind((first[i] ?? 0) + batchesSent);
  return behind.map((blocks) => Math.max(0, blocks));
}

async function loaded(node: RunningSubject): Promise<Loaded> {
  const wallets = await fundSenders(node, richWallet(node.chainId), senders);
  const ready = { node, wallets, costs: [] };
  await load(ready);
  return ready;
}

/** Compares sealers with a node of its own, the median of some rounds in turn. */
async function measureCost(
  rounds: number,
  alone: Loaded,
  sealers: readonly (readonly [name: string, sealer: Loaded])[],
): Promise<Finding[]> {
  for (let round = 0; round < rounds; round++) {
    for (const each of [alone, ...sealers.map(([, sealer]) => sealer)]) {
      each.costs.push(await load(each));
    }
  }
  const own = medianOf(alone.costs);
  return sealers.map(([name, { costs }]) => {
    const cost = medianOf(costs);
    const ratio = (cost / own).toFixed(3);
    const about = `processor time of a transfer: ${name} ${cost.toFixed(4)} ms, a node of its own ${own.toFixed(4)} ms: ${ratio} x, at most ${costMax}`;
    return { about, isKept: cost <= own * costMax };
  });
}

async function measureLag(sealer: Loaded, replica: RunningSubject): Promise<Finding> {
  await eventually(
    "replica at the head",
    async () => (await heightOf(sealer.node)) - (await heightOf(replica)) <= 1,
  );
  const behind = await blocksBehind(sealer, replica);
  const late = behind.filter((blocks) => blocks > blocksBehindMax).length;
  const about = `blocks that a replica is behind under full load: ${Math.max(...behind)} at most, more than ${blocksBehindMax} in ${late} of ${behind.length} looks`;
  return { about, isKept: late <= behind.length * lateShareMax };
}

/** @param rounds the measurements of each node's cost. */
export const measureSealing = (rounds: number): Promise<Finding[]> =>
  withNodes(async ({ start, startLog }) => {
    const interval = { mining: "interval", intervalMs } as const;
    const [log, ofFacts] = [await startLog(), await startLog()];
    const startLoaded = async (flags: readonly string[]) =>
      loaded(await start({ ...interval, flags }));
    const alone = await startLoaded([]);
    const sealer = await startLoaded(inCluster(log, "sealer"));
    const factual = await startLoaded(inCluster(ofFacts, "sealer", "facts"));
    const costs = await measureCost(rounds, alone, [
      ["the sealer", sealer],
      ["the sealer with facts", factual],
    ]);
    for (const { node } of [alone, factual]) await node.stop();
    const replica = await start({ ...interval, flags: inCluster(log, "replica") });
    return [...costs, await measureLag(sealer, replica)];
  });
