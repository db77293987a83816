/** Stores the records of one process in LevelDB. Claims are in memory and end with the process. */
import type { Level } from "level";
import { relayLimits } from "../limits.js";
import { countKeys } from "./count-keys.js";
import {
  clockKey,
  type EndedRows,
  type EndsRange,
  findEnded,
  keyOf,
  type Row,
  removalOf,
  rowAt,
  type Sublevel,
  tableRange,
  timeKey,
  timeRow,
} from "./level-rows.js";
import { LevelWriter, type Operation } from "./level-writer.js";
import { openLevel } from "./open-level.js";
import { type Clocks, recordClock } from "./record-clock.js";
import type { Change, Claim, Records, RecordsLimits } from "./records.js";

interface ClaimHolder {
  readonly token: string;
  /** Time of the records' clock in milliseconds from which the claim has ended. */
  readonly until: number;
}

const counters = "counters";
const usedUp = "used";
/** @throws {UnusableStore} */
export const openLevelRecords = async (
  directory: string,
  clocks: Clocks,
  limits?: RecordsLimits,
): Promise<Records> => levelRecords(await openLevel(directory), clocks, limits);

/** @param db an open database, which is closed with the records. */
export async function levelRecords(
  db: Level<string, string>,
  clocks: Clocks,
  limits: RecordsLimits = relayLimits,
): Promise<Records> {
  const rows = db.sublevel<string, Row>("rows", { valueEncoding: "json" });
  const ends = db.sublevel<string, string>("ends", {});
  const evictableEnds = db.sublevel<string, string>("evictable-ends", {});
  const openSublevels = () => Promise.all([rows.open(), ends.open(), evictableEnds.open()]);
  await openSublevels();
  const writer = new LevelWriter({ db, openSublevels });
  const stored = rows.getSync(clockKey)?.value;
  const now = recordClock(stored === undefined ? undefined : Number(stored), clocks);
  // A start after a kill must not take the clock of the machine, which may have jumped. Without it a sweep stores the time.
  if (stored === undefined) await writer.write([timeRow(rows, now)], false).catch(() => undefined);
  const usedCount = await countKeys(rows.keys(tableRange(usedUp)));
  const evictableCount = await countKeys(evictableEnds.keys());
  return new LevelRecords({
    writer,
    rows,
    ends,
    evictableEnds,
    now,
    usedCount,
    evictableCount,
    evictableMax: limits.evictableRowsMax,
  });
}

interface LevelRecordsParts {
  readonly writer: LevelWriter;
  readonly rows: Sublevel<Row>;
  /** Keys of rows by the time at which they end. */
  readonly ends: Sublevel<string>;
  /** The same for rows that may be removed before. */
  readonly evictableEnds: Sublevel<string>;
  readonly now: () => number;
  /** The number of used identifiers on disk. */
  readonly usedCount: number;
  /** The number of rows on disk that may be removed before their time, and its maximum. */
  readonly evictableCount: number;
  readonly evictableMax: number;
}

class LevelRecords implements Records {
  readonly #parts: LevelRecordsParts;
  readonly #claims = new Map<string, ClaimHolder>();
  readonly #counts = new Map<string, number>();
  /** The identifiers that are being written. */
  readonly #beingUsed = new Set<string>();
  readonly #sweeping: NodeJS.Timeout;
  #usedCount: number;
  #evictableCount: number;
  /** The removal of evictable rows that is in progress. */
  #evicting: Promise<void> | undefined;

  constructor(parts: LevelRecordsParts) {
    this.#parts = parts;
    this.#usedCount = parts.usedCount;
    this.#evictableCount = parts.evictableCount;
    // The timer also keeps the process alive while no socket does.
    this.#sweeping = setInterval(() => {
      // A sweep fails while the database is closing, which needs no sweep.
      this.#sweep().catch(() => undefined);
    }, relayLimits.recordSweepMs);
  }

  readonly assertUsable = (): Promise<void> => this.#parts.writer.readable();

  async get(table: string, id: string): Promise<string | undefined> {
    await this.#parts.writer.readable();
    return this.#live(this.#parts.rows.getSync(keyOf(table, id)));
  }

  async list(table: string): Promise<readonly string[]> {
    await this.#parts.writer.readable();
    const found = await this.#parts.rows.values(tableRange(table)).all();
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
    // A removal that fails is made after a later write, or by the sweep.
    await this.#evict().catch(() => undefined);
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
    await this.#storeTime().catch(() => undefined);
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
    const { writer, rows, ends, evictableEnds, now } = this.#parts;
    const toOperations = (change: Change): readonly Operation[] => {
      const { table, id, value, ttlMs, isEvictable = false } = change;
      const key = keyOf(table, id);
      if (value === undefined) return [removalOf(rows, key)];
      if (ttlMs === undefined) return [rowAt(rows, key, JSON.stringify({ value }))];
      const until = now() + ttlMs;
      return [
        rowAt(rows, key, JSON.stringify({ value, until })),
        rowAt(isEvictable ? evictableEnds : ends, `${timeKey(until)}\0${key}`, key),
      ];
    };
    const operations = changes.flatMap(toOperations);
    // An unsynced answer may be lost in a power failure: nothing depends on it, and it is computed
    // again.
    await writer.write(operations, isSynced || changes.some(({ ttlMs }) => ttlMs === undefined));
    this.#evictableCount += changes.filter(({ isEvictable }) => isEvictable).length;
  }

  async #sweep(): Promise<void> {
    const { ends, evictableEnds, now } = this.#parts;
    for (const [id, { until }] of this.#claims) if (until <= now()) this.#claims.delete(id);
    const { sweepRows } = relayLimits;
    const ended = () => ({ lt: timeKey(now()), limit: sweepRows });
    while ((await this.#remove(ends, ended())) === sweepRows);
    while ((await this.#remove(evictableEnds, ended())) === sweepRows);
    await this.#evict();
    await this.#storeTime();
  }

  /** Stores the time of the clock. A relay that is killed after that stores its rows so much longer. */
  async #storeTime(): Promise<void> {
    const { writer, rows, now } = this.#parts;
    await writer.write([timeRow(rows, now)], false);
  }

  /** Removes the oldest evictable rows beyond the maximum; calls at the same time share the removal. */
  #evict(): Promise<void> {
    if (this.#evictableCount <= this.#parts.evictableMax) return Promise.resolve();
    // LevelDB reads over removed keys until it compacts, so each removal takes a hundredth of the rows.
    const left = Math.floor(this.#parts.evictableMax * 0.99);
    this.#evicting ??= this.#evictBeyond(left).finally(() => {
      this.#evicting = undefined;
    });
    return this.#evicting;
  }

  async #evictBeyond(max: number): Promise<void> {
    for (let removed = 1; removed > 0 && this.#evictableCount > max; ) {
      const limit = Math.min(relayLimits.sweepRows, this.#evictableCount - max);
      removed = await this.#remove(this.#parts.evictableEnds, { limit });
    }
  }

  /** Removes the rows of a range of ends. @returns the number of ends. */
  async #remove(from: Sublevel<string>, range: EndsRange): Promise<number> {
    const { writer, rows, evictableEnds } = this.#parts;
    let found: EndedRows = { ended: 0, keys: [], operations: [] };
    await writer.writeAlone(async () => {
      found = await findEnded(rows, from, range);
      return found.operations;
    });
    const { ended, keys } = found;
    this.#usedCount -= keys.filter((key) => key.startsWith(keyOf(usedUp, ""))).length;
    if (from === evictableEnds) this.#evictableCount -= ended;
    return ended;
  }
}
