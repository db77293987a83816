/** The records of one process, in LevelDB. Claims live in memory: they end with the process. */
import type { Level } from "level";
import { relayLimits } from "../limits.js";
import { openLevel } from "./open-level.js";
import type { Change, Held, Records } from "./records.js";

interface Row {
  readonly value: string;
  /** Unix milliseconds. */
  readonly until?: number;
}

interface Claim {
  readonly token: string;
  readonly until: number;
}

const counters = "counters";
const usedUp = "used";
const keyOf = (table: string, id: string) => `${table}\0${id}`;
/** Milliseconds in the order of their text. */
const timeKey = (at: number) => at.toString().padStart(16, "0");

/** @param now Unix milliseconds. @throws {UnusableStore} */
export const openLevelRecords = async (directory: string, now: () => number): Promise<Records> =>
  levelRecords(await openLevel(directory), now);

/** @param db open; closed with the records. @param now Unix milliseconds. */
export async function levelRecords(db: Level<string, string>, now: () => number): Promise<Records> {
  const rows = db.sublevel<string, Row>("rows", { valueEncoding: "json" });
  /** When a row ends, and its key. */
  const ends = db.sublevel<string, string>("ends", {});
  await Promise.all([rows.open(), ends.open()]);
  const claims = new Map<string, Claim>();
  const counts = new Map<string, number>();
  /** Identifiers on their way to the disk. */
  const beingUsed = new Set<string>();
  let usedCount = await countRows(rows, usedUp);
  const isHeld = ({ id, token }: Held) => claims.get(id)?.token === token;

  async function write(changes: readonly Change[], isSynced = false): Promise<void> {
    const batch = db.batch();
    for (const { table, id, value, ttlMs } of changes) {
      const key = keyOf(table, id);
      if (value === undefined) batch.del(key, { sublevel: rows });
      else if (ttlMs === undefined) batch.put(key, { value }, { sublevel: rows });
      else {
        const until = now() + ttlMs;
        batch.put(key, { value, until }, { sublevel: rows });
        batch.put(`${timeKey(until)}\0${key}`, key, { sublevel: ends });
      }
    }
    // An answer alone may be lost with the power: it is given again, and led to nothing.
    await batch.write({ sync: isSynced || changes.some(({ ttlMs }) => ttlMs === undefined) });
  }

  const live = (row: Row | undefined) =>
    row === undefined || (row.until ?? Number.POSITIVE_INFINITY) <= now() ? undefined : row.value;

  const sweep = async () => {
    const { sweepRows } = relayLimits;
    for (let ended: number = sweepRows; ended === sweepRows; ) {
      const removed = await removeEnded(db, rows, ends, now());
      ended = removed.ended;
      usedCount -= removed.keys.filter((key) => key.startsWith(keyOf(usedUp, ""))).length;
    }
  };
  // Keeps the process alive too: a request to a node that closes its connection does not.
  const sweeping = setInterval(() => {
    // A database that is being closed needs no sweeping.
    sweep().catch(() => undefined);
    for (const [id, { until }] of claims) if (until <= now()) claims.delete(id);
  }, relayLimits.recordSweepMs);

  return {
    get: async (table, id) => live(rows.getSync(keyOf(table, id))),
    async list(table) {
      const found = await rows.values({ gt: keyOf(table, ""), lt: `${table}\x01` }).all();
      return found.flatMap((row) => live(row) ?? []);
    },
    async claim({ id, token }, ttlMs) {
      const holder = claims.get(id);
      if (holder !== undefined && holder.token !== token && holder.until > now()) return false;
      if (holder === undefined && claims.size >= relayLimits.claimsMax) return false;
      claims.set(id, { token, until: now() + ttlMs });
      return true;
    },
    async release(held) {
      if (isHeld(held)) claims.delete(held.id);
    },
    async write(changes, held = []) {
      if (!held.every(isHeld)) return false;
      await write(changes);
      return true;
    },
    async useOnce(id, ttlMs) {
      if (beingUsed.has(id) || live(rows.getSync(keyOf(usedUp, id))) !== undefined) return false;
      if (usedCount >= relayLimits.signaturesKeptMax) return false;
      beingUsed.add(id);
      usedCount += 1;
      try {
        await write([{ table: usedUp, id, value: "", ttlMs }], true);
        return true;
      } finally {
        beingUsed.delete(id);
      }
    },
    async next(counter) {
      // No pause between the question and the count; writes come to the disk in order.
      const found =
        counts.get(counter) ?? Number(rows.getSync(keyOf(counters, counter))?.value ?? 0);
      counts.set(counter, found + 1);
      await write([{ table: counters, id: counter, value: String(found + 1) }]);
      return found;
    },
    async close() {
      clearInterval(sweeping);
      await db.close();
    },
  };
}

type Sublevel<V> = ReturnType<typeof Level.prototype.sublevel<string, V>>;

/** Counts the rows of a table without holding them in memory. */
async function countRows(rows: Sublevel<Row>, table: string): Promise<number> {
  const range = { gt: keyOf(table, ""), lt: `${table}\x01` };
  const iterator = rows.keys(range);
  try {
    let count = 0;
    for (let read = -1; read !== 0; count += Math.max(read, 0)) {
      read = (await iterator.nextv(relayLimits.sweepRows)).length;
    }
    return count;
  } finally {
    await iterator.close();
  }
}

/**
 * Removes a limited number of rows whose time is over; one that was written again meanwhile stays.
 * @returns how many ends were looked at, and the keys that were removed.
 */
async function removeEnded(
  db: Level<string, string>,
  rows: Sublevel<Row>,
  ends: Sublevel<string>,
  now: number,
): Promise<{ readonly ended: number; readonly keys: readonly string[] }> {
  const { sweepRows } = relayLimits;
  const ended = await ends.iterator({ lt: timeKey(now), limit: sweepRows }).all();
  const keys: string[] = [];
  const batch = db.batch();
  for (const [end, key] of ended) {
    batch.del(end, { sublevel: ends });
    const until = rows.getSync(key)?.until;
    if (until === undefined || until > now) continue;
    batch.del(key, { sublevel: rows });
    keys.push(key);
  }
  await batch.write();
  return { ended: ended.length, keys };
}
