/** Loads a sealer with transfers of many senders. */
import { sendBatches, transactionBatch } from "../../bench/feed.js";
import { makeYielding } from "../../bench/make-yielding.js";
import type { RunningSubject } from "../../bench/subject/subject.js";
import { signTransfer } from "../../bench/transfers.js";
import { fundSenders, richWallet, untilMined, type Wallet } from "../../bench/wallet.js";
import { cpuMsOf } from "./measured-nodes.js";

/** The interval between blocks. */
export const interval = { mining: "interval", intervalMs: 1_000 } as const;
export const senders = 100;
/** The transfers of one measurement. They also are the maximum that waits under full load. */
export const transfers = 12_000;

export interface Loaded {
  readonly node: RunningSubject;
  readonly wallets: readonly Wallet[];
  readonly costs: number[];
}

/** Signs batches with one transfer of each sender. */
export const signBatches = (wallets: readonly Wallet[], count: number): Promise<Buffer[]> =>
  makeYielding(count, (b) =>
    transactionBatch(wallets.map((wallet, w) => signTransfer(wallet, b * senders + w))),
  );

/** Returns the processor milliseconds of a transfer. */
export async function load({ node, wallets }: Loaded): Promise<number> {
  const batches = await signBatches(wallets, transfers / senders);
  const before = cpuMsOf(node);
  await sendBatches(node.port, batches);
  await untilMined(node, wallets);
  return (cpuMsOf(node) - before) / transfers;
}

/** Funds the senders, and loads the node once so that its code is compiled. */
export async function loaded(node: RunningSubject): Promise<Loaded> {
  const wallets = await fundSenders(node, richWallet(node.chainId), senders);
  const ready = { node, wallets, costs: [] };
  await load(ready);
  return ready;
}
