/**
 * Opens a chain: at the genesis block, which it writes into an empty database, or at the stored
 * head.
 */

import {
  blockRange,
  type ChainSpec,
  corruptData,
  counted,
  isEqual,
  isOrAre,
  type StoredBlock,
  storeReceipts,
  storeTraces,
  unusableData,
} from "@tandem/primitives";
import { type Cancellation, runYielding } from "@tandem/runtime";
import type { RemoteState } from "@tandem/state";
import {
  checkIdentity,
  type Identity,
  type Store,
  table,
  upgradeLayout,
  writeIdentity,
} from "@tandem/store";
import { createGenesisSteps, type Genesis } from "../genesis/genesis.js";
import { recordedGenesis, recordGenesis } from "../genesis/recorded-genesis.js";
import { chainLimits } from "../limits.js";
import type { Blocks } from "../reads/blocks.js";
import { blockRowsSteps, writeBlockSteps } from "../rows/block-rows.js";
import { clearInterrupted } from "../transfer/clear-rows.js";
import { indexedBytes, viewRows, writeViewRows } from "./reorg.js";

/** The options of a chain that is opened. */
export interface LoadOptions {
  /** The state that a fork of another chain is based on. */
  readonly remote?: RemoteState | undefined;
  readonly cancellation?: Cancellation | undefined;
  /** Returns how the user writes the name of a setting. */
  readonly spell?: Identity["spell"];
}

/**
 * Loads the newest block and verifies it and its nearest ancestors.
 * @throws {Fault} `unusable-data` when the store contains another chain, or lost its whole content;
 * `corrupt-data` when a row of the newest blocks is damaged or missing.
 * @throws an AbortError once it is cancelled: a new database is still new, or has its genesis block.
 */
export async function loadHead(
  store: Store,
  spec: ChainSpec,
  blocks: Blocks,
  { remote, cancellation, spell }: LoadOptions = {},
): Promise<StoredBlock> {
  await upgradeLayout(store);
  const recorded = await recordedGenesis(store, spec, cancellation);
  const genesis = recorded ?? (await runYielding(createGenesisSteps(spec, remote), cancellation));
  const isNew = !checkIdentity(store, { spec, genesisHash: genesis.block.hash, spell });
  if (isNew) {
    assertNothingLost(store);
    await clearInterrupted(store);
    await writeGenesis(store, genesis, spec, cancellation);
  }
  if (genesis !== recorded) await recordGenesis(store, spec, genesis, cancellation);
  if (isNew) {
    store.noteNewest(genesis.block.header.number, genesis.block.hash);
    return genesis.block;
  }
  const hash = store.get(table.head, "only");
  const head = hash && blocks.block(hash);
  if (head === undefined) {
    const key = hash ?? "only";
    throw corruptData({ table: hash ? "headers" : "head", key, rule: "row/missing" });
  }
  verifyNewest(head, blocks);
  store.noteNewest(head.header.number, head.hash);
  return head;
}

/** Refuses to create a chain where the directory contained one. @throws {Fault} `unusable-data` */
function assertNothingLost({ opening }: Store): void {
  const { lostWrites, isLogMissing, brokenLogs } = opening;
  if (lostWrites === undefined && !isLogMissing && brokenLogs.length === 0) return;
  const newest = lostWrites?.newest;
  const found = newest === undefined ? "" : `, its newest block was ${newest.height}`;
  const message =
    `the database had a chain and is empty now${found}: its write-ahead log is missing or damaged. ` +
    "Nothing was written: restore a backup, or choose another data directory";
  throw unusableData(message);
}

/**
 * Verifies that the newest rows of the canonical view name headers that form a chain.
 * @throws {Fault} `corrupt-data`
 */
function verifyNewest(head: StoredBlock, blocks: Blocks): void {
  const lowest = Math.max(blocks.first, head.header.number - chainLimits.startCheckBlocks);
  let { hash } = head;
  for (let height = head.header.number; height >= lowest; height--) {
    const found = blocks.canonicalHash(height);
    if (found === undefined || !isEqual(found, hash)) {
      const rule = found === undefined ? "row/missing" : "canonical/parent";
      throw corruptData({ table: "canonical", key: height, height, rule });
    }
    const header = blocks.header(hash);
    if (header === undefined) {
      throw corruptData({ table: "headers", key: hash, height, rule: "row/missing" });
    }
    hash = header.parentHash;
  }
}

/**
 * Describes acknowledged writes that the database lacks.
 * @returns a sentence with the heights; undefined if nothing is missing.
 */
export function describeLoss(
  { opening }: Store,
  blocks: Blocks,
  { header }: StoredBlock,
): string | undefined {
  const { lostWrites, isLogMissing, keptLogs } = opening;
  const names = keptLogs.join(", ");
  const kept =
    names === ""
      ? ""
      : `; the log is kept as ${names}, which \`tandem repair\` reads if the node is stopped before it writes`;
  if (lostWrites === undefined) {
    if (!isLogMissing) return undefined;
    return `the write-ahead log is missing: what was written after block ${header.number}, if anything, is lost`;
  }
  const { newest, count } = lostWrites;
  if (newest === undefined || blocks.header(newest.hash) !== undefined) {
    return `the last ${counted(count, "write")} to the database ${isOrAre(count)} lost (settings, edits, snapshots or blocks beside the chain)${kept}`;
  }
  const from = Math.min(header.number + 1, newest.height);
  return (
    `the newest block on disk is ${header.number}, it was ${newest.height} when the node last wrote: ` +
    `${blockRange(from, newest.height)} ${isOrAre(newest.height - from + 1)} lost${kept}`
  );
}

/**
 * Writes the rows of a new chain that begins with this block.
 * @throws an AbortError once it is cancelled; then nothing is written.
 */
export async function writeGenesis(
  store: Store,
  { block, writes }: Genesis,
  spec: ChainSpec,
  cancellation?: Cancellation,
): Promise<void> {
  const batch = store.batch();
  writeIdentity(batch, { spec, genesisHash: block.hash });
  const outcome = { ...writes, storedReceipts: storeReceipts([]), storedTraces: storeTraces([]) };
  const facts = await runYielding(blockRowsSteps(store, block.hash, outcome), cancellation);
  await runYielding(writeBlockSteps(batch, block, facts), cancellation);
  const rows = viewRows({ removed: [], added: [block] }, () => indexedBytes(facts));
  await runYielding(writeViewRows(batch, await runYielding(rows)));
  batch.put(table.head, "only", block.hash);
  await batch.commit();
}
