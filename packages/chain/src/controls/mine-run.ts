/** Several blocks one after the other, at times somebody chose. */
import { Fault, type StoredBlock } from "@tandem/primitives";
import { chainLimits } from "../limits.js";
import { mineOne } from "../mine-one.js";
import type { Sealing } from "../seal-draft.js";
import { type GroupContext, mineGroup } from "./mine-group.js";

export interface MineWish {
  /** Blocks. */
  readonly count: number;
  /** Unix seconds of the first; the clock says when it is left out. */
  readonly timestamp?: number | undefined;
  /** Seconds each of the others is after the one before; the clock says when it is left out. */
  readonly intervalSeconds?: number | undefined;
}

/** Each with whatever waits at that moment. @throws {Fault} `bad-request`, `limit-exceeded` */
export async function mineRun(
  context: GroupContext,
  { count, timestamp, intervalSeconds }: MineWish,
  sealing: Sealing,
): Promise<void> {
  const max = chainLimits.minedBlocksMax;
  if (count > max) throw new Fault({ code: "limit-exceeded", limit: "mined-blocks", max });
  const { dials, extension } = context;
  if (timestamp !== undefined) assertAfter("timestamp", timestamp, extension.tip().header);
  const first = extension.tip();
  const expect = (parent: StoredBlock) => {
    if (parent === first && timestamp !== undefined) dials.expect(timestamp);
    if (parent === first || intervalSeconds === undefined) return;
    // No two blocks have the same time on this chain.
    dials.expect(parent.header.timestamp + Math.max(1, intervalSeconds));
  };
  for (let made = 0; made < count; ) {
    const left = count - made;
    const grouped = left > 1 ? await mineGroup(context, left, expect, sealing) : 0;
    made += grouped;
    if (grouped > 0) continue;
    expect(extension.tip());
    await mineOne(context, sealing, true);
    made++;
  }
}

/** @throws {Fault} `bad-request` for a time that is not after the block's. */
export function assertAfter(
  name: string,
  timestamp: number,
  block: { readonly number: number; readonly timestamp: number },
): void {
  if (timestamp > block.timestamp && timestamp <= timestampMax) return;
  const message =
    timestamp > timestampMax
      ? `${name}: expected at most ${timestampMax}, the last time a Bitcoin header can have, got ${timestamp}`
      : `${name}: expected a time above ${block.timestamp}, which block ${block.number} has, got ${timestamp}`;
  throw new Fault({ code: "bad-request", message });
}

/** Bitcoin's headers have four bytes for the time. */
export const timestampMax = 2 ** 32 - 1;
