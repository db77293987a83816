/**
 * Mines groups of empty blocks. Each is built, sealed and imported like any other, but they are
 * written in one batch, so that the group waits for the disk once.
 */

import { type HeadMoved, isEqual, type StoredBlock } from "@tandem/primitives";
import type { Clock, SerialQueue, Tracer } from "@tandem/runtime";
import type { Batch, Store } from "@tandem/store";
import { createTemplate } from "../building/block-template.js";
import type { DevSettings } from "../building/dev-settings.js";
import type { DevSettingsState } from "../building/dev-settings-state.js";
import { importBlock } from "../import/import-block.js";
import { chainLimits } from "../limits.js";
import type { MakerContext } from "../mining/mine-one.js";
import { type Sealing, sealTemplate } from "../mining/seal-template.js";
import { Pool } from "../pool/pool.js";
import type { Blocks } from "../reads/blocks.js";
import { blocksAhead } from "./blocks-ahead.js";

export interface GroupContext extends MakerContext {
  readonly store: Store;
  readonly blocks: Blocks;
  readonly clock: Clock;
  readonly devSettings: DevSettings;
  readonly writer: SerialQueue;
  /** Whether each block is stored in a log before it is written. */
  readonly isReplicated: boolean;
  readonly tracer: Tracer | undefined;
  readonly head: () => StoredBlock;
  readonly hasReadyTransactions: () => boolean;
  readonly moved: (
    event: HeadMoved,
    target: StoredBlock,
    settle: () => Promise<void>,
  ) => Promise<void>;
  readonly follow: (event: HeadMoved) => Promise<void>;
}

/**
 * Makes blocks on the head until a transaction is ready to be included.
 * @param setTime sets the time of the next block on this parent in the development settings it
 * receives.
 * @returns the number of blocks; 0 where they must be made one by one, or when the head, its state
 * or the settings changed meanwhile.
 */
export async function mineGroup(
  context: GroupContext,
  count: number,
  setTime: (parent: StoredBlock, devSettings: DevSettings) => void,
  sealing: Sealing,
): Promise<number> {
  const { spec, store, blocks, devSettings, buildTip } = context;
  if (context.isReplicated || buildTip.isChosen || spec.futureSecondsMax > 0) return 0;
  const head = context.head();
  const root = blocks.edits.after(head);
  const { version } = devSettings;
  const batch = store.batch();
  const collected = collectRows(batch);
  const most = Math.min(count, chainLimits.groupBlocksMax);
  const { added, next } = await makeBlocks(context, { head, collected, most, setTime, sealing });
  return context.writer.run(async () => {
    const isSame =
      context.head() === head &&
      isEqual(blocks.edits.after(head), root) &&
      devSettings.version === version;
    const tip = added.at(-1);
    if (!isSame || tip === undefined) return 0;
    collected.settle();
    if (next !== undefined) devSettings.write(batch, next);
    await batch.commit();
    if (next !== undefined) devSettings.apply(next);
    for (const block of added) blocks.remember(block);
    const event = { removed: [], added };
    await context.moved(event, tip, () => context.follow(event));
    return added.length;
  });
}

interface Run {
  readonly head: StoredBlock;
  readonly collected: Batch;
  readonly most: number;
  readonly setTime: (parent: StoredBlock, devSettings: DevSettings) => void;
  readonly sealing: Sealing;
}

interface Made {
  readonly added: readonly StoredBlock[];
  /** The development settings after the newest block; undefined if no block changed them. */
  readonly next: DevSettingsState | undefined;
}

/** Makes blocks on top of each other, each as if those before it were written. */
async function makeBlocks(
  context: GroupContext,
  { head, collected, most, setTime, sealing }: Run,
): Promise<Made> {
  const { store, blocks, clock } = context;
  const devSettings = context.devSettings.copy();
  const ahead = blocksAhead(blocks, head);
  const ancestry = ahead.ancestry(head.hash);
  const candidates = await context.uncleCandidates({ parent: head, ancestry });
  const uncleCandidates = async () => candidates;
  const { settings } = devSettings;
  const building = {
    ...context,
    settings,
    time: devSettings,
    blocks: ahead,
    uncleCandidates,
    pool: new Pool(),
  };
  const collecting = { ...store, batch: () => collected };
  const importing = { ...building, store: collecting, clock: devSettings.judging };
  const until = clock.now() + chainLimits.groupMs;
  const added: StoredBlock[] = [];
  let next: DevSettingsState | undefined;
  while (added.length < most && clock.now() < until && !context.hasReadyTransactions()) {
    sealing.signal.throwIfAborted();
    const parent = added.at(-1) ?? head;
    setTime(parent, devSettings);
    const template = await createTemplate(building, { parent });
    const block = await sealTemplate(building, template, sealing);
    if (block === undefined) break;
    const { header } = block;
    const imported = await importBlock(importing, parent, block, template);
    // Somebody edited the state, or made the very block: the blocks are made one by one.
    if (imported.status === "known" || imported.status === "outdated") break;
    if (imported.status !== "head") throw new Error(`our own block is ${imported.status}`);
    const turned = devSettings.afterBlock(header, template.prevRandao);
    if (turned !== undefined) devSettings.apply(turned);
    next = turned ?? next;
    ahead.remember(imported.block);
    added.push(imported.block);
  }
  return { added, next };
}

/** Wraps a batch so that each table of one row is written once, with its last value. */
function collectRows(batch: Batch): Batch & { settle(): void } {
  const last = new Map<unknown, () => void>();
  return {
    ...batch,
    put(table, key, value) {
      if (table.kind === "meta") last.set(table, () => batch.put(table, key, value));
      else batch.put(table, key, value);
    },
    async commit() {},
    settle() {
      for (const put of last.values()) put();
    },
  };
}
