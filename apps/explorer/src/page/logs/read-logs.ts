/** Reads logs page by page, newest first. */
import type { LogFilter } from "@tandem/primitives";
import { type Calls, errorCodes, RpcError } from "@tandem/rpc/client";
import type { Log } from "../session/answers.js";

type Client = Pick<Calls, "eth_getLogs">;

/** A position in the chain. The page has the logs before it. */
export interface LogPlace {
  readonly blockNumber: number;
  readonly logIndex: number;
}

export interface LogPage {
  /** Newest first. */
  readonly logs: readonly Log[];
  /** The position at which the next page begins; undefined at the end. */
  readonly next: LogPlace | undefined;
}

/** The number of logs of a page. */
export const logsOfPage = 25;

/** Returns the position after all logs up to a height. */
export const placeAfter = (height: number): LogPlace => ({ blockNumber: height + 1, logIndex: 0 });

/**
 * The number of blocks of the first range that is searched, and the factor by which ranges without
 * logs grow.
 */
const firstRange = 64;
const growth = 4;
/** The maximum number of ranges that are searched for one page. */
const rangesMax = 16;

const placeOf = ({ blockNumber, logIndex }: Log): LogPlace => ({
  blockNumber: blockNumber ?? 0,
  logIndex: logIndex ?? 0,
});

const isBefore = (a: LogPlace, b: LogPlace) =>
  a.blockNumber < b.blockNumber || (a.blockNumber === b.blockNumber && a.logIndex < b.logIndex);

/**
 * Returns the logs before a position that match one of several selections.
 * @param size the number of logs of a page.
 */
export async function readLogs(
  client: Client,
  selections: readonly LogFilter[],
  before: LogPlace,
  size = logsOfPage,
): Promise<LogPage> {
  const found: Log[] = [];
  let high = before.blockNumber;
  let width = firstRange;
  for (let ranges = 0; ranges < rangesMax && high >= 0 && found.length <= size; ranges++) {
    const low = Math.max(0, high - width + 1);
    const logs = await logsBetween(client, selections, low, high);
    if (logs === undefined) {
      width = Math.max(1, Math.floor(width / growth));
      continue;
    }
    found.push(...logs.filter((log) => isBefore(placeOf(log), before)));
    high = low - 1;
    width *= growth;
  }
  const logs = found.slice(0, size);
  const last = logs.at(-1);
  if (found.length > size && last !== undefined) return { logs, next: placeOf(last) };
  return { logs, next: high < 0 ? undefined : { blockNumber: high + 1, logIndex: 0 } };
}

/** Returns the logs of a range, newest first; undefined if they are too many for an answer. */
async function logsBetween(
  client: Client,
  selections: readonly LogFilter[],
  low: number,
  high: number,
): Promise<readonly Log[] | undefined> {
  const range = { from: { number: low }, to: { number: high } };
  try {
    const lists = await Promise.all(
      selections.map((filter) => client.eth_getLogs({ filter: { filter, range } })),
    );
    return merged(lists.flat());
  } catch (error) {
    const isLimit = error instanceof RpcError && error.code === errorCodes.limit.code;
    if (isLimit && high > low) return undefined;
    throw error;
  }
}

/** Sorts logs newest first and removes duplicates: a log may match several selections. */
function merged(logs: readonly Log[]): readonly Log[] {
  const sorted = [...logs].sort((a, b) => (isBefore(placeOf(a), placeOf(b)) ? 1 : -1));
  return sorted.filter((log, i) => {
    const { blockNumber, logIndex } = placeOf(log);
    const former = sorted[i - 1];
    if (former === undefined) return true;
    const place = placeOf(former);
    return place.blockNumber !== blockNumber || place.logIndex !== logIndex;
  });
}
