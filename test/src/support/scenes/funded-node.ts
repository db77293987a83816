/** Runs a node with its own chain file: large blocks, and funded senders. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fromHex, toHex } from "@tandem/primitives";
import { compileOne } from "../compile.js";
import { startLocalNode } from "../local-node.js";
import type { RunningNode } from "../node-process.js";
import { call } from "../rpc.js";
import { callAll } from "../rpc-batch.js";
import { type LegacyFields, type Sender, senderOf, signLegacy } from "../signer.js";
import type { Hex, WireReceipt } from "../wire.js";

const chainId = 31;
const fundedSenders = 100;
const gasPrice = 1_000_000_000n;

export interface FundedNode {
  url(): string;
  node(): RunningNode;
  /** Signs with the sender's next nonce and returns the raw transaction. */
  sign(sender: number, fields: Partial<LegacyFields>): Hex;
  /** Sends all transactions and then mines one block. */
  mineWith(raws: readonly string[]): Promise<void>;
  mineEmpty(count: number): Promise<void>;
  /** Deploys the contract of Emitter.sol in its own block. */
  deployEmitter(): Promise<Hex>;
}

function genesisOf(gasLimit: bigint): object {
  const senders = Array.from({ length: fundedSenders }, (_, n) => senderOf(n));
  const alloc = Object.fromEntries(
    senders.map(({ address }) => [toHex(address), { balance: `${10n ** 24n}` }]),
  );
  const config = { chainId, londonBlock: 0, shanghaiTime: 0, cancunTime: 0, pragueTime: 0 };
  return { config, gasLimit: `0x${gasLimit.toString(16)}`, difficulty: "0x1", alloc };
}

async function start(gasLimit: bigint): Promise<RunningNode> {
  const folder = mkdtempSync(join(tmpdir(), "tandem-funded-"));
  try {
    const file = join(folder, "chain.json");
    writeFileSync(file, JSON.stringify(genesisOf(gasLimit)));
    return await startLocalNode(["--chain", file, "--mining", "manual"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Starts one node for all tests of a `describe` or a file, in which it must be called.
 * @param prepare runs once the node is ready, before the first test.
 */
export function withFundedNode(gasLimit: bigint, prepare: () => Promise<void>): FundedNode {
  let running: RunningNode | undefined;
  before(async () => {
    running = await start(gasLimit);
    await prepare();
  });
  after(async () => {
    await running?.stop();
  });
  const node = () => {
    if (running === undefined) throw new Error("the node does not run");
    return running;
  };
  const url = () => node().url;
  const senders = new Map<number, Sender & { nonce: number }>();
  const sign = (index: number, fields: Partial<LegacyFields>): Hex => {
    const sender = senders.get(index) ?? { ...senderOf(index), nonce: 0 };
    senders.set(index, sender);
    const nonce = sender.nonce++;
    const stated = { nonce, gasPrice, gasLimit: 21_000n, ...fields };
    return signLegacy(sender.privateKey, chainId, stated) as Hex;
  };
  const mineWith = async (raws: readonly string[]) => {
    await callAll(
      url(),
      raws.map((raw) => ({ method: "eth_sendRawTransaction", params: [raw] })),
    );
    await call(url(), "evm_mine");
  };
  return {
    url,
    node,
    sign,
    mineWith,
    async mineEmpty(count) {
      await callAll(
        url(),
        Array.from({ length: count }, () => ({ method: "evm_mine" })),
      );
    },
    async deployEmitter() {
      const { bytecode } = compileOne("Emitter.sol", "Emitter");
      const raw = sign(0, { data: fromHex(bytecode), gasLimit: 2_000_000n });
      const hash = await call<Hex>(url(), "eth_sendRawTransaction", [raw]);
      await call(url(), "evm_mine");
      const receipt = await call<WireReceipt>(url(), "eth_getTransactionReceipt", [hash]);
      return receipt.contractAddress as Hex;
    },
  };
}
