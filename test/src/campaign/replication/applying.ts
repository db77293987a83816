/** Measures how fast a replica applies a log, beside a node that imports the same blocks from a file. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { medianOf } from "../../bench/statistics.js";
import { mainThreadCpuMsOf } from "../../bench/subject/process-usage.js";
import type { RunningSubject } from "../../bench/subject/subject.js";
import { signTransfer } from "../../bench/transfers.js";
import { fundSenders, richWallet } from "../../bench/wallet.js";
import { eventually } from "../../support/eventually.js";
import { runHere } from "../../support/local-node.js";
import { callAll } from "../../support/rpc-batch.js";
import { cpuMsOf, type Finding, heightOf, inCluster, withNodes } from "./measured-nodes.js";

const blocks = 320;
const transfersEach = 150;
/**
 * The part of the chain that is measured. Before it the code is not compiled yet; after its end a
 * replica reads the pending transactions that were announced.
 */
const measured = { from: 0.6, to: 0.95 };
const betweenLooksMs = 20;
/**
 * The minimum of the processor time of an import's main thread, divided by that of a replica that
 * executes, and of one that takes facts. Blocks are applied in the main thread: on a machine with a
 * free core its time is what a block takes, and it does not depend on what else the machine does.
 */
const timesMin = { blocks: 0.9, facts: 3 };

/** Mines blocks with transfers of some senders. Returns the height. */
async function build(node: RunningSubject): Promise<number> {
  const wallets = await fundSenders(node, richWallet(node.chainId), 10);
  for (let block = 0; block < blocks; block++) {
    const sends = Array.from({ length: transfersEach }, (_, i) => {
      const wallet = wallets[i % wallets.length] as (typeof wallets)[number];
      const params = [signTransfer(wallet, block * transfersEach + i)];
      return { method: "eth_sendRawTransaction", params };
    });
    await callAll(node.url, [...sends, { method: "evm_mine" }]);
  }
  return heightOf(node);
}

/** The cost of a block. */
interface Cost {
  readonly elapsedMs: number;
  /** Processor time of the main thread of the node. */
  readonly mainMs: number;
  /** Processor time of the node's process. */
  readonly cpuMs: number;
}

const spentBy = (node: RunningSubject): Cost => ({
  elapsedMs: performance.now(),
  mainMs: mainThreadCpuMsOf(node.pid),
  cpuMs: cpuMsOf(node),
});

/** Returns the cost of a block while a node grows to a height, which it has then. */
async function costOfBlock(node: RunningSubject, height: number): Promise<Cost> {
  const reached = (from: number) =>
    eventually("height", async () => {
      await pause(betweenLooksMs);
      const at = await heightOf(node);
      return at >= from && { at, ...spentBy(node) };
    });
  const begun = await reached(height * measured.from);
  const ended = await reached(height * measured.to);
  await reached(height);
  const perBlock = (of: keyof Cost) => (ended[of] - begun[of]) / (ended.at - begun.at);
  return {
    elapsedMs: perBlock("elapsedMs"),
    mainMs: perBlock("mainMs"),
    cpuMs: perBlock("cpuMs"),
  };
}

/** @param rounds the measurements of each way, of which the median counts. */
export const measureApplying = (rounds: number): Promise<Finding[]> =>
  withNodes(async ({ start, startLog, folder }) => {
    const mining = "manual";
    const log = await startLog();
    const sealer = await start({ mining, flags: inCluster(log, "sealer", "facts") });
    const height = await build(sealer);
    const file = join(folder, "chain.rlp");
    await runHere(["export", file, "--url", sealer.url]);
    const costs = { import: [] as Cost[], blocks: [] as Cost[], facts: [] as Cost[] };
    for (let round = 0; round < rounds; round++) {
      const node = await start({ mining });
      const importing = runHere(["import", file, "--url", node.url]);
      costs.import.push(await costOfBlock(node, height));
      await importing;
      await node.stop();
      for (const apply of ["blocks", "facts"] as const) {
        const replica = await start({ mining, flags: inCluster(log, "replica", apply) });
        costs[apply].push(await costOfBlock(replica, height));
        await replica.stop();
      }
    }
    return (["blocks", "facts"] as const).map((apply) =>
      findingOf(apply, costs[apply], costs.import),
    );
  });

/** Compares a replica with an import: the time of the main thread of each, of all threads, and elapsed. */
function findingOf(
  apply: keyof typeof timesMin,
  applied: readonly Cost[],
  imported: readonly Cost[],
): Finding {
  const compare = (of: keyof Cost) => {
    const own = medianOf(applied.map((cost) => cost[of]));
    const other = medianOf(imported.map((cost) => cost[of]));
    const times = other / own;
    return {
      times,
      text: `${own.toFixed(2)} ms, an import ${other.toFixed(2)} ms: ${times.toFixed(2)} x`,
    };
  };
  const [main, cpu, elapsed] = [compare("mainMs"), compare("cpuMs"), compare("elapsedMs")];
  const about = `processor time of the main thread for a block of ${transfersEach} transfers: a replica that takes ${apply} ${main.text}, at least ${timesMin[apply]}; of all threads ${cpu.text}; elapsed time ${elapsed.text}`;
  return { about, isKept: main.times >= timesMin[apply] };
}
