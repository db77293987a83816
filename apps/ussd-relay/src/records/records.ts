/**
 * Where several instances of the relay would agree: rows in named tables, and claims one of them
 * holds at a time. A port: LevelDB keeps it for one process, Redis for many.
 */

export interface Change {
  readonly table: string;
  readonly id: string;
  /** Undefined takes the row away. */
  readonly value: string | undefined;
  /** Milliseconds after which the row is gone by itself; absent: never. Always or never in a table. */
  readonly ttlMs?: number;
}

/** A right that one holds at a time; whoever knows the token holds it. */
export interface Held {
  readonly id: string;
  readonly token: string;
}

export interface Records {
  get(table: string, id: string): Promise<string | undefined>;
  /** Rows of a table whose rows do not go away by themselves. */
  list(table: string): Promise<readonly string[]>;
  /** Atomic: of many one is told true. Who holds it already holds it for longer. */
  claim(held: Held, ttlMs: number): Promise<boolean>;
  /** Nothing happens when somebody else holds it by now. */
  release(held: Held): Promise<void>;
  /**
   * All or nothing; on disk when it resolves, if any of the rows stays.
   * @param held what must still be held. @returns false, with nothing written, when one is not.
   */
  write(changes: readonly Change[], held?: readonly Held[]): Promise<boolean>;
  /**
   * Uses an identifier up, on disk before it resolves: of many calls, also after a restart, one is
   * told true until the time is over.
   * @returns false when it is used up already, or when too many are.
   */
  useOnce(id: string, ttlMs: number): Promise<boolean>;
  /** 0 at first, and one more every time. Never the same again. */
  next(counter: string): Promise<number>;
  close(): Promise<void>;
}
