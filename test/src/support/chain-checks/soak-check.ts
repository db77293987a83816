/** Checks the invariants of a chain after any operations. */
import assert from "node:assert/strict";
import { coin, developmentAccounts } from "../development.js";
import { call } from "../rpc.js";
import { callAll } from "../rpc-batch.js";
import type { Hex, WireBlock, WireLog, WireReceipt } from "../wire.js";
import { assertFollows, testPace } from "./header-rules.js";
import { proofFailures } from "./independent-proof.js";

const hex = (n: number) => `0x${n.toString(16)}`;

/** The number of checked blocks, back from the head. */
const windowBlocks = 300;
/** The number of traces in one request: the maximum. */
const pageLength = 100;
/** The number of raw blocks in one import request. */
const importBatch = 100;

/**
 * Asserts that the newest blocks have valid proofs, follow each other, and are found by the indexes
 * as by a scan.
 */
export async function assertSound(url: string, emitter: Hex): Promise<void> {
  const head = Number(await call<Hex>(url, "eth_blockNumber"));
  const from = Math.max(0, head - windowBlocks);
  const heights = Array.from({ length: head - from + 1 }, (_, i) => hex(from + i));
  const blocks = await callAll<WireBlock>(
    url,
    heights.map((n) => ({ method: "eth_getBlockByNumber", params: [n, false] })),
  );
  assert.deepEqual(blocks.filter(({ number }) => number !== "0x0").flatMap(proofFailures), []);
  for (const [i, block] of blocks.entries()) {
    const parent = blocks[i - 1];
    // Every block of this chain has a difficulty of 1, and so has every uncle.
    const unclesWork = BigInt(block.uncles.length);
    if (parent !== undefined) assertFollows(parent, block, testPace, unclesWork);
  }
  await assertLogsFound(url, heights, emitter);
  await assertTracesFound(url, heights, emitter);
  await assertConserved(url, blocks);
}

async function assertLogsFound(url: string, heights: readonly string[], address: Hex) {
  const receipts = await callAll<WireReceipt[]>(
    url,
    heights.map((n) => ({ method: "eth_getBlockReceipts", params: [n] })),
  );
  const scanned = receipts
    .flat()
    .flatMap(({ logs }) => logs)
    .filter((log) => log.address === address);
  const range = { fromBlock: heights[0], toBlock: heights.at(-1) };
  const found = await call<WireLog[]>(url, "eth_getLogs", [{ ...range, address }]);
  assert.deepEqual(found, scanned);
  const topic = scanned[0]?.topics[0];
  if (topic === undefined) return;
  const byTopic = await call<WireLog[]>(url, "eth_getLogs", [{ ...range, topics: [topic] }]);
  assert.deepEqual(
    byTopic,
    scanned.filter(({ topics }) => topics[0] === topic),
  );
}

interface WireTrace {
  readonly action: { readonly to?: Hex };
  readonly result?: { readonly address?: Hex } | null;
}

/** The recipient of a creation is the created address. */
const isTo =
  (address: Hex) =>
  ({ action, result }: WireTrace) =>
    action.to === address || result?.address === address;

async function assertTracesFound(url: string, heights: readonly string[], address: Hex) {
  const traces = await callAll<WireTrace[]>(
    url,
    heights.map((n) => ({ method: "trace_block", params: [n] })),
  );
  const scanned = traces.flat().filter(isTo(address));
  const found: WireTrace[] = [];
  const range = { fromBlock: heights[0], toBlock: heights.at(-1), toAddress: [address] };
  for (;;) {
    const asked = { ...range, after: found.length, count: pageLength };
    const page = await call<WireTrace[]>(url, "trace_filter", [asked]);
    found.push(...page);
    if (page.length < pageLength) break;
  }
  assert.deepEqual(found, scanned);
}

/** Asserts that the sum of all balances is that of genesis, the fees included. */
async function assertConserved(url: string, blocks: readonly WireBlock[]): Promise<void> {
  const holders = [
    ...developmentAccounts.map(({ address }) => address),
    ...new Set(blocks.slice(-1).map(({ miner }) => miner)),
  ];
  const number = blocks.at(-1)?.number;
  const balances = await callAll<Hex>(
    url,
    holders.map((address) => ({ method: "eth_getBalance", params: [address, number] })),
  );
  const sum = balances.reduce((total, balance) => total + BigInt(balance), 0n);
  assert.equal(sum, BigInt(developmentAccounts.length) * 10_000n * coin);
}

/**
 * Asserts that another node imports every block of the chain, executes it again, and has the same
 * head.
 */
export async function assertVerifiedBy(other: string, url: string): Promise<void> {
  const head = Number(await call<Hex>(url, "eth_blockNumber"));
  for (let from = 1; from <= head; from += importBatch) {
    const count = Math.min(importBatch, head - from + 1);
    const raws = await callAll<Hex>(
      url,
      Array.from({ length: count }, (_, i) => ({
        method: "debug_getRawBlock",
        params: [hex(from + i)],
      })),
    );
    await call(other, "debug_importBlocks", [raws]);
  }
  const both = await Promise.all(
    [url, other].map((node) => call<WireBlock>(node, "eth_getBlockByNumber", [hex(head), false])),
  );
  assert.deepEqual(both[1], both[0]);
}
