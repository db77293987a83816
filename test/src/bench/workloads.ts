/** What is measured, each on a node of its own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromHex, toHex } from "@tandem/primitives";
import { encodeDeployData, encodeFunctionData } from "viem";
import { compileOne } from "../support/compile.js";
import { type NodeProcess, startNodeProcess } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import { type Sender, senderOf, signLegacy } from "../support/signer.js";
import { runLoad } from "./http-load.js";
import { runMined } from "./mined-load.js";

export interface Workload {
  readonly name: string;
  readonly unit: string;
  readonly isLowerBetter?: boolean;
  /** One measurement. */
  measure(): Promise<number>;
}

const chainId = 31;
const gasPrice = 1_000_000_000n;
const senders: readonly Sender[] = Array.from({ length: 100 }, (_, n) => senderOf(n));
const transfersPerRun = 10_000;
const tokenCallsPerRun = 5_000;
const connections = 32;
const secondsOfLoad = 4;

/** A chain on which the senders have money, in a folder that is kept while `use` runs. */
async function onDurableNode<T>(
  flags: readonly string[],
  use: (node: NodeProcess) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tandem-bench-"));
  const chain = join(folder, "chain.json");
  writeFileSync(chain, JSON.stringify(benchGenesis()));
  const node = await startNodeProcess([
    "--chain",
    chain,
    "--data-dir",
    join(folder, "data"),
    "--log-level",
    "info",
    ...flags,
  ]);
  try {
    return await use(node);
  } finally {
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A geth genesis: the form any peer takes as well. */
function benchGenesis() {
  const alloc = Object.fromEntries(
    senders.map(({ address }) => [toHex(address), { balance: `${10n ** 24n}` }]),
  );
  const config = { chainId, londonBlock: 0, shanghaiTime: 0, cancunTime: 0, pragueTime: 0 };
  return { config, gasLimit: "0x7270e00", difficulty: "0x1", alloc };
}

/** Round robin, so that every block holds all senders; each sender's nonces in order. */
function signAll(
  count: number,
  nonceFrom: number,
  fieldsOf: (i: number) => { to: Uint8Array; value?: bigint; data?: Uint8Array; gasLimit: bigint },
): string[] {
  return Array.from({ length: count }, (_, i) => {
    const sender = senders[i % senders.length] as Sender;
    const nonce = nonceFrom + Math.floor(i / senders.length);
    return signLegacy(sender.privateKey, chainId, { nonce, gasPrice, ...fieldsOf(i) });
  });
}

const recipientOf = (i: number) => senderOf(1000 + (i % 997)).address;

async function transfersMined(): Promise<number> {
  const recipients = Array.from({ length: 997 }, (_, i) => recipientOf(i));
  const raws = signAll(transfersPerRun, 0, (i) => ({
    to: recipients[i % recipients.length] as Uint8Array,
    value: 1n,
    gasLimit: 21_000n,
  }));
  const result = await onDurableNode(["--mining", "interval", "--interval-ms", "1000"], ({ url }) =>
    runMined(url, raws),
  );
  return result.transactionsPerSecond;
}

async function tokenCallsMined(): Promise<number> {
  const { abi, bytecode } = compileOne("Token.sol", "Token");
  return onDurableNode(["--mining", "interval", "--interval-ms", "1000"], async ({ url }) => {
    const deployer = senderOf(0);
    const data = fromHex(encodeDeployData({ abi, bytecode, args: ["Coin", "COIN", 10n ** 30n] }));
    const deployment = signLegacy(deployer.privateKey, chainId, {
      nonce: 0,
      gasPrice,
      gasLimit: 3_000_000n,
      data,
    });
    const hash = await call<string>(url, "eth_sendRawTransaction", [deployment]);
    const token = fromHex(await contractOf(url, hash));
    const fund = senders.slice(1).map(({ address }, i) =>
      signLegacy(deployer.privateKey, chainId, {
        nonce: i + 1,
        gasPrice,
        gasLimit: 100_000n,
        to: token,
        data: transferOf(abi, address, 10n ** 20n),
      }),
    );
    await runMined(url, fund);
    // The deployer's nonces are spent on funding: the rest of the senders do the work.
    const workers = senders.slice(1);
    const raws = Array.from({ length: tokenCallsPerRun }, (_, i) => {
      const sender = workers[i % workers.length] as Sender;
      const nonce = Math.floor(i / workers.length);
      return signLegacy(sender.privateKey, chainId, {
        nonce,
        gasPrice,
        gasLimit: 100_000n,
        to: token,
        data: transferOf(abi, recipientOf(i), 1n),
      });
    });
    return (await runMined(url, raws)).transactionsPerSecond;
  });
}

const transferOf = (abi: ReturnType<typeof compileOne>["abi"], to: Uint8Array, value: bigint) =>
  fromHex(encodeFunctionData({ abi, functionName: "transfer", args: [toHex(to), value] }));

async function contractOf(url: string, hash: string): Promise<string> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    const receipt = await call<{ contractAddress: string } | null>(
      url,
      "eth_getTransactionReceipt",
      [hash],
    );
    if (receipt !== null) return receipt.contractAddress;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("the contract was not deployed in time");
}

const request = (method: string, params: readonly unknown[]) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

const reads = (bodies: readonly string[]) => () =>
  onDurableNode([], async ({ url }) => {
    await runLoad({ url, bodies, connections, seconds: 1 });
    const load = await runLoad({ url, bodies, connections, seconds: secondsOfLoad });
    return load.requestsPerSecond;
  });

async function coldStart(): Promise<number> {
  const began = performance.now();
  const node = await startNodeProcess();
  await call(node.url, "eth_blockNumber");
  const elapsed = performance.now() - began;
  await node.stop();
  return elapsed;
}

export const workloads: readonly Workload[] = [
  { name: "start to first answer", unit: "ms", isLowerBetter: true, measure: coldStart },
  {
    name: "eth_blockNumber over HTTP",
    unit: "/s",
    measure: reads([request("eth_blockNumber", [])]),
  },
  {
    name: "eth_getBalance over HTTP",
    unit: "/s",
    measure: reads(
      senders.map(({ address }) => request("eth_getBalance", [toHex(address), "latest"])),
    ),
  },
  { name: "transfers mined, 1 s blocks, durable", unit: "/s", measure: transfersMined },
  { name: "ERC-20 transfers mined, 1 s blocks, durable", unit: "/s", measure: tokenCallsMined },
];
