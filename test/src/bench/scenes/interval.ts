/** Measures blocks that are mined at an interval, filled from the pool. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { feed, transactionBatch } from "../feed.js";
import { makeYielding } from "../make-yielding.js";
import { type Figure, type Measurement, type Scene, scene, type Tools } from "../scene.js";
import type { Sizes } from "../sizes.js";
import { usageOf } from "../subject/process-usage.js";
import type { RunningSubject } from "../subject/subject.js";
import { deployExchange, signSwap } from "../swap.js";
import { type Contract, deployToken } from "../token.js";
import { type Sign, signTokenTransfer, signTransfer } from "../transfers.js";
import { fundSenders, richWallet, untilMined, type Wallet } from "../wallet.js";

/** A block has space for all transactions that may wait, so that no node is measured by its blocks. */
const gasLimit = 4_000_000_000;

interface Session {
  readonly node: RunningSubject;
  readonly wallets: readonly Wallet[];
  readonly token: Contract;
  readonly rich: Wallet;
  /** Deployed at the first measurement. */
  exchange?: Contract;
  readonly folder: string | undefined;
}

async function measure(session: Session, { sizes }: Tools, sign: Sign): Promise<readonly Figure[]> {
  const { node, wallets } = session;
  const before = wallets.map((wallet) => wallet.nonce());
  const { senders } = sizes;
  const length = Math.floor(sizes.intervalTransactions / senders);
  const batches = await makeYielding(length, (b) => signRound(wallets, sign, b));
  const usages: (number | undefined)[] = [];
  const counted = await feed({
    node,
    batches,
    batchLength: senders,
    waitingMax: sizes.waitingMax,
    durationMs: sizes.intervalLoadMs,
    onEdge: () => usages.push(usageOf(node.pid)?.cpuMs),
  });
  for (const [i, wallet] of wallets.entries()) {
    wallet.rewind((before[i] ?? 0) + counted.batchesSent);
  }
  await untilMined(node, wallets);
  const { transactions, elapsedMs } = counted;
  const [from, to] = usages;
  const cpuMsPer1000 =
    from === undefined || to === undefined ? undefined : ((to - from) * 1_000) / transactions;
  return [{ value: (transactions * 1_000) / elapsedMs, cpuMsPer1000 }];
}

/**
 * Signs one transaction of each sender, so that few nonces are missing if batches arrive out of
 * order.
 */
const signRound = (wallets: readonly Wallet[], sign: Sign, round: number): Buffer =>
  transactionBatch(wallets.map((wallet, w) => sign(wallet, round * wallets.length + w)));

const measurementOf = (
  id: string,
  about: string,
  signOf: (session: Session) => Sign,
): Measurement<Session> => ({
  rows: [{ id, about, unit: "/s", better: "more" }],
  measure: (session, tools) => measure(session, tools, signOf(session)),
});

const swaps = (how: string): Measurement<Session> => ({
  ...measurementOf("interval-swaps", `swaps over three contracts, ${how}`, () => signTransfer),
  async measure(session, tools) {
    const { node, wallets } = session;
    session.exchange ??= await deployExchange(node, session.rich, wallets);
    return measure(session, tools, signSwap(session.exchange));
  },
});

/**
 * @param isDurable whether each block is on the disk before it is announced, which only our node
 * supports.
 */
export function intervalScene({ intervalMs, senders }: Sizes, isDurable: boolean): Scene {
  const suffix = isDurable ? "-durable" : "";
  const how = `${intervalMs / 1_000} s blocks${isDurable ? ", each synced to disk" : ""}`;
  return scene<Session>({
    name: `interval${suffix}`,
    isOursOnly: isDurable,
    async prepare(subject) {
      const folder = isDurable ? mkdtempSync(join(tmpdir(), "tandem-bench-")) : undefined;
      const node = await subject.start({
        mining: "interval",
        intervalMs,
        gasLimit,
        ...(folder === undefined ? {} : { dataDirectory: folder }),
      });
      const rich = richWallet(node.chainId);
      const wallets = await fundSenders(node, rich, senders);
      const token = await deployToken(node, rich, wallets);
      return { node, wallets, token, rich, folder };
    },
    async close({ node, folder }) {
      await node.stop();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
    measurements: [
      measurementOf(`interval-transfers${suffix}`, `transfers, ${how}`, () => signTransfer),
      measurementOf(`interval-tokens${suffix}`, `ERC-20 transfers, ${how}`, ({ token }) =>
        signTokenTransfer(token),
      ),
      ...(isDurable ? [] : [swaps(how)]),
    ],
  });
}
