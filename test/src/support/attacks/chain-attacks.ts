/** Lists attacks that request blocks, states and pools of the maximum size. */
import { gzipSync } from "node:zlib";
import { toHex } from "@tandem/primitives";
import { callAll } from "../rpc-batch.js";
import { type Attack, asking, type Params, type Prepare } from "./attack.js";
import {
  address,
  body,
  dumpOf,
  emptyBlocks,
  fewerEmptyBlocks,
  hex,
  lessWide,
  logBlocks,
  many,
  type Wide,
  wide,
  wideChain,
  word,
} from "./scenes.js";

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

/** Returns attacks on a block with thousands of transfers. */
const ofWideBlock = ({ count, block }: Wide): readonly Attack[] => [
  ...(
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
      ["trace_filter", () => [{ fromBlock: "0x0", toBlock: "latest", after: count - 10 }]],
      ["eth_feeHistory", () => ["0x400", "latest", many(100)]],
      ["anvil_rollback", () => [1]],
      ["anvil_reorg", () => [1, []]],
      ["tandem_mineUncle", () => []],
      ["evm_mine", () => []],
      ["anvil_dumpState", () => []],
    ] as const
  ).map(([method, params]) =>
    asking(
      `block of ${count} transfers: ${method} ${JSON.stringify(params === lastOfBlock || params === latestHash ? [] : (params as () => unknown)()).slice(0, 40)}`,
      block,
      method,
      params as Params,
      onWideChain,
    ),
  ),
  {
    name: `gzip: a block of ${count} transfers`,
    ...onWideChain,
    scene: block,
    async prepare(target) {
      const made = body("eth_getBlockByNumber", ["latest", true]);
      return () => target.post(made, "/", { "accept-encoding": "gzip" });
    },
  },
];

const loaded =
  (accounts: number, slots: number): Prepare =>
  (target) =>
    target.post(
      body("anvil_loadState", [toHex(gzipSync(JSON.stringify(dumpOf(accounts, slots))))]),
    );

/** Returns attacks with a dump of many accounts, or of one with many slots, and requests for it. */
const dumps = (count: number): readonly Attack[] => {
  const [withAccounts, withSlots] = [loaded(count, 0), loaded(1, count)];
  return [
    asking(
      `anvil_loadState of ${count} accounts`,
      undefined,
      "anvil_loadState",
      () => [toHex(Buffer.from(JSON.stringify(dumpOf(count, 0))))],
      { leaves: withAccounts },
    ),
    asking(
      `anvil_loadState of ${count} slots`,
      undefined,
      "anvil_loadState",
      () => [toHex(Buffer.from(JSON.stringify(dumpOf(1, count))))],
      { leaves: withSlots },
    ),
    asking(`anvil_dumpState of ${count} accounts`, withAccounts, "anvil_dumpState"),
    asking(`anvil_dumpState of ${count} slots`, withSlots, "anvil_dumpState"),
    asking(`eth_getProof of 1,024 of ${count} slots`, withSlots, "eth_getProof", () => [
      address(0),
      many(1_024).map((n) => word((n * 7) % count)),
      "latest",
    ]),
    asking(`evm_mine after a state of ${count} accounts`, withAccounts, "evm_mine"),
  ];
};

const state: readonly Attack[] = [
  ...dumps(600),
  ...dumps(8_000),
  ...dumps(60_000),
  asking(
    "anvil_loadState of 500,000 accounts, compressed",
    undefined,
    "anvil_loadState",
    () => [toHex(gzipSync(JSON.stringify(dumpOf(500_000, 0))))],
    { isLong: true },
  ),
  asking(
    "anvil_loadState of 200,000 accounts, compressed",
    undefined,
    "anvil_loadState",
    () => [toHex(gzipSync(JSON.stringify(dumpOf(200_000, 0))))],
    { isLong: true },
  ),
  asking(
    "anvil_loadState of 400 MB of spaces",
    undefined,
    "anvil_loadState",
    () => [toHex(gzipSync(Buffer.alloc(400_000_000, " ")))],
    { isLong: true },
  ),
];

/** Exports the first blocks of one node for another. */
const exported: Params = async (target) => {
  const height = Number(await target.call("eth_blockNumber"));
  const calls = many(Math.min(height, 1_000)).map((n) => ({
    method: "debug_getRawBlock",
    params: [hex(n + 1)],
  }));
  const raws = await callAll(target.url, calls);
  await target.call("hardhat_reset");
  return [raws];
};

const blocks: readonly Attack[] = [
  asking("hardhat_mine of 2,000", undefined, "hardhat_mine", () => ["0x7d0"], {
    leaves: emptyBlocks,
  }),
  asking("hardhat_mine of 100", undefined, "hardhat_mine", () => ["0x64"], {
    leaves: fewerEmptyBlocks,
  }),
  asking("anvil_rollback of 1,900", emptyBlocks, "anvil_rollback", () => [1_900]),
  asking("anvil_reorg of 256", emptyBlocks, "anvil_reorg", () => [256, []]),
  asking("tandem_mineBranch of 256", emptyBlocks, "tandem_mineBranch", () => [
    { depth: hex(255), length: hex(256) },
  ]),
  asking("hardhat_reset of 2,000", emptyBlocks, "hardhat_reset"),
  ...[
    { name: "1,024", count: 1_024, scene: emptyBlocks },
    { name: "100", count: 100, scene: fewerEmptyBlocks },
  ].map(({ name, count, scene }) =>
    asking(`eth_feeHistory of ${name}`, scene, "eth_feeHistory", () => [
      hex(count),
      "latest",
      many(100),
    ]),
  ),
  ...[1_000, 50].map((count) =>
    asking(
      `debug_importBlocks of ${count.toLocaleString("en")}`,
      async (target) => {
        await target.call("hardhat_reset");
        await target.call("hardhat_mine", [hex(count)]);
      },
      "debug_importBlocks",
      exported,
    ),
  ),
  asking(
    "debug_importBlocks of a block of 10,000 transfers",
    wide.block,
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
    name: "gzip: 72,000 logs",
    scene: (target) => logBlocks(target, 2),
    async prepare(target) {
      const made = body("eth_getLogs", [{ fromBlock: "0x0" }]);
      return () => target.post(made, "/", { "accept-encoding": "gzip" });
    },
  },
];

export const chainAttacks: readonly Attack[] = [
  ...ofWideBlock(wide),
  ...ofWideBlock(lessWide),
  ...state,
  ...blocks,
  ...gzipped,
];
