/**
 * Builds a chain with a known number of logs and traces in every block: 5 logs of one topic, 45 of
 * another, and in twenty blocks of the range one more log with its own topic, and a transfer to its
 * own account.
 */
import { fromHex, toHex } from "@tandem/primitives";
import { encodeFunctionData } from "viem";
import { compileOne } from "../support/compile.js";
import { call } from "../support/rpc.js";
import { callAll } from "../support/rpc-batch.js";
import { senderOf } from "../support/signer.js";
import type { Sizes } from "./sizes.js";
import type { RunningSubject } from "./subject/subject.js";
import { deploy } from "./token.js";
import { fundSenders, richWallet, type Wallet } from "./wallet.js";

export const fewLogs = 5;
export const manyLogs = 45;
export const rareHits = 20;

const topicOf = (n: number) => `0x${n.toString(16).padStart(64, "0")}`;
export const fewTopic = topicOf(1);
export const manyTopic = topicOf(2);
export const rareTopic = topicOf(3);

const common = senderOf(5_000).address;
export const rareAccount = toHex(senderOf(5_001).address);

export interface History {
  readonly emitter: string;
  /** First block of the queried range. */
  readonly from: number;
  /** The hashes of its transactions, the first of which emits the logs. */
  readonly hashes: readonly string[];
}

/** Returns the number of blocks between two with a rare hit. */
const rareEvery = ({ historyRange }: Sizes) => historyRange / rareHits;

/** Returns the number of traces to the emitter in the first `length` blocks, and of all their traces. */
export const emitterTraces = (sizes: Sizes, length: number): number =>
  2 * length + Math.ceil(length / rareEvery(sizes));
export const allTraces = (sizes: Sizes, length: number): number =>
  3 * length + 2 * Math.ceil(length / rareEvery(sizes));

export const hexOf = (n: number): string => `0x${n.toString(16)}`;

export async function buildHistory(node: RunningSubject, sizes: Sizes): Promise<History> {
  const { abi, bytecode } = compileOne("Emitter.sol", "Emitter");
  const rich = richWallet(node.chainId);
  const wallets = await fundSenders(node, rich, 5);
  const emitter = await deploy(node, rich, fromHex(bytecode));
  const emit = (wallet: Wallet, count: number, topic: string) => {
    const data = encodeFunctionData({ abi, functionName: "emitMany", args: [count, topic, 0] });
    return wallet.sign({ to: emitter.address, data: fromHex(data), gasLimit: 200_000n });
  };
  const transfer = (wallet: Wallet, to: Uint8Array) =>
    wallet.sign({ to, value: 1n, gasLimit: 21_000n });
  const [few, many, plain, rareLog, rarePay] = wallets as [Wallet, Wallet, Wallet, Wallet, Wallet];

  const from = Number(await call<string>(node.url, "eth_blockNumber")) + 1;
  let hashes: readonly string[] = [];
  for (let i = 0; i < sizes.historyBlocks; i++) {
    const raws = [
      emit(few, fewLogs, fewTopic),
      emit(many, manyLogs, manyTopic),
      transfer(plain, common),
    ];
    if (i < sizes.historyRange && i % rareEvery(sizes) === 0) {
      raws.push(emit(rareLog, 1, rareTopic), transfer(rarePay, fromHex(rareAccount)));
    }
    hashes = await callAll<string>(
      node.url,
      raws.map((raw) => ({ method: "eth_sendRawTransaction", params: [raw] })),
    );
    await call(node.url, "evm_mine");
  }
  return { emitter: toHex(emitter.address), from, hashes };
}

/** Mines empty blocks up to a height. */
export async function growTo(node: RunningSubject, height: number): Promise<void> {
  const head = Number(await call<string>(node.url, "eth_blockNumber"));
  await callAll(
    node.url,
    Array.from({ length: Math.max(0, height - head) }, () => ({ method: "evm_mine" })),
  );
}
