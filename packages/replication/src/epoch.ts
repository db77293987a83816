/** Names the records by which sealers begin. */
import type { ReplicationLog } from "./log.js";

const prefix = "epoch:";

/** Returns the id of the record by which a sealer begins its epoch. */
export const epochId = (epoch: number): string => `${prefix}${epoch}`;

/** The messages that are looked at: those at the end may be of elections alone. */
const messagesLookedAtMax = 16;

/** Returns the id of the newest record of blocks; undefined if there is none near the end of the log. */
export async function newestBlocksId(
  log: Pick<ReplicationLog, "idAt">,
  last: number,
): Promise<string | undefined> {
  for (let sequence = last; sequence > last - messagesLookedAtMax; sequence--) {
    const id = await log.idAt(sequence);
    if (id !== undefined && !id.startsWith(prefix)) return id;
  }
  return undefined;
}
