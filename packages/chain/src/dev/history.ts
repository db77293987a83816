/**
 * Reverts to a snapshot, to genesis, or by a few blocks, and replaces the newest blocks by others.
 */
import {
  assertAtMost,
  type Controls,
  Fault,
  type HeadMoved,
  type MiningMode,
  miningTimesOf,
  type SignedTransaction,
  type StateRoot,
  type StoredBlock,
} from "@tandem/primitives";
import type { SerialQueue } from "@tandem/runtime";
import type { Batch, Store } from "@tandem/store";
import type { DevSettings } from "../building/dev-settings.js";
import type { DevSettingsState } from "../building/dev-settings-state.js";
import { forgetUncleCandidates, moveHead } from "../import/move-head.js";
import { chainLimits } from "../limits.js";
import { mineBranch } from "../mining/mine-branch.js";
import type { RivalContext } from "../mining/mine-uncle.js";
import type { Miner } from "../mining/miner.js";
import type { Sealing } from "../mining/seal-template.js";
import type { Impersonated } from "../pool/impersonated.js";
import type { Pool } from "../pool/pool.js";
import type { Blocks } from "../reads/blocks.js";
import type { Snapshots } from "./snapshots.js";

export interface HistoryContext {
  readonly store: Store;
  readonly blocks: Blocks;
  readonly pool: Pool;
  readonly devSettings: DevSettings;
  readonly snapshots: Snapshots;
  readonly writer: SerialQueue;
  readonly miner: Miner;
  readonly impersonated: Impersonated;
  readonly head: () => StoredBlock;
  /** The context for making branches; it does not wake the miner. */
  readonly rival: RivalContext;
  /**
   * Is called after a batch moved the head to this block. `settle`, which corrects the pool, is
   * called at once; listeners are notified after it.
   */
  readonly moved: (
    event: HeadMoved,
    target: StoredBlock,
    settle: () => Promise<void>,
  ) => Promise<void>;
  /**
   * Is called after blocks were removed: the sealer and the work for outside miners start again
   * from this head.
   */
  readonly undone: (target: StoredBlock) => void;
  /** Makes the pool follow a reorg, in time slices. */
  readonly follow: (event: HeadMoved) => Promise<void>;
  /** Replaces the content of the pool, in time slices. */
  readonly refill: (transactions: readonly SignedTransaction[]) => Promise<void>;
}

/** The controls that remove or replace blocks. */
type History = Pick<Controls, "snapshots" | "snapshot" | "revert" | "reset" | "rollback" | "reorg">;

/** The state of the chain after it was reverted. */
interface Destination {
  readonly target: StoredBlock;
  /** Root of the edited state after the target block; undefined if it was not edited. */
  readonly editedRoot: StateRoot | undefined;
  /** Unix milliseconds of the chain's clock. */
  readonly clockMs: number;
  readonly devSettings: DevSettingsState;
  readonly pool: readonly SignedTransaction[];
  /** Snapshots from this number on are deleted. */
  readonly number: number;
}

/** Creates the controls that remove or replace blocks. Each waits until no block is being built. */
export function createHistory(context: HistoryContext): History {
  const { writer, miner, snapshots } = context;
  // A block that is being built would restore its parent as an ancestor of the head.
  const runExclusive = <T>(task: () => Promise<T>) => miner.runExclusive(() => writer.run(task));
  return {
    snapshots: snapshots.list,
    snapshot: () => writer.run(() => takeSnapshot(context)),
    revert: (number, { keepsMining = false } = {}) =>
      runExclusive(() => revertTo(context, number, keepsMining)),
    reset: () => runExclusive(() => resetToFirst(context)),
    rollback: (depth, { isDropping = false } = {}) =>
      runExclusive(async () => {
        const removed = await rollBack(context, depth);
        if (isDropping) dropTransactions(context, removed);
      }),
    reorg: (depth, placed, { isDropping = false } = {}) =>
      // No block can include what returned before it is dropped.
      miner.runExclusive(async (sealing) => {
        const dropped = isDropping ? newest(context, depth) : [];
        await replaceBlocks(context, depth, placed, sealing);
        dropTransactions(context, dropped);
      }),
  };
}

/** Returns the newest canonical blocks. */
function newest({ blocks, head }: HistoryContext, depth: number): StoredBlock[] {
  const { number } = head().header;
  const found: StoredBlock[] = [];
  for (let at = number; at > number - depth && at > blocks.first; at--) {
    const hash = blocks.canonicalHash(at);
    const block = hash && blocks.block(hash);
    if (block !== undefined) found.push(block);
  }
  return found;
}

/** Removes the transactions of these blocks from the pool, those that it has. */
function dropTransactions({ pool }: HistoryContext, blocks: readonly StoredBlock[]): void {
  pool.remove(blocks.flatMap((block) => block.transactions));
}

