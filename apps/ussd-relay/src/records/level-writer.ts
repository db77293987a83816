/**
 * Writes to LevelDB, one batch at a time. A write that fails, as on a full disk, ends the log of the database within a
 * record, and LevelDB drops at its next start whatever it has written after that. So the database is opened again first.
 */
import { messageOf, SerialQueue } from "@tandem/runtime";
import type { Level } from "level";
import { RecordsAway } from "./records.js";

/** A row of the whole database: the key has the prefix of its sublevel. */
export type Operation =
  | { readonly type: "put"; readonly key: string; readonly value: string }
  | { readonly type: "del"; readonly key: string };

/** Operations that are written together. */
interface Group {
  readonly operations: Operation[];
  isSynced: boolean;
  readonly written: Promise<void>;
}

export interface LevelWriterOptions {
  readonly db: Level<string, string>;
  /** Is called when the database is open again, whose sublevels are closed. */
  readonly openSublevels: () => Promise<unknown>;
}

export class LevelWriter {
  readonly #options: LevelWriterOptions;
  readonly #turns = new SerialQueue();
  /** The group that has not begun. */
  #waiting: Group | undefined;
  /** The former rows of a failed write, which the log may contain; undefined: no write has failed. */
  #undone: readonly Operation[] | undefined;
  /** The attempt to undo it for which reads wait. */
  #undoing: Promise<void> | undefined;
  #hasEnded = false;

  constructor(options: LevelWriterOptions) {
    this.#options = options;
  }

  /** Resolves when rows can be read, after a failed write once it is undone. @throws {RecordsAway} */
  async readable(): Promise<void> {
    if (this.#undone === undefined) return;
    this.#undoing ??= this.#turns
      .run(() => this.#recover())
      .finally(() => {
        this.#undoing = undefined;
      });
    await this.#undoing;
  }

  /** Writes all operations or none, together with others that wait. @throws {RecordsAway} */
  write(operations: readonly Operation[], isSynced: boolean): Promise<void> {
    this.#waiting ??= this.#beginGroup();
    const group = this.#waiting;
    group.operations.push(...operations);
    group.isSynced ||= isSynced;
    return group.written;
  }

  /** Writes the operations that a task returns, which runs between two writes. @throws {RecordsAway} */
  writeAlone(task: () => Promise<readonly Operation[]>): Promise<void> {
    return this.#turns.run(async () => {
      await this.#recover();
      await this.#commit(await task(), false);
    });
  }

  /** Closes the database after the last write. */
  close(): Promise<void> {
    return this.#turns.run(async () => {
      this.#hasEnded = true;
      await this.#options.db.close();
    });
  }

  #beginGroup(): Group {
    const operations: Operation[] = [];
    const written = this.#turns.run(async () => {
      this.#waiting = undefined;
      await this.#recover();
      await this.#commit(operations, group.isSynced);
    });
    const group: Group = { operations, isSynced: false, written };
    return group;
  }

  async #commit(operations: readonly Operation[], isSynced: boolean): Promise<void> {
    const { db } = this.#options;
    try {
      await db.batch([...operations], { sync: isSynced });
    } catch (cause) {
      // Should the former rows not be readable, the database is still opened again before the next write.
      this.#undone = [];
      this.#undone = operations.map(({ key }) => asItStands(db, key));
      // Whoever asks next whether the rows are stored learns it if this succeeds.
      await this.#recover().catch(() => undefined);
      throw new RecordsAway(`nothing was written to the records: ${reasonOf(cause)}`, { cause });
    }
  }

  async #recover(): Promise<void> {
    if (this.#undone === undefined) return;
    if (this.#hasEnded) throw new RecordsAway("the records are closed");
    const { db, openSublevels } = this.#options;
    try {
      await db.close();
      await db.open({ createIfMissing: false });
      await openSublevels();
      await db.batch([...this.#undone], { sync: true });
      this.#undone = undefined;
    } catch (cause) {
      throw new RecordsAway(`the records cannot be opened again: ${reasonOf(cause)}`, { cause });
    }
  }
}

function asItStands(db: Level<string, string>, key: string): Operation {
  const value = db.getSync(key);
  return value === undefined ? { type: "del", key } : { type: "put", key, value };
}

/** Returns the system's message, which is the cause of an error of an opening. */
const reasonOf = (error: unknown): string =>
  messageOf(error instanceof Error ? (error.cause ?? error) : error);
