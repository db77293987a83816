/** Questions about blocks, states and pools that are as large as they may be. */
import { gzipSync } from "node:zlib";
import { toHex } from "@tandem/primitives";
import { type Attack, asking, type Params, type Prepare } from "./attack.js";
import {
  address,
  body,
  dumpOf,
  hex,
  logBlocks,
  many,
  transferBlock,
  wideChain,
  word,
} from "./scenes.js";

const wideTransfers = 10_000;
const wide: Prepare = (target) => transferBlock(target, wideTransfers);
const onWideChain = { chain: wideChain };
const latest = () => ["latest"];
const latestHash: Params = async (target) => {
  const { hash } = await target.call<{ hash: string }>("eth_getBlockByNumber", ["latest"]);
  return [hash];
};
const lastOfBlock: Params = async (target) => {
  const { hash, transactions } = await target.call<{ hash: string; transactions: string[] }>(
    "eth_getBlockByNumber",
    ["latest"],
  );
  return [hash, transactions.at(-1)];
};

/** Of a block with ten thousand transfers. */
const ofWideBlock: readonly Attack[] = (
  [
    ["eth_getBlockByNumber", () => ["latest", true]],
    ["eth_getBlockByNumber", () => ["latest", false]],
    ["eth_getBlockReceipts", latest],
    ["debug_getRawBlock", latest],
    ["debug_getRawReceipts", latest],
    ["native_getTransactionReceiptNodesByHash", lastOfBlock],
    ["debug_traceBlockByNumber", () => ["latest", { tracer: "callTracer" }]],
    ["debug_traceBlockByNumber", () => ["latest", { tracer: "prestateTracer" }]],
    ["debug_traceBlockByHash", latestHash],
    ["trace_block", latest],
    ["trace_filter", () => [{ fromBlock: "0x0", toBlock: "latest", after: 9_990 }]],
    ["eth_feeHistory", () => ["0x400", "latest", many(100)]],
    ["anvil_rollback", () => [1]],
    ["anvil_reorg", () => [1, []]],
    ["tandem_mineUncle", () => []],
    ["evm_mine", () => []],
    ["anvil_dumpState", () => []],
  ] as const
).map(([method, params]) =>
  asking(
    `block of ${wideTransfers} transfers: ${method} ${JSON.stringify(params === lastOfBlock || params === latestHash ? [] : (params as () => unknown)()).slice(0, 40)}`,
    wide,
    method,
    params as Params,
    onWideChain,
  ),
);

const loaded =
  (accounts: number, slots: number): Prepare =>
  (target) =>
    target.post(
      body("anvil_loadState", [toHex(gzipSync(JSON.stringify(dumpOf(accounts, slots))))]),
    );

/** A dump of so many accounts, or of one with so many slots, and questions about it. */
const dumps = (count: number): readonly Attack[] => [
  asking(
    `anvil_loadState of ${count} accounts`,
    async () => {},
    "anvil_loadState",
    () => [toHex(Buffer.from(JSON.stringify(dumpOf(count, 0))))],
  ),
  asking(
    `anvil_loadState of ${count} slots`,
    async () => {},
    "anvil_loadState",
    () => [toHex(Buffer.from(JSON.stringify(dumpOf(1, count))))],
  ),
  asking(`anvil_dumpState of ${count} accounts`, loaded(count, 0), "anvil_dumpState"),
  asking(`anvil_dumpState of ${count} slots`, loaded(1, count), "anvil_dumpState"),
  asking(`eth_getProof of 1,024 of ${count} slots`, loaded(1, count), "eth_getProof", () => [
    address(0),
    many(1_024).map((n) => word(n * 15)),
    "latest",
  ]),
  asking(`evm_mine after a state of ${count} accounts`, loaded(count, 0), "evm_mine"),
];

const state: readonly Attack[] = [
  ...dumps(16_000),
  ...dumps(60_000),
  asking(
    "anvil_loadState of 500,000 accounts, compressed",
    async () => {},
    "anvil_loadState",
    () => [toHex(gzipSync(JSON.stringify(dumpOf(500_000, 0))))],
    { isLong: true },
  ),
  asking(
    "anvil_loadState of 200,000 accounts, compressed",
    async () => {},
    "anvil_loadState",
    () => [toHex(gzipSync(JSON.stringify(dumpOf(200_000, 0))))],
    { isLong: true },
  ),
  asking(
    "anvil_loadState of 400 MB of spaces",
    async () => {},
    "anvil_loadState",
    () => [toHex(gzipSync(Buffer.alloc(400_000_000, " ")))],
    { isLong: true },
  ),
];

const chainLength = 2_000;
const longChain: Prepare = (target) => target.call("hardhat_mine", [hex(chainLength)]);

/** Every block of one node, for another. */
const exported: Params = async (target) => {
  const height = Number(await target.call("eth_blockNumber"));
  const raws: unknown[] = [];
  for (const n of many(height)) raws.push(await target.call("debug_getRawBlock", [hex(n + 1)]));
  await target.call("hardhat_reset");
  return [raws.slice(0, 1_000)];
};

const blocks: readonly Attack[] = [
  asking(
    "hardhat_mine of 3,000",
    async () => {},
    "hardhat_mine",
    () => ["0xbb8"],
  ),
  asking("anvil_rollback of 1,900", longChain, "anvil_rollback", () => [1_900]),
  asking("anvil_reorg of 256", longChain, "anvil_reorg", () => [256, []]),
  asking("tandem_mineBranch of 256", longChain, "tandem_mineBranch", () => [
    { depth: hex(255), length: hex(256) },
  ]),
  asking("hardhat_reset of 2,000", longChain, "hardhat_reset"),
  asking("eth_feeHistory of 1,024", longChain, "eth_feeHistory", () => [
    "0x400",
    "latest",
    many(100),
  ]),
  asking(
    "debug_importBlocks of 1,000",
    (target) => target.call("hardhat_mine", [hex(1_000)]),
    "debug_importBlocks",
    exported,
  ),
  asking(
    "debug_importBlocks of a block of 10,000 transfers",
    wide,
    "debug_importBlocks",
    exported,
    onWideChain,
  ),
  asking(
    "debug_importBlocks of a block of 36,000 logs",
    (target) => logBlocks(target, 1),
    "debug_importBlocks",
    exported,
  ),
];

const gzipped: readonly Attack[] = [
  {
    name: "gzip: a block of 10,000 transfers",
    ...onWideChain,
    async prepare(target) {
      await wide(target);
      const made = body("eth_getBlockByNumber", ["latest", true]);
      return () => target.post(made, "/", { "accept-encoding": "gzip" });
    },
  },
  {
    name: "gzip: 72,000 logs",
    async prepare(target) {
      await logBlocks(target, 2);
      const made = body("eth_getLogs", [{ fromBlock: "0x0" }]);
      return () => target.post(made, "/", { "accept-encoding": "gzip" });
    },
  },
];

export const chainAttacks: readonly Attack[] = [...ofWideBlock, ...state, ...blocks, ...gzipped];
