/** Measures how long a new replica takes until it serves a long chain, from a snapshot and the log. */
import type { RunningSubject } from "../../bench/subject/subject.js";
import { signTransfer } from "../../bench/transfers.js";
import { richWallet } from "../../bench/wallet.js";
import { eventually } from "../../support/eventually.js";
import { callAll } from "../../support/rpc-batch.js";
import { cpuMsOf, type Finding, heightOf, inCluster, withNodes } from "./measured-nodes.js";

const blocks = 50_000;
/** Each of these blocks follows two transfers of the first one. */
const blocksTogether = 10;
const groupsOfRequest = 50;
/** The minimum of the processor time that following the chain takes, divided by that of a start. */
const timesMin = 3;

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
    const followedSeconds = cpuMsOf(standby) / 1_000;
    const began = performance.now();
    const replica = await start({ mining, flags: inCluster(log, "replica") });
    await eventually(
      "replica that serves",
      async () => (await heightOf(replica)) === blocks && (await isServing(replica)),
    );
    const elapsed = ((performance.now() - began) / 1_000).toFixed(1);
    const startSeconds = cpuMsOf(replica) / 1_000;
    const times = followedSeconds / startSeconds;
    const about = `processor time of a new replica of ${blocks} blocks until it serves: ${startSeconds.toFixed(1)} s, of one that followed all of them ${followedSeconds.toFixed(1)} s: ${times.toFixed(2)} x, at least ${timesMin}; it served after ${elapsed} s`;
    return [{ about, isKept: times >= timesMin }];
  });
