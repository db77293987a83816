/** Mines several blocks one after the other, at requested times. */
import {
  assertAtMost,
  type BlockHash,
  Fault,
  type MineRequest,
  type StoredBlock,
} from "@tandem/primitives";
import type { DevSettings } from "../building/dev-settings.js";
import { assertInTime } from "../building/time-limit.js";
import { chainLimits } from "../limits.js";
import { mineOne } from "../mining/mine-one.js";
import type { Sealing } from "../mining/seal-template.js";
import { type GroupContext, mineGroup } from "./mine-group.js";

/**
 * Makes blocks one by one, each with the transactions that are executable then.
 * @returns the hash of the last one, or of the tip if no block was requested.
 * @throws {Fault} `bad-request`, `limit-exceeded`
 */
export async function mineRun(
  context: GroupContext,
  request: MineRequest,
  sealing: Sealing,
): Promise<BlockHash> {
  const { count, intervalSeconds } = request;
  const { buildTip } = context;
  const first = buildTip.tip();
  const timestamp = firstTime(context.devSettings, request, first);
  assertPossible(context, { ...request, timestamp });
  const setTime = (parent: StoredBlock, devSettings: DevSettings) => {
    if (parent === first && timestamp !== undefined) devSettings.expect(timestamp);
    if (parent === first || intervalSeconds === undefined) return;
    devSettings.expect(parent.header.timestamp + stepOf(intervalSeconds));
  };
  for (let made = 0; made < count; ) {
    const left = count - made;
    const grouped = left > 1 ? await mineGroup(context, left, setTime, sealing) : 0;
    made += grouped;
    if (grouped > 0) continue;
    const { devSettings } = context;
    const turned = devSettings.state;
    setTime(buildTip.tip(), devSettings);
    try {
      await mineOne(context, sealing, { isEmptyAllowed: true });
    } catch (error) {
      // The time was requested for this run only, not for the next block.
      devSettings.apply({ ...devSettings.state, nextTimestamp: turned.nextTimestamp });
      throw error;
    }
    made++;
  }
  return buildTip.tip().hash;
}

/** Returns the time of the first block, in Unix seconds; undefined leaves it to the settings. */
function firstTime(
  devSettings: DevSettings,
  { timestamp, leadSeconds }: MineRequest,
  { header }: StoredBlock,
): number | undefined {
  const isRequested = timestamp !== undefined || devSettings.state.nextTimestamp !== undefined;
  if (isRequested || leadSeconds === undefined) return timestamp;
  return Math.max(devSettings.nowSeconds(), header.timestamp) + leadSeconds;
}

/**
 * Checks a request before the first block is made. @throws {Fault} `bad-request`, `limit-exceeded`
 */
function assertPossible(
  { devSettings, buildTip }: GroupContext,
  { count, timestamp, intervalSeconds }: MineRequest,
): void {
  assertAtMost("mined-blocks", count, chainLimits.minedBlocksMax);
  const { header } = buildTip.tip();
  if (timestamp !== undefined) assertAfter("timestamp", timestamp, header);
  const first = timestamp ?? devSettings.timestampOn(header);
  const step = stepOf(intervalSeconds ?? devSettings.state.timestampInterval ?? 0);
  if (count > 0) assertInTime("time of the last block", first + (count - 1) * step);
}

/**
 * Returns the seconds between two blocks, at least 1: no two blocks of this chain have the same
 * time.
 */
const stepOf = (intervalSeconds: number) => Math.max(1, intervalSeconds);

/**
 * Checks a requested time. @throws {Fault} `bad-request` for a time that is not after the block's,
 * or that no block can have.
 */
export function assertAfter(
  name: string,
  timestamp: number,
  block: { readonly number: number; readonly timestamp: number },
): void {
  assertInTime(name, timestamp);
  if (timestamp > block.timestamp) return;
  const message = `${name}: expected a time above ${block.timestamp}, which block ${block.number} has, got ${timestamp}`;
  const conflict = { found: timestamp, newest: block.timestamp };
  throw new Fault({ code: "bad-request", message, timestamp: conflict });
}
