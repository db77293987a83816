/** Stores the records of one process in LevelDB. Claims are in memory and end with the process. */
import type { Level } from "level";
import { relayLimits } from "../limits.js";
import { openLevel } from "./open-level.js";
import type { Change, Claim, Records } from "./records.js";

interface Row {
  readonly value: string;
  /** Unix milliseconds after which the row counts as removed. */
  readonly until?: number;
}

interface ClaimHolder {
  readonly token: string;
  /** Unix milliseconds. */
  readonly until: number;
}

const counters = "counters";
const usedUp = "used";
const keyOf = (table: string, id: string) => `${table}\0${id}`;
/** Returns Unix milliseconds as text that sorts by time. */
const timeKey = (at: number) => at.toString().padStart(16, "0");

/** @param now Unix milliseconds. @throws {UnusableStore} */
export const openLevelRecords = async (directory: string, now: () => number): Promise<Records> =>
  levelRecords(await openLevel(directory), now);

/** @param db an open database, which is closed with the records. @param now Unix milliseconds. */
export async function levelRecords(db: Level<string, string>, now: () => number): Promise<Records> {
  const rows = db.sublevel<string, Row>("rows", { valueEncoding: "json" });
  const ends = db.sublevel<string, string>("ends", {});
  await Promise.all([rows.open(), ends.open()]);
  return new LevelRecords({ db, rows, ends, now, usedCount: await countRows(rows, usedUp) });
}

interface LevelRecordsParts {
  readonly db: Level<string, string>;
  readonly rows: Sublevel<Row>;
  /** Keys of rows by the time at which they end. */
  readonly ends: Sublevel<string>;
  readonly now: () => number;
  /** The number of used identifiers on disk. */
  readonly usedCount: number;
}

class LevelRecords implements Records {
  readonly #parts: LevelRecordsParts;
  readonly #claims = new Map<string, ClaimHolder>();
  readonly #counts = new Map<string, number>();
  /** The identifiers that are being written. */
  readonly #beingUsed = new Set<string>();
  readonly #sweeping: NodeJS.Timeout;
  #usedCount: number;

  constructor(parts: LevelRecordsParts) {
    this.#parts = parts;
    this.#usedCount = parts.usedCount;
    // The timer also keeps the process alive while no socket does.
    this.#sweeping = setInterval(() => {
      // A sweep fails while the database is closing, which needs no sweep.
      this.#sweep().catch(() => undefined);
    }, relayLimits.recordSweepMs);
  }

  async get(table: string, id: string): Promise<string | undefined> {
    return this.#live(this.#parts.rows.getSync(keyOf(table, id)));
  }

  async list(table: string): Promise<readonly string[]> {
    const range = { gt: keyOf(table, ""), lt: `${table}\x01` };
    const found = await this.#parts.rows.values(range).all();
    return found.flatMap((row) => this.#live(row) ?? []);
  }

  async claim({ id, token }: Claim, ttlMs: number): Promise<boolean> {
    const { now } = this.#parts;
    const holder = this.#claims.get(id);
    if (holder !== undefined && holder.token !== token && holder.until > now()) return false;
    if (holder === undefined && this.#claims.size >= relayLimits.claimsMax) return false;
    this.#claims.set(id, { token, until: now() + ttlMs });
    return true;
  }

  async release(claim: Claim): Promise<void> {
    if (this.#isHeld(claim)) this.#claims.delete(claim.id);
  }

  async write(changes: readonly Change[], claims: readonly Claim[] = []): Promise<boolean> {
    if (!claims.every((claim) => this.#isHeld(claim))) return false;
    await this.#write(changes);
    return true;
  }

  async useOnce(id: string, ttlMs: number): Promise<boolean> {
    const key = keyOf(usedUp, id);
    const isUsed = this.#live(this.#parts.rows.getSync(key)) !== undefined;
    if (this.#beingUsed.has(id) || isUsed) return false;
    if (this.#usedCount >= relayLimits.signaturesKeptMax) return false;
    this.#beingUsed.add(id);
    this.#usedCount += 1;
    try {
      await this.#write([{ table: usedUp, id, value: "", ttlMs }], true);
      return true;
    } finally {
      this.#beingUsed.delete(id);
    }
  }

  async next(counter: string): Promise<number> {
    // Nothing is awaited between the read and the count; writes reach the disk in order.
    const found =
      this.#counts.get(counter) ??
      Number(this.#parts.rows.getSync(keyOf(counters, counter))?.value ?? 0);
    this.#counts.set(counter, found + 1);
    await this.#write([{ table: counters, id: counter, value: String(found + 1) }]);
    return found;
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    await this.#parts.db.close();
  }

  #isHeld({ id, token }: Claim): boolean {
    return this.#claims.get(id)?.token === token;
  }

  #live(row: Row | undefined): string | undefined {
    const { now } = this.#parts;
    const isLive = row !== undefined && (row.until ?? Number.POSITIVE_INFINITY) > now();
    return isLive ? row.value : undefined;
  }

  async #write(changes: readonly Change[], isSynced = false): Promise<void> {
    const { db, rows, ends, now } = this.#parts;
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
    // An unsynced answer may be lost in a power failure: nothing depends on it, and it is computed
    // again.
    await batch.write({ sync: isSynced || changes.some(({ ttlMs }) => ttlMs === undefined) });
  }

  async #sweep(): Promise<void> {
    const { db, rows, ends, now } = this.#parts;
    for (const [id, { until }] of this.#claims) if (until <= now()) this.#claims.delete(id);
    const { sweepRows } = relayLimits;
    for (let ended: number = sweepRows; ended === sweepRows; ) {
      const removed = await removeEnded(db, rows, ends, now());
      ended = removed.ended;
      this.#usedCount -= removed.keys.filter((key) => key.startsWith(keyOf(usedUp, ""))).length;
    }
  }
}

type Sublevel<V> = ReturnType<typeof Level.prototype.sublevel<string, V>>;

/** Counts the rows of a table by reading their keys in batches. */
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
 * Removes a limited number of rows whose time is over; a row that was written again since then stays.
 * @returns the number of ends that were read, and the keys of the rows that were removed.
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
