/** Creates the records with which sealers begin, compares epochs, and finds the newest record of another kind. */
import { randomUUID } from "node:crypto";
import { catchingUpMessagesMin, epochStepMax } from "../limits.js";
import type { LogEntry, ReplicationLog } from "../log.js";
import type { MemberOptions } from "./member-options.js";

const prefix = "epoch:";

/**
 * Returns the record with which a sealer begins its epoch. Its id is used once: a node that was
 * stopped before its append must not take its successor's record of the same epoch for its own.
 * @param newestId the newest record of blocks that the sealer has, and appends if the log lacks it.
 */
export const epochRecord = (
  epoch: number,
  newestId: string,
): Pick<LogEntry, "kind" | "id" | "body"> => ({
  kind: "epoch",
  id: `${prefix}${epoch}:${randomUUID()}`,
  body: Buffer.from(newestId),
});

/**
 * Returns whether an epoch is later than a known one. One to which no elections lead is not: whoever wrote it is no node,
 * and a sealer that continued to count from it would soon append records that nobody reads.
 */
export const isLaterEpoch = (epoch: number, known: number): boolean =>
  epoch > known && epoch - known <= epochStepMax;

/** Returns the later one of a known epoch and that of a record. */
export const laterEpoch = (known: number, epoch: number): number =>
  isLaterEpoch(epoch, known) ? epoch : known;

/** Returns whether a later sealer has begun at a sequence. False if the log does not answer. */
export async function hasSuccessor(
  log: Pick<ReplicationLog, "epochAt">,
  epoch: number,
  sequence: number,
): Promise<boolean> {
  const found = await log.epochAt(sequence).catch(() => undefined);
  return found !== undefined && isLaterEpoch(found, epoch);
}

/** Returns the newest record of blocks that the sealer of an epoch has; empty if it does not say so. */
export const newestIdIn = ({ body }: Pick<LogEntry, "body">): string =>
  Buffer.from(body).toString();

/**
 * Returns the id of the newest record of blocks, or undefined if the end of the log has only
 * elections.
 */
async function newestBlocksId(
  log: Pick<ReplicationLog, "idAt">,
  last: number,
): Promise<string | undefined> {
  for (let sequence = last; sequence > last - catchingUpMessagesMin; sequence--) {
    const id = await log.idAt(sequence);
    if (id !== undefined && !id.startsWith(prefix)) return id;
  }
  return undefined;
}

/** Reports the newest record of blocks to the applier if a node is far behind the end of the log. */
export async function tellIfBehind(
  { log, applier }: Pick<MemberOptions, "log" | "applier">,
  applied: number,
  last: number,
): Promise<void> {
  if (last - applied < catchingUpMessagesMin) return;
  const id = await newestBlocksId(log, last);
  if (id !== undefined) applier.behind(id);
}
