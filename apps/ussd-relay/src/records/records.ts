/**
 * Declares the storage interface of the relay: rows in named tables, and claims that one instance
 * holds at a time. LevelDB implements it for one process, Redis for several.
 */

export interface Change {
  readonly table: string;
  readonly id: string;
  /** Undefined removes the row. */
  readonly value: string | undefined;
  /**
   * Milliseconds after which the row expires; absent: never. In a data directory only those count in which the relay runs,
   * on a monotonic clock; Redis takes the clock of its machine. Either all rows of a table expire, or
   * none.
   */
  readonly ttlMs?: number;
  /**
   * Whether the row may be removed before its time: nothing depends on it, and clients decide how many there are. The
   * oldest of these rows are removed when there are more than `evictableRowsMax`.
   */
  readonly isEvictable?: boolean;
}

/** An exclusive right, held by the instance that knows the token. */
export interface Claim {
  readonly id: string;
  readonly token: string;
}

export interface RecordsLimits {
  /** Maximum of the rows that may be removed before their time. */
  readonly evictableRowsMax: number;
}

/** Thrown when the server of the records cannot be reached or refuses a command. */
export class RecordsAway extends Error {}

export interface Records {
  get(table: string, id: string): Promise<string | undefined>;
  /** Returns all rows of a table whose rows do not expire. */
  list(table: string): Promise<readonly string[]>;
  /** Acquires or extends a claim, atomically. @returns whether this token holds it now. */
  claim(held: Claim, ttlMs: number): Promise<boolean>;
  /** Releases a claim, unless another token holds it. */
  release(held: Claim): Promise<void>;
  /**
   * Writes all changes or none. They are on disk when it resolves, if one of the rows does not expire.
   * @param claims claims that must still be held. @returns false, with nothing written, otherwise.
   */
  write(changes: readonly Change[], claims?: readonly Claim[]): Promise<boolean>;
  /**
   * Marks an identifier as used, on disk before it resolves.
   * @returns true for one call until the time is over, also across restarts; false for every other call,
   * and when too many identifiers are marked.
   */
  useOnce(id: string, ttlMs: number): Promise<boolean>;
  /** Returns 0 at the first call and one more at every further call. */
  next(counter: string): Promise<number>;
  /**
   * Checks that rows can be written, and are stored for their time.
   * @throws {RecordsAway} with the reason.
   */
  assertUsable(): Promise<void>;
  close(): Promise<void>;
}
