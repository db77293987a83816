/** Undoes a write that failed, of which the log of the database may have the whole batch. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { storeLimits } from "../limits.js";
import { isWritable } from "../linked-directory.js";
import { fileMode } from "../make-directory.js";
import { assertReadableLogs, dropLogs, keepLogs } from "./kept-logs.js";
import type { Database, DatabaseOptions, Operation } from "./writable-database.js";

interface Writes {
  readonly commit: (operations: readonly Operation[]) => Promise<void>;
  /** @throws {Fault} `no-space` if the disk has no space to open the database. */
  readonly assertSpace: () => void;
}

/** Opens the database again after a failed write, and writes the previous rows of that write. */
export class FailedWrite {
  readonly #db: Database;
  readonly #options: DatabaseOptions;
  readonly #writes: Writes;
  #failed: readonly Operation[] | undefined;
  #previous: readonly Operation[] | undefined;
  #ending: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosing = false;
  /** The paths under which the logs are kept until the database is open again. */
  #kept: readonly string[] = [];
  /** Why the database cannot be used any more. */
  #lost: Error | undefined;

  constructor(db: Database, options: DatabaseOptions, writes: Writes) {
    this.#db = db;
    this.#options = options;
    this.#writes = writes;
  }

  /** Whether a write has failed and is not undone yet. */
  get isPending(): boolean {
    return this.#failed !== undefined;
  }

  /** Whether it may be undone: the database is open, and its directory can be written. */
  get isPossible(): boolean {
    const { directory } = this.#options;
    return this.#db.status === "open" && directory !== undefined && isWritable(directory);
  }

  begin(failed: readonly Operation[]): void {
    this.#failed = failed;
  }

  /** Undoes the failed write, if there is one. @throws if that cannot be done. */
  end(): Promise<void> {
    clearTimeout(this.#retry);
    this.#ending ??= this.#end().finally(() => {
      this.#ending = undefined;
      // Nothing is read of a closed database, so that no write would open it.
      const isOver = this.#isClosing || this.#lost !== undefined;
      if (this.#db.status === "closed" && !isOver) this.#endLater();
    });
    return this.#ending;
  }

  /** Undoes the failed write before the database is closed: otherwise the next start would find it. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#retry);
    // Threads that end must not open the database again.
    const ending = this.#options.sharing === undefined ? this.end() : this.#ending;
    await ending?.catch(() => {});
  }

  #endLater(): void {
    this.#retry = setTimeout(() => void this.end().catch(() => {}), storeLimits.reopenMs).unref();
  }

  async #end(): Promise<void> {
    const failed = this.#failed;
    if (this.#lost !== undefined) throw this.#lost;
    if (failed === undefined) return;
    this.#writes.assertSpace();
    // They are read while the database is still open without the failed write.
    this.#previous ??= failed.map(({ key }) => asItStands(this.#db, key));
    await this.#reopen(failed, this.#previous);
    await this.#writes.commit(this.#previous);
    this.#failed = undefined;
    this.#previous = undefined;
  }

  /**
   * Opens the database again, and keeps its logs until it has what they had: LevelDB passes over a log that it cannot read,
   * and deletes it.
   */
  async #reopen(failed: readonly Operation[], previous: readonly Operation[]): Promise<void> {
    const { directory } = this.#options;
    if (directory !== undefined) {
      assertReadableLogs(directory);
      // An earlier attempt may have kept some.
      this.#kept = [...this.#kept, ...keepLogs(directory, true)];
    }
    await reopen(this.#db, this.#options);
    // Each row is as before the failed write, or as after it. One of them counts the writes of a chain that is kept.
    const isWhole = previous.every((one, i) => {
      const found = asItStands(this.#db, one.key);
      return isSame(found, one) || isSame(found, failed[i]);
    });
    if (!isWhole) await this.#noteLoss();
    dropLogs(this.#kept);
    this.#kept = [];
  }

  /** Closes the database, which would go on without what it has lost. @throws the reason. */
  async #noteLoss(): Promise<never> {
    const { directory, onSpace } = this.#options;
    const message =
      `the database in ${directory} lacks acknowledged writes since it was opened again after its disk failed. ` +
      `They are in ${this.#kept.join(" and ")}: stop the node, and run \`tandem repair ${directory}\``;
    this.#lost = new Error(message);
    await this.#db.close();
    onSpace?.(message);
    throw this.#lost;
  }
}

const isSame = (one: Operation, other: Operation | undefined): boolean => {
  if (one.type === "del" || other?.type !== "put") return one.type === other?.type;
  return Buffer.compare(one.value, other.value) === 0;
};

function asItStands(db: Database, key: Uint8Array): Operation {
  const value = db.getSync(key);
  return value === undefined ? { type: "del", key } : { type: "put", key, value };
}

/** Closes the database and opens it again. @throws if that cannot be done. */
async function reopen(db: Database, { directory, sharing }: DatabaseOptions): Promise<void> {
  // A database that is closed and cannot be opened again, as on a disk that became read-only, cannot be read either.
  if (directory !== undefined) tryWrite(directory);
  if (sharing !== undefined && !(await sharing.release())) {
    throw new Error("a thread has not closed it");
  }
  await db.close();
  await db.open({ createIfMissing: false, multithreading: sharing !== undefined });
  sharing?.resume();
}

/** A name that LevelDB takes for that of a file of its own that is left, and removes. */
const triedFile = "000000.dbtmp";

/** @throws {NodeJS.ErrnoException} if no file can be written to the directory. */
function tryWrite(directory: string): void {
  const path = join(directory, triedFile);
  const file = openSync(path, "w", fileMode);
  try {
    writeSync(file, triedFile);
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}
