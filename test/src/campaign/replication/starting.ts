/** Measures how long a new replica takes until it serves a long chain, from a snapshot and the log. */
import type { RunningSubject } from "../../bench/subject/subject.js";
import { signTransfer } from "../../bench/transfers.js";
import { richWallet } from "../../bench/wallet.js";
import { eventually } from "../../support/eventually.js";
import { callAll } from "../../support/rpc-batch.js";
import {
  cpuMsOf,
  type Finding,
  heightOf,
  inCluster,
  waitedMsOf,
  withNodes,
} from "./measured-nodes.js";

const blocks = 50_000;
/** Each of these blocks follows two transfers of the first one. */
const blocksTogether = 10;
const groupsOfRequest = 50;
const startSecondsMax = 20;

/** Mines the chain, a tenth of whose blocks has transfers. */
async function build(node: RunningSubject): Promise<void> {
  const wallet = richWallet(node.chainId);
  const send = () => ({
    method: "eth_sendRawTransaction",
    params: [signTransfer(wallet, wallet.nonce())],
  });
  for (let made = 0; made < blocks; made += blocksTogether * groupsOfRequest) {
    const mine = { method: "hardhat_mine", params: [`0x${blocksTogether.toString(16)}`] };
    const groups = Array.from({ length: groupsOfRequest }, () => [send(), send(), mine]);
    await callAll(node.url, groups.flat());
  }
}

const isServing = async ({ url }: RunningSubject): Promise<boolean> =>
  (await fetch(`${url}/health`)).status === 200;

export const measureStarting = (): Promise<Finding[]> =>
  withNodes(async ({ start, startLog }) => {
    const mining = "manual";
    const log = await startLog();
    const sealer = await start({ mining, flags: inCluster(log, "sealer") });
    const standby = await start({ mining, flags: inCluster(log, "auto") });
    await build(sealer);
    await eventually("standby at the head", async () => (await heightOf(standby)) === blocks);
    const began = performance.now();
    const replica = await start({ mining, flags: inCluster(log, "replica") });
    await eventually(
      "replica that serves",
      async () => (await heightOf(replica)) === blocks && (await isServing(replica)),
    );
    const seconds = (performance.now() - began) / 1_000;
    // On a machine with a free core it would not have waited.
    const own = seconds - waitedMsOf(replica) / 1_000;
    const cpuSeconds = (cpuMsOf(replica) / 1_000).toFixed(1);
    const about = `a new replica of ${blocks} blocks serves after ${seconds.toFixed(1)} s, ${own.toFixed(1)} s of them without waiting for a processor, at most ${startSecondsMax} s; ${cpuSeconds} s of processor time`;
    return [{ about, isKept: own <= startSecondsMax }];
  });
