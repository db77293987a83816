/** Creates a data directory with all kinds of data of a chain, after a clean stop and after a kill. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { developmentAccount, plentyGasPrice, sign } from "../development.js";
import { startLocalNode } from "../local-node.js";
import { type RunningNode, startNodeProcess } from "../node-process.js";
import { call } from "../rpc.js";
import { readChain } from "../rpc-batch.js";
import {
  buildSampleChain,
  owner,
  second,
  stranger,
  third,
  transferData,
} from "../scenes/sample-chain.js";
import type { Hex } from "../wire.js";
import { answersOf, type Question, questionsFor } from "./questions.js";

/** An undamaged data directory with the answers of a node on it. */
export interface Base {
  readonly name: "stopped" | "killed";
  readonly directory: string;
  readonly questions: readonly Question[];
  /** JSON of the result of each question, in the order of the questions. */
  readonly truth: readonly string[];
  /** Hashes of the canonical blocks by height. */
  readonly hashes: readonly Hex[];
}

/** Flags that determine block 0, in case it is lost. */
export const genesisFlags: readonly string[] = ["--seed", "7", "--timestamp", "1800000000"];

/** The flags of every node of the campaign. */
export const sceneFlags = (directory: string): readonly string[] => [
  ...["--data-dir", directory, "--mining", "manual"],
  ...genesisFlags,
];

const edited: Hex = `0x${"ed".repeat(20)}`;

const mine = (url: string) => call(url, "evm_mine");

/** A node, the token on it, and the hashes of blocks that were once canonical. */
interface Stage {
  readonly url: string;
  readonly token: Hex;
  readonly seen: Set<Hex>;
}

async function reorganize({ url, seen }: Stage, depth: number): Promise<void> {
  for (const { hash } of await readChain(url)) seen.add(hash);
  const wish = { depth: `0x${depth.toString(16)}`, length: `0x${(depth + 1).toString(16)}` };
  await call(url, "tandem_mineBranch", [wish]);
}

async function useToken({ url, token }: Stage, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const nonce = Number(
      await call<Hex>(url, "eth_getTransactionCount", [owner.address, "pending"]),
    );
    for (let i = 0; i < 3; i++) {
      const { raw } = sign(owner, {
        nonce: nonce + i,
        to: token,
        gasLimit: 100_000,
        data: transferData(developmentAccount(i + 3).address, BigInt(round + 1)),
      });
      await call(url, "eth_sendRawTransaction", [raw]);
    }
    await mine(url);
  }
}

/** Each part is one run of the node: LevelDB writes a table file whenever it is opened again. */
const parts: readonly ((stage: Stage) => Promise<void>)[] = [
  async (stage) => {
    const { url } = stage;
    await call(url, "tandem_mineUncle");
    await useToken(stage, 3);
    await reorganize(stage, 2);
    await mine(url);
  },
  async (stage) => {
    const { url } = stage;
    await call(url, "hardhat_setBalance", [edited, "0x1234567"]);
    await call(url, "hardhat_setCode", [edited, "0x600160005260206000f3"]);
    await call(url, "hardhat_setStorageAt", [edited, "0x1", `0x${"07".repeat(32)}`]);
    await useToken(stage, 4);
    await call(url, "evm_snapshot");
  },
  async (stage) => {
    const { url } = stage;
    await useToken(stage, 4);
    await call(url, "tandem_mineUncle");
    await call(url, "tandem_mineUncle");
    await mine(url);
  },
  async (stage) => {
    await useToken(stage, 6);
    await reorganize(stage, 3);
    await useToken(stage, 3);
  },
];

async function withNode<T>(directory: string, use: (node: RunningNode) => Promise<T>): Promise<T> {
  const node = await startLocalNode(sceneFlags(directory));
  try {
    return await use(node);
  } finally {
    await node.stop();
  }
}

/** Creates the two directories below `root`. */
export async function buildScene(root: string): Promise<readonly Base[]> {
  const directory = join(root, "stopped");
  const token = await withNode(directory, async ({ url }) => {
    const sample = await buildSampleChain(url);
    await mine(url);
    return sample.token;
  });
  const seen = new Set<Hex>();
  for (const part of parts) await withNode(directory, ({ url }) => part({ url, token, seen }));
  const killed = join(root, "killed");
  cpSync(directory, killed, { recursive: true });
  const node = await startNodeProcess(sceneFlags(killed));
  await useToken({ url: node.url, token, seen }, 8);
  await node.stop("SIGKILL");
  await withNode(directory, async ({ url }) => {
    await useToken({ url, token, seen }, 2);
    const nonce = Number(
      await call<Hex>(url, "eth_getTransactionCount", [third.address, "latest"]),
    );
    const waiting = { nonce, to: second.address, value: 3n, gasPrice: plentyGasPrice };
    await call(url, "eth_sendRawTransaction", [sign(third, waiting).raw]);
  });
  return [
    await learn("stopped", directory, token, seen),
    await learn("killed", killed, token, seen),
  ];
}

/** The answers are those of a node on a copy, because a start changes files. */
async function learn(
  name: Base["name"],
  directory: string,
  token: Hex,
  seen: ReadonlySet<Hex>,
): Promise<Base> {
  const copy = `${directory}-asked`;
  cpSync(directory, copy, { recursive: true });
  return withNode(copy, async ({ url }) => {
    const chain = await readChain(url);
    const hashes = chain.map(({ hash }) => hash);
    const sides = [...seen].filter((hash) => !hashes.includes(hash));
    const addresses = [
      token,
      edited,
      owner.address,
      second.address,
      third.address,
      stranger.address,
    ];
    const questions = questionsFor({ chain, sides, addresses, token });
    const truth = await answersOf(url, questions);
    return { name, directory, questions, truth, hashes };
  });
}
