/**
 * Measures how far a replica is behind a sealer under full load. The sealer and its client have one
 * core, and the replica and the log have another, as if they were two machines with one core each.
 */
import { setTimeout as pause } from "node:timers/promises";
import { feed } from "../../bench/feed.js";
import type { RunningSubject } from "../../bench/subject/subject.js";
import { eventually } from "../../support/eventually.js";
import { idleMsOf, runOn, twoCores } from "./cores.js";
import { interval, type Loaded, loaded, senders, signBatches, transfers } from "./load.js";
import { cpuMsOf, type Finding, heightOf, inCluster, withNodes } from "./measured-nodes.js";

/** A replica is at most this number of blocks behind, in all but a share of the looks. */
const blocksBehindMax = 2;
const lateShareMax = 0.01;
/** The load is full if the sealer's core is busy for at least this share of the time. */
const busyShareMin = 0.9;
const loadMs = 15_000;
const betweenLooksMs = 20;
/** Batches for twice the load that a node of today executes. */
const loadBatches = 2_500;

interface Pair {
  readonly sealer: Loaded;
  readonly replica: RunningSubject;
  /** The core of the sealer; undefined if all processes share all cores. */
  readonly core: number | undefined;
}

/** Returns the milliseconds of the processor until now, and those in which the sealer's core was idle. */
const usageNow = ({ sealer, replica, core }: Pair) => ({
  sealer: cpuMsOf(sealer.node),
  replica: cpuMsOf(replica),
  idle: core === undefined ? 0 : idleMsOf(core),
});

/** Keeps the sealer fully loaded, and looks by how many blocks the replica is behind. */
async function follow(pair: Pair) {
  const { node, wallets } = pair.sealer;
  const batches = await signBatches(wallets, loadBatches);
  const behind: number[] = [];
  const edges: ReturnType<typeof usageNow>[] = [];
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const height = await heightOf(pair.replica);
      if (edges.length === 1) behind.push(Math.max(0, (await heightOf(node)) - height));
      await pause(betweenLooksMs);
    }
  };
  const looking = look();
  const options = { node, batches, batchLength: senders, waitingMax: transfers };
  const onEdge = () => void edges.push(usageNow(pair));
  const counted = await feed({ ...options, durationMs: loadMs, onEdge }).finally(() => {
    isOver = true;
  });
  await looking;
  const [from, to] = edges;
  if (from === undefined || to === undefined) throw new Error("no blocks were counted");
  const spentMs = (of: keyof typeof to) => to[of] - from[of];
  return { ...counted, behind, spentMs };
}

async function measurePair(pair: Pair, apply: string): Promise<Finding[]> {
  const { behind, spentMs, transactions, elapsedMs } = await follow(pair);
  const late = behind.filter((blocks) => blocks > blocksBehindMax).length;
  const [here, there] = (["replica", "sealer"] as const).map((of) =>
    (spentMs(of) / transactions).toFixed(3),
  );
  const lag = `blocks that a replica that takes ${apply} is behind under full load: ${Math.max(...behind)} at most, more than ${blocksBehindMax} in ${late} of ${behind.length} looks; ${transactions} transfers, for each of which it took ${here} ms of the processor, and the sealer ${there} ms`;
  const busy = 1 - spentMs("idle") / elapsedMs;
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  const full = `the core of the sealer and its client was busy in this time: ${percent(busy)}, at least ${percent(busyShareMin)}`;
  return [
    { about: lag, isKept: late <= behind.length * lateShareMax },
    ...(pair.core === undefined ? [] : [{ about: full, isKept: busy >= busyShareMin }]),
  ];
}

const measure = (apply: string): Promise<Finding[]> =>
  withNodes(async ({ start, startLog }) => {
    const log = await startLog();
    const startNode = (role: string) => start({ ...interval, flags: inCluster(log, role, apply) });
    const sealer = await loaded(await startNode("sealer"));
    const replica = await startNode("replica");
    const cores = twoCores();
    for (const pid of [process.pid, sealer.node.pid]) runOn(cores?.slice(0, 1), pid);
    for (const pid of [replica.pid, log.child.pid]) runOn(cores?.slice(1), pid);
    try {
      await eventually(
        "replica at the head",
        async () => (await heightOf(sealer.node)) - (await heightOf(replica)) <= 1,
      );
      return await measurePair({ sealer, replica, core: cores?.[0] }, apply);
    } finally {
      runOn(cores, process.pid);
    }
  });

export const measureFollowing = async (): Promise<Finding[]> => [
  ...(await measure("blocks")),
  ...(await measure("facts")),
];
