/** Stores the records of one process in LevelDB. Claims are in memory and end with the process. */
import type { Level } from "level";
import { relayLimits } from "../limits.js";
import { LevelWriter, type Operation } from "./level-writer.js";
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
  const openSublevels = () => Promise.all([rows.open(), ends.open()]);
  await openSublevels();
  const writer = new LevelWriter({ db, openSublevels });
  return new LevelRecords({ writer, rows, ends, now, usedCount: await countRows(rows, usedUp) });
}

interface LevelRecordsParts {
  readonly writer: LevelWriter;
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
    await this.#parts.writer.readable();
    return this.#live(this.#parts.rows.getSync(keyOf(table, id)));
  }

  async list(table: string): Promise<readonly string[]> {
    await this.#parts.writer.readable();
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
    await this.#parts.writer.readable();
    const key = keyOf(usedUp, id);
    const isUsed = this.#live(this.#parts.rows.getSync(key)) !== undefined;
    if (this.#beingUsed.has(id) || isUsed) return false;
    if (this.#usedCount >= relayLimits.signaturesKeptMax) return false;
    this.#beingUsed.add(id);
    this.#usedCount += 1;
    try {
      await this.#write([{ table: usedUp, id, value: "", ttlMs }], true);
      return true;
    } catch (error) {
      this.#usedCount -= 1;
      throw error;
    } finally {
      this.#beingUsed.delete(id);
    }
  }

  async next(counter: string): Promise<number> {
    await this.#parts.writer.readable();
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
    await this.#parts.writer.close();
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
    const { writer, rows, ends, now } = this.#parts;
    const operations = changes.flatMap(({ table, id, value, ttlMs }): readonly Operation[] => {
      const key = keyOf(table, id);
      if (value === undefined) return [removalOf(rows, key)];
      if (ttlMs === undefined) return [rowAt(rows, key, JSON.stringify({ value }))];
      const until = now() + ttlMs;
      return [
        rowAt(rows, key, JSON.stringify({ value, until })),
        rowAt(ends, `${timeKey(until)}\0${key}`, key),
      ];
    });
    // An unsynced answer may be lost in a power failure: nothing depends on it, and it is computed
    // again.
    await writer.write(operations, isSynced || changes.some(({ ttlMs }) => ttlMs === undefined));
  }

  async #sweep(): Promise<void> {
    const { writer, rows, ends, now } = this.#parts;
    for (const [id, { until }] of this.#claims) if (until <= now()) this.#claims.delete(id);
    const { sweepRows } = relayLimits;
    for (let ended: number = sweepRows; ended === sweepRows; ) {
      let keys: readonly string[] = [];
      await writer.writeAlone(async () => {
        const found = await findEnded(rows, ends, now());
        ({ ended, keys } = found);
        return found.operations;
      });
      this.#usedCount -= keys.filter((key) => key.startsWith(keyOf(usedUp, ""))).length;
    }
  }
}

type Sublevel<V> = ReturnType<typeof Level.prototype.sublevel<string, V>>;

type AnySublevel = Sublevel<Row> | Sublevel<string>;

const rowAt = (sublevel: AnySublevel, key: string, value: string): Operation => ({
  ...{ type: "put", key: sublevel.prefixKey(key, "utf8", false), value },
});

const removalOf = (sublevel: AnySublevel, key: string): Operation => ({
  ...{ type: "del", key: sublevel.prefixKey(key, "utf8", false) },
});

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
 * Finds a limited number of rows whose time is over; a row that was written again since then stays.
 * @returns the number of ends that were read, the keys of the rows, and the removal of both.
 */
async function findEnded(rows: Sublevel<Row>, ends: Sublevel<string>, now: number) {
  const { sweepRows } = relayLimits;
  const ended = await ends.iterator({ lt: timeKey(now), limit: sweepRows }).all();
  const keys = ended
    .map(([, key]) => key)
    .filter((key) => (rows.getSync(key)?.until ?? Number.POSITIVE_INFINITY) <= now);
  const operations = [
    ...ended.map(([end]) => removalOf(ends, end)),
    ...keys.map((key) => removalOf(rows, key)),
  ];
  return { ended: ended.length, keys, operations };
}
