/**
 * Copies what blocks do not contain: edits after the head, addresses behind hashes, settings,
 * snapshots, the pool.
 */
import { RLP } from "@ethereumjs/rlp";
import type { ChainSpec, StateRoot, StoredBlock } from "@tandem/primitives";
import { counted, isEqual } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import { type Reader, type Store, table } from "@tandem/store";
import { decodeDevSettings } from "../building/dev-settings-state.js";
import {
  decodeSnapshotSteps,
  encodeSnapshotFacts,
  snapshotFactsOf,
} from "../dev/snapshot-record.js";
import { fromPoolItemsSteps, type PoolItems } from "../pool/saved-pool.js";
import type { Blocks } from "../reads/blocks.js";
import { allRows } from "../rows/all-rows.js";
import { quietly } from "../rows/quietly.js";
import { verifyHashedFact } from "../rows/verify-fact.js";
import { copyState } from "./copy-state.js";

export interface Rest {
  readonly source: Reader;
  readonly target: Store;
  readonly spec: ChainSpec;
  readonly blocks: Blocks;
  /** The head of the new database. */
  readonly head: StoredBlock;
}

/**
 * Copies the rest of a database. Returns a clause for each thing that was lost.
 * @throws {Fault} `no-space`
 */
export async function keepRest(rest: Rest): Promise<string[]> {
  await keepPreimages(rest);
  await keepUncleCandidates(rest);
  return [
    ...(await keepEdits(rest)),
    ...(await keepSettings(rest)),
    ...(await keepSnapshots(rest)),
    ...(await keepPool(rest)),
  ];
}

const rowsPerBatch = 1_000;

async function keepPreimages({ source, target }: Rest): Promise<void> {
  let batch = target.batch();
  let rows = 0;
  for await (const [hash, bytes] of allRows(source, table.preimages)) {
    if (verifyHashedFact(hash, bytes) !== undefined || target.has(table.preimages, hash)) continue;
    batch.put(table.preimages, hash.slice(), bytes.slice());
    if (++rows % rowsPerBatch !== 0) continue;
    await batch.commit();
    batch = target.batch();
  }
  await batch.commit();
}

/**
 * Restores the uncle candidates: deletes the rows that the source lacks, of blocks that were
 * removed on request.
 */
async function keepUncleCandidates({ source, target }: Rest): Promise<void> {
  const batch = target.batch();
  for await (const [key] of allRows(target, table.blocksByHeight)) {
    const place = table.blocksByHeight.key.decode(key);
    const canonical = target.get(table.canonical, place.height);
    const isCanonical = canonical !== undefined && isEqual(canonical, place.hash);
    if (isCanonical || source.has(table.blocksByHeight, place)) continue;
    batch.delete(table.blocksByHeight, place);
  }
  await batch.commit();
}

/** Copies edits after blocks. Those on which later blocks were executed exist already. */
async function keepEdits({ source, target, blocks, head }: Rest): Promise<string[]> {
  let lost = 0;
  for await (const [hash, root] of allRows(source, table.editedRoots)) {
    const block = blocks.block(hash);
    if (block === undefined || isEqual(blocks.edits.after(block), root)) continue;
    const batch = target.batch();
    if (root.length !== 32 || !copyState(source, target, batch, root)) {
      lost++;
      continue;
    }
    const settle = blocks.edits.restore(batch, block.hash, root.slice() as StateRoot);
    await batch.commit();
    settle();
  }
  await settleLeftovers({ source, target, blocks, head });
  return lost === 0 ? [] : [`the edits of ${counted(lost, "state")} by hand`];
}

/**
 * Corrects edits that were needed to import a block of another branch, and that the canonical chain
 * does not have.
 */
async function settleLeftovers({
  source,
  target,
  blocks,
  head,
}: Omit<Rest, "spec">): Promise<void> {
  for await (const [hash] of allRows(target, table.editedRoots)) {
    if (source.has(table.editedRoots, hash)) continue;
    const block = blocks.block(hash);
    if (block === undefined) continue;
    const height = block.header.number;
    const child = blocks.canonicalHash(height + 1);
    const isFollowed = child !== undefined && blocks.isCanonical(block.hash, height);
    const isHead = isEqual(hash, head.hash);
    if (!isFollowed && !isHead) continue;
    const root = isFollowed ? target.get(table.baseRoots, child) : undefined;
    const batch = target.batch();
    const settle = blocks.edits.restore(batch, block.hash, root as StateRoot | undefined);
    await batch.commit();
    settle();
  }
}

async function keepSettings({ source, target }: Rest): Promise<string[]> {
  if (!source.has(table.devSettings, "only")) return [];
  const text = quietly(() => source.get(table.devSettings, "only"));
  if (text === undefined || quietly(() => decodeDevSettings(text)) === undefined) {
    return ["the settings changed by calls: time and mining"];
  }
  const batch = target.batch();
  batch.put(table.devSettings, "only", text);
  await batch.commit();
  return [];
}

async function keepSnapshots({ source, target, spec, blocks }: Rest): Promise<string[]> {
  let lost = 0;
  for await (const [key, bytes] of allRows(source, table.snapshots)) {
    const number = table.snapshots.key.decode(key);
    const batch = target.batch();
    if (number > 0) {
      const header = blocks.header(snapshotFactsOf(bytes).head);
      const record =
        header && quietly(() => runSync(decodeSnapshotSteps(bytes, spec, header.number + 1)));
      const root = record?.editedRoot;
      const isWhole =
        record !== undefined && (root === undefined || copyState(source, target, batch, root));
      if (!isWhole) {
        lost++;
        continue;
      }
      batch.put(table.snapshotFacts, number, encodeSnapshotFacts(snapshotFactsOf(bytes)));
    }
    batch.put(table.snapshots, number, bytes.slice());
    await batch.commit();
  }
  return lost === 0 ? [] : [counted(lost, "snapshot")];
}

async function keepPool({ source, target, spec, head }: Rest): Promise<string[]> {
  if (!source.has(table.pool, "only")) return [];
  const bytes = quietly(() => source.get(table.pool, "only"));
  const items = bytes && quietly(() => RLP.decode(bytes) as unknown as PoolItems);
  const height = head.header.number + 1;
  if (
    bytes === undefined ||
    !items ||
    !quietly(() => runSync(fromPoolItemsSteps(items, spec, height)))
  ) {
    return ["the pending transactions"];
  }
  const batch = target.batch();
  batch.put(table.pool, "only", bytes);
  await batch.commit();
  return [];
}