async function takeSnapshot(context: HistoryContext): Promise<number> {
  const { store, blocks, pool, devSettings, snapshots } = context;
  assertAtMost("snapshot-pool-bytes", pool.bytes, chainLimits.snapshotPoolBytesMax);
  const { hash } = context.head();
  const batch = store.batch();
  const { number, settle } = await snapshots.add(batch, {
    headHash: hash,
    editedRoot: blocks.edits.rootOf(hash),
    clockMs: devSettings.nowMs(),
    devSettings: devSettings.state,
    pool: pool.all(),
  });
  await batch.commit();
  settle();
  return number;
}

/** Returns false if there is no such snapshot. */
async function revertTo(
  context: HistoryContext,
  number: number,
  keepsMining: boolean,
): Promise<boolean> {
  const { blocks, devSettings, snapshots } = context;
  const hash = snapshots.headOf(number);
  const target = hash && blocks.block(hash);
  const record = target && (await snapshots.read(number, target.header.number + 1));
  if (record === undefined || target === undefined) return false;
  const restored = keepsMining
    ? { ...record.devSettings, ...miningOf(devSettings.state) }
    : record.devSettings;
  await goTo(context, { ...record, devSettings: restored, target, number });
  return true;
}

const miningOf = (state: DevSettingsState): Required<MiningMode> => ({
  ...miningTimesOf(state),
  stopped: state.stopped,
});

async function resetToFirst(context: HistoryContext): Promise<void> {
  const { blocks, devSettings } = context;
  const genesis = blocks.canonicalHash(blocks.first);
  const target = genesis && blocks.block(genesis);
  if (target === undefined) throw new Error("the genesis block is missing");
  await goTo(context, {
    target,
    editedRoot: undefined,
    clockMs: devSettings.startMs(),
    devSettings: devSettings.initial,
    pool: [],
    number: 0,
  });
  context.impersonated.clear();
}

/** Returns the removed blocks. */
async function rollBack(context: HistoryContext, depth: number): Promise<readonly StoredBlock[]> {
  const target = below(context, depth);
  const batch = context.store.batch();
  const { event, settle } = await returnToBlock(context, batch, target);
  await batch.commit();
  await context.moved(event, target, () => {
    settle();
    return context.follow(event);
  });
  context.undone(target);
  return event.removed;
}

/** Replaces the newest blocks by empty ones, or by blocks with the given transactions. */
async function replaceBlocks(
  context: HistoryContext,
  depth: number,
  placed: Parameters<History["reorg"]>[1],
  sealing: Sealing,
): Promise<void> {
  const { store, blocks, head } = context;
  below(context, depth);
  if (depth === 0) return;
  const lists: Uint8Array[][] = Array.from({ length: depth }, () => []);
  for (const { raw, at } of placed) lists[at]?.push(raw);
  const request = { on: { depth }, length: depth, transactions: lists };
  const { hashes, isHead } = await mineBranch(context.rival, request, sealing);
  const tip = blocks.block(hashes.at(-1) ?? head().hash);
  if (isHead || tip === undefined) return;
  await context.writer.run(async () => {
    const batch = store.batch();
    const { event, settle } = await moveHead(blocks, batch, head(), tip);
    await batch.commit();
    await context.moved(event, tip, () => {
      settle();
      return context.follow(event);
    });
  });
}

/** Moves the head in a batch, so that removed blocks leave neither uncle candidates nor edits. */
async function returnToBlock(
  { blocks, store, head }: HistoryContext,
  batch: Batch,
  target: StoredBlock,
): Promise<{ readonly event: HeadMoved; settle(): void }> {
  const { event, settle: settleAdded } = await moveHead(blocks, batch, head(), target);
  const settles = event.removed.map(({ hash }) => blocks.edits.restore(batch, hash, undefined));
  await forgetUncleCandidates(store, batch, target.header.number);
  const settle = () => {
    settleAdded();
    for (const one of settles) one();
  };
  return { event, settle };
}

async function goTo(context: HistoryContext, destination: Destination): Promise<void> {
  const { store, blocks, devSettings, snapshots, miner } = context;
  const { target, editedRoot, clockMs, pool: waiting, number } = destination;
  const batch = store.batch();
  const { event, settle } = await returnToBlock(context, batch, target);
  const settleEdit = blocks.edits.restore(batch, target.hash, editedRoot);
  const state = devSettings.readingMs(clockMs, destination.devSettings);
  devSettings.write(batch, state);
  const forgotten = snapshots.forgetFrom(batch, number);
  await batch.commit();
  forgotten.settle();
  await context.moved(event, target, () => {
    settle();
    settleEdit();
    devSettings.apply(state);
    return context.refill(waiting);
  });
  context.undone(target);
  miner.retime();
}

/** Returns the canonical block at a depth below the head. */
function below({ blocks, head }: HistoryContext, depth: number): StoredBlock {
  const { number } = head().header;
  const most = number - blocks.first;
  const hash = depth > most ? undefined : blocks.canonicalHash(number - depth);
  const target = hash && blocks.block(hash);
  if (target !== undefined) return target;
  const message = `depth: expected at most ${most}, the blocks there are above the first, got ${depth}`;
  throw new Fault({ code: "bad-request", message });
}
