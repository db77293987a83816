/** Going back: to a snapshot, to genesis, or a few blocks; and putting other blocks in their place. */
import {
  type Controls,
  Fault,
  type HeadMoved,
  type SignedTransaction,
  type StateRoot,
  type StoredBlock,
} from "@tandem/primitives";
import type { SerialQueue } from "@tandem/runtime";
import type { Batch, Store } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { mineBranch } from "../mining/mine-branch.js";
import type { RivalContext } from "../mining/mine-uncle.js";
import type { Miner } from "../mining/miner.js";
import type { Pool } from "../pool/pool.js";
import type { Blocks } from "../reads/blocks.js";
import type { DevSettings } from "./dev-settings.js";
import type { DevSettingsState } from "./dev-settings-state.js";
import { forgetUncleCandidates, moveHead } from "./move-head.js";
import type { Snapshots } from "./snapshots.js";

export interface HistoryContext {
  readonly store: Store;
  readonly blocks: Blocks;
  readonly pool: Pool;
  readonly devSettings: DevSettings;
  readonly snapshots: Snapshots;
  readonly writer: SerialQueue;
  readonly miner: Miner;
  readonly head: () => StoredBlock;
  /** Branches made with it do not wake the miner. */
  readonly rival: RivalContext;
  /**
   * A batch moved the head to this block. `settle` is called at once; all are told when the pool,
   * which it makes right, has been.
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
  /** Makes the pool be this, in time slices. */
  readonly refill: (transactions: readonly SignedTransaction[]) => Promise<void>;
}

/** The controls that remove or replace blocks. */
type History = Pick<Controls, "snapshots" | "snapshot" | "revert" | "reset" | "rollback" | "reorg">;

/** What the chain is to be after going back. */
interface Destination {
  readonly target: StoredBlock;
  /** Root its state was edited to. */
  readonly editedRoot: StateRoot | undefined;
  /** Unix milliseconds its clock reads. */
  readonly clockMs: number;
  readonly devSettings: DevSettingsState;
  readonly pool: readonly SignedTransaction[];
  /** Snapshots from this one on are forgotten. */
  readonly number: number;
}

export function createHistory(context: HistoryContext): History {
  const { writer, miner, devSettings, snapshots, pool, store, blocks, head } = context;
  // A block in the making would bring back what it stands on.
  const runExclusive = <T>(task: () => Promise<T>) => miner.runExclusive(() => writer.run(task));

  /** Moves the head in a batch, so that what is removed leaves neither uncles nor edits. */
  async function takeBack(batch: Batch, target: StoredBlock) {
    const event = await moveHead(blocks, batch, head(), target);
    const settles = event.removed.map(({ hash }) => blocks.edits.restore(batch, hash, undefined));
    await forgetUncleCandidates(store, batch, target.header.number);
    const settle = () => {
      for (const one of settles) one();
    };
    return { event, settle };
  }

  async function goTo({ target, editedRoot, clockMs, pool: waiting, ...to }: Destination) {
    const batch = store.batch();
    const { event, settle } = await takeBack(batch, target);
    const settleEdit = blocks.edits.restore(batch, target.hash, editedRoot);
    const state = devSettings.readingMs(clockMs, to.devSettings);
    devSettings.write(batch, state);
    const forgotten = snapshots.forgetFrom(batch, to.number);
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

  return {
    snapshots: snapshots.list,
    snapshot: () =>
      writer.run(async () => {
        const max = chainLimits.snapshotPoolBytesMax;
        if (pool.bytes > max)
          throw new Fault({ code: "limit-exceeded", limit: "snapshot-pool-bytes", max });
        const { hash } = head();
        const batch = store.batch();
        const { number, settle } = snapshots.add(batch, {
          headHash: hash,
          editedRoot: blocks.edits.rootOf(hash),
          clockMs: devSettings.nowMs(),
          devSettings: devSettings.state,
          pool: pool.all(),
        });
        await batch.commit();
        settle();
        return number;
      }),
    revert: (number) =>
      runExclusive(async () => {
        const record = snapshots.read(number, head().header.number + 1);
        const target = record && blocks.block(record.headHash);
        if (record === undefined || target === undefined) return false;
        await goTo({ ...record, target, number });
        return true;
      }),
    reset: () =>
      runExclusive(async () => {
        const genesis = blocks.canonicalHash(blocks.first);
        const target = genesis && blocks.block(genesis);
        if (target === undefined) throw new Error("the genesis block is missing");
        const { startMs: clockMs, initial } = devSettings;
        await goTo({
          target,
          editedRoot: undefined,
          clockMs: clockMs(),
          devSettings: initial,
          pool: [],
          number: 0,
        });
      }),
    rollback: (depth) =>
      runExclusive(async () => {
        const target = below(context, depth);
        const batch = store.batch();
        const { event, settle } = await takeBack(batch, target);
        await batch.commit();
        await context.moved(event, target, () => {
          settle();
          return context.follow(event);
        });
        context.undone(target);
      }),
    reorg: (depth, placed) =>
      miner.runExclusive(async (sealing) => {
        below(context, depth);
        if (depth === 0) return;
        const lists: Uint8Array[][] = Array.from({ length: depth }, () => []);
        for (const { raw, at } of placed) lists[at]?.push(raw);
        const request = { on: { depth }, length: depth, transactions: lists };
        const { hashes, isHead } = await mineBranch(context.rival, request, sealing);
        const tip = blocks.block(hashes.at(-1) ?? head().hash);
        if (isHead || tip === undefined) return;
        await writer.run(async () => {
          const batch = store.batch();
          const event = await moveHead(blocks, batch, head(), tip);
          await batch.commit();
          await context.moved(event, tip, () => context.follow(event));
        });
      }),
  };
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
