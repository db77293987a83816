/** Measures how fast a replica applies a log, beside a node that imports the same blocks from a file. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { medianOf } from "../../bench/statistics.js";
import type { RunningSubject } from "../../bench/subject/subject.js";
import { signTransfer } from "../../bench/transfers.js";
import { fundSenders, richWallet } from "../../bench/wallet.js";
import { eventually } from "../eventually.js";
import { runHere } from "../local-node.js";
import { callAll } from "../rpc-batch.js";
import { cpuMsOf, type Finding, heightOf, inCluster, withNodes } from "./measured-nodes.js";

const blocks = 320;
const transfersEach = 150;
/**
 * The part of the chain that is measured. Before it the code is not compiled yet; after its end a
 * replica reads the pending transactions that were announced.
 */
const measured = { from: 0.6, to: 0.95 };
const betweenLooksMs = 20;
/** The minimum rates of a replica that executes, and of one that takes facts, of that of an import. */
const rateMin = { blocks: 0.9, facts: 3 };

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

/** Returns the processor milliseconds of a block while a node grows to a height, which it has then. */
async function costOfBlock(node: RunningSubject, height: number): Promise<number> {
  const reached = (from: number) =>
    eventually("height", async () => {
      await pause(betweenLooksMs);
      const at = await heightOf(node);
      return at >= from && { at, cpuMs: cpuMsOf(node) };
    });
  const begun = await reached(height * measured.from);
  const ended = await reached(height * measured.to);
  await reached(height);
  return (ended.cpuMs - begun.cpuMs) / (ended.at - begun.at);
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
    const costs = { import: [] as number[], blocks: [] as number[], facts: [] as number[] };
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
    return (["blocks", "facts"] as const).map((apply) => {
      const [imported, applied] = [medianOf(costs.import), medianOf(costs[apply])];
      const ms = [applied, imported].map((cost) => (cost / transfersEach).toFixed(4));
      const about = `processor time of a transfer: a replica that takes ${apply} ${ms[0]} ms, an import ${ms[1]} ms: ${(imported / applied).toFixed(2)} x as fast, at least ${rateMin[apply]}`;
      return { about, isKept: imported >= applied * rateMin[apply] };
    });
  });
