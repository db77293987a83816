import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Fault } from "@tandem/primitives";
import { storeLimits } from "../limits.js";
import { guardWrites } from "./guard-writes.js";
import type { Database, Operation } from "./writable-database.js";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const put = (key: string, value: string): Operation => ({
  type: "put",
  key: bytes(key),
  value: bytes(value),
});
const del = (key: string): Operation => ({ type: "del", key: bytes(key) });

const options = { directory: "/chain", isDurable: true, freeBytesMin: 64 * 2 ** 20 };
const isNoSpace = (error: unknown) => error instanceof Fault && error.data.code === "no-space";

/** Simulates LevelDB after a failed sync: the batch is in the log, and is replayed. */
class FailingLevel {
  readonly rows = new Map<string, string>();
  readonly #log: Operation[] = [];
  isDiskFull = false;
  isOpenable = true;
  isBroken = false;
  isReadable = true;
  status = "open";
  opened = 0;
  closed = 0;

  batch() {
    const operations: Operation[] = [];
    // Keys and values are copied at once, as LevelDB does.
    return {
      put: (key: Uint8Array, value: Uint8Array) =>
        operations.push({ type: "put", key: key.slice(), value: value.slice() }),
      del: (key: Uint8Array) => operations.push({ type: "del", key: key.slice() }),
      write: () => this.#write(operations),
    };
  }

  async #write(operations: readonly Operation[]): Promise<void> {
    if (this.isDiskFull || this.isBroken) {
      this.#log.push(...(this.isBroken ? [] : operations));
      this.isBroken = true;
      throw new Error("batch", { cause: new Error("IO error: No space left on device") });
    }
    this.#apply(operations);
  }

  async close(): Promise<void> {
    this.closed++;
    this.status = "closed";
  }

  async open(): Promise<void> {
    if (!this.isOpenable) throw new Error("open", { cause: new Error("IO error") });
    this.opened++;
    this.status = "open";
    this.isBroken = false;
    this.#apply(this.#log.splice(0));
  }

  getSync(key: Uint8Array): Uint8Array | undefined {
    if (!this.isReadable) throw new Error("get", { cause: new Error("IO error") });
    const found = this.rows.get(Buffer.from(key).toString());
    return found === undefined ? undefined : bytes(found);
  }

  #apply(operations: readonly Operation[]): void {
    for (const operation of operations) {
      const key = Buffer.from(operation.key).toString();
      if (operation.type === "del") this.rows.delete(key);
      else this.rows.set(key, Buffer.from(operation.value).toString());
    }
  }
}

describe("a full disk", () => {
  it("refuses writes below the minimum of free space with a reason, and accepts them when there is space", async () => {
    const level = new FailingLevel();
    let free = 2 ** 30;
    const database = guardWrites(level as unknown as Database, options, () => free);
    await database.write([put("a", "1")]);
    free = 63 * 2 ** 20;
    assert.deepEqual(database.freeSpace(), { freeBytes: free, isWritable: false });
    await assert.rejects(
      database.write([put("a", "2")]),
      (error) => isNoSpace(error) && /\/chain is full: 63 MiB.*64 MiB/.test(String(error)),
    );
    assert.deepEqual([...level.rows], [["a", "1"]]);
    free = 64 * 2 ** 20;
    await database.write([put("a", "3")]);
    assert.deepEqual([...level.rows], [["a", "3"]]);
    assert.equal(level.opened, 0, "LevelDB never met the end of the disk");
  });

  it("is told once, by whatever notices it, and so is that there is space again", async () => {
    const told: (string | undefined)[] = [];
    const level = new FailingLevel() as unknown as Database;
    let free = 0;
    const onSpace = (problem: string | undefined) => told.push(problem);
    const database = guardWrites(level, { ...options, onSpace }, () => free);
    for (let i = 0; i < 2; i++) {
      database.freeSpace();
      await assert.rejects(database.write([put("a", "1")]), isNoSpace);
    }
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /\/chain is full: 0 MiB are free/);
    free = 2 ** 30;
    for (let i = 0; i < 2; i++) {
      database.freeSpace();
      await database.write([put("a", "1")]);
    }
    assert.deepEqual(told.slice(1), [undefined]);
    free = 0;
    database.freeSpace();
    assert.equal(told.length, 3);
  });

  it("is looked for at each write, but for a moment after ample space was found", async () => {
    const level = new FailingLevel() as unknown as Database;
    const ample = options.freeBytesMin + storeLimits.ampleFreeBytes;
    let [asked, free, ms] = [0, ample - 1, 0];
    const freeBytesNow = () => {
      asked++;
      return free;
    };
    const database = guardWrites(level, options, freeBytesNow, () => ms);
    for (let i = 0; i < 3; i++) await database.write([put("a", "1")]);
    assert.equal(asked, 3);
    free = ample;
    for (let i = 0; i < 3; i++) await database.write([put("a", "1")]);
    assert.equal(asked, 4);
    free = 0;
    ms = storeLimits.ampleFreeMs - 1;
    await database.write([put("a", "1")]);
    ms++;
    await assert.rejects(database.write([put("a", "2")]), isNoSpace);
  });

  it("is looked for again at once after a write that failed", async (t) => {
    const directory = mkdtempSync(join(tmpdir(), "tandem-store-"));
    t.after(() => rmSync(directory, { recursive: true }));
    const level = new FailingLevel();
    let free = options.freeBytesMin + storeLimits.ampleFreeBytes;
    const guarded = { ...options, directory };
    const database = guardWrites(
      level as unknown as Database,
      guarded,
      () => free,
      () => 0,
    );
    await database.write([put("a", "1")]);
    level.isDiskFull = true;
    free = 0;
    await assert.rejects(database.write([put("a", "2")]), isNoSpace);
    level.isDiskFull = false;
    await assert.rejects(database.write([put("a", "3")]), isNoSpace);
    assert.deepEqual([level.closed, ...level.rows], [0, ["a", "1"]]);
  });

  it("that LevelDB encountered leaves nothing of the failed batch", async (t) => {
    const { level, database } = guardedIn(t);
    await database.write([put("kept", "1"), put("gone", "1")]);
    level.isDiskFull = true;
    const failing = [put("kept", "2"), del("gone"), put("new", "2")];
    for (let i = 0; i < 2; i++) {
      await assert.rejects(
        database.write(failing),
        (error) => isNoSpace(error) && /No space left/.test(String(error)),
      );
    }
    level.isDiskFull = false;
    level.isOpenable = false;
    await assert.rejects(database.write([put("other", "3")]), /cannot be opened again/);
    level.isOpenable = true;
    await database.write([put("other", "3")]);
    assert.deepEqual(Object.fromEntries(level.rows), { kept: "1", gone: "1", other: "3" });
  });

  it("leaves nothing of the failed batch if the database is closed before the next one", async (t) => {
    const { level, database } = guardedIn(t);
    level.isDiskFull = true;
    await assert.rejects(database.write([put("new", "2")]), isNoSpace);
    level.isDiskFull = false;
    await database.close();
    await level.open();
    assert.deepEqual([...level.rows], []);
  });
});

/** Creates a database whose directory exists. */
function guardedIn(t: TestContext, onSpace?: (problem: string | undefined) => void) {
  const directory = mkdtempSync(join(tmpdir(), "tandem-store-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const level = new FailingLevel();
  const guarded = { ...options, directory, onSpace };
  const database = guardWrites(level as unknown as Database, guarded, () => undefined);
  return { level, database, directory };
}

describe("a database that LevelDB could not write", () => {
  it("stays open for reading until the disk has space for its log, which opening writes again", async (t) => {
    const directory = mkdtempSync(join(tmpdir(), "tandem-store-"));
    t.after(() => rmSync(directory, { recursive: true }));
    const log = join(directory, "000003.log");
    writeFileSync(log, "");
    truncateSync(log, 16 * 2 ** 20);
    const level = new FailingLevel();
    let free = 4 * 2 ** 20;
    const small = { ...options, directory, freeBytesMin: 2 ** 20 };
    const database = guardWrites(level as unknown as Database, small, () => free);
    await database.write([put("a", "1")]);
    level.isDiskFull = true;
    await assert.rejects(database.write([put("a", "2")]), isNoSpace);
    level.isDiskFull = false;
    await assert.rejects(
      database.write([put("a", "2")]),
      (error) => isNoSpace(error) && /4 MiB are free and 17 MiB must stay free/.test(String(error)),
    );
    assert.deepEqual([level.closed, database.freeSpace().isWritable], [0, false]);
    free = 17 * 2 ** 20;
    await database.write([put("a", "3")]);
    assert.deepEqual([...level.rows, level.closed], [["a", "3"], 1]);
  });
});

describe("a database that cannot be opened again after a failed write", () => {
  it("is tried again without a write, which would have to read first", async (t) => {
    const { level, database } = guardedIn(t);
    t.mock.timers.enable({ apis: ["setTimeout"] });
    await database.write([put("a", "1")]);
    level.isDiskFull = true;
    await assert.rejects(database.write([put("a", "2")]), isNoSpace);
    level.isDiskFull = false;
    level.isOpenable = false;
    await assert.rejects(database.write([put("a", "3")]), /cannot be opened again: IO error/);
    assert.deepEqual([level.status, database.freeSpace().isWritable], ["closed", false]);
    for (const isOpenable of [false, true]) {
      level.isOpenable = isOpenable;
      t.mock.timers.tick(storeLimits.reopenMs);
      await setImmediate();
    }
    assert.deepEqual([level.status, database.freeSpace().isWritable], ["open", true]);
    assert.deepEqual([...level.rows], [["a", "1"]]);
  });

  it("is not closed before the rows of the failed write are known", async (t) => {
    const { level, database } = guardedIn(t);
    await database.write([put("a", "1")]);
    level.isDiskFull = true;
    level.isReadable = false;
    await assert.rejects(database.write([put("a", "2")]), isNoSpace);
    level.isDiskFull = false;
    await assert.rejects(database.write([put("b", "3")]), isNoSpace);
    assert.equal(level.closed, 0);
    level.isReadable = true;
    await database.write([put("b", "4")]);
    assert.deepEqual(Object.fromEntries(level.rows), { a: "1", b: "4" });
  });
});

describe("a database that lacks acknowledged writes when it is opened again", () => {
  /** Fails a write, after which LevelDB passes over its log when it is opened. */
  async function failedIn(t: TestContext) {
    const problems: (string | undefined)[] = [];
    const onSpace = (problem: string | undefined) => problems.push(problem);
    const { level, database, directory } = guardedIn(t, onSpace);
    const log = join(directory, "000003.log");
    writeFileSync(log, "the log");
    await database.write([put("count", "1")]);
    await database.write([put("count", "2")]);
    level.isDiskFull = true;
    await assert.rejects(database.write([put("count", "3")]), isNoSpace);
    level.isDiskFull = false;
    return { level, database, directory, log, problems };
  }

  it("is closed, and its log is kept for a repair", async (t) => {
    const { level, database, directory, log, problems } = await failedIn(t);
    const { open } = level;
    level.open = async () => {
      await open.call(level);
      level.rows.set("count", "1");
      rmSync(log);
    };
    const isTold = (error: unknown) => isNoSpace(error) && /lacks.*repair/.test(String(error));
    for (let i = 0; i < 2; i++) await assert.rejects(database.write([put("a", "1")]), isTold);
    assert.deepEqual([level.opened, level.status], [1, "closed"]);
    assert.equal(database.freeSpace().isWritable, false);
    assert.deepEqual(readdirSync(directory), ["damaged-000003.log"]);
    assert.match(problems.at(-1) ?? "", /lacks acknowledged writes.*damaged-000003\.log/);
  });

  it("is not closed if its log cannot be read, and keeps no log that was read", async (t) => {
    const { level, database, directory, log } = await failedIn(t);
    rmSync(log);
    // It is no file that can be read.
    mkdirSync(log);
    await assert.rejects(database.write([put("a", "1")]), isNoSpace);
    assert.equal(level.closed, 0);
    rmSync(log, { recursive: true });
    writeFileSync(log, "the log");
    await database.write([put("a", "1")]);
    assert.deepEqual(Object.fromEntries(level.rows), { a: "1", count: "2" });
    assert.deepEqual(readdirSync(directory), ["000003.log"]);
  });
});

describe("a database whose disk became read-only", () => {
  it("stays open for reading until it can be written again", async (t) => {
    const { level, database, directory } = guardedIn(t);
    level.isDiskFull = true;
    await assert.rejects(database.write([put("a", "1")]), isNoSpace);
    level.isDiskFull = false;
    // A folder that is away takes no file either, whoever the user is.
    const away = `${directory}-away`;
    renameSync(directory, away);
    await assert.rejects(database.write([put("a", "2")]), /cannot be opened again: ENOENT/);
    assert.deepEqual([level.closed, database.freeSpace().isWritable], [0, false]);
    renameSync(away, directory);
    assert.equal(database.freeSpace().isWritable, true);
    await database.write([put("a", "3")]);
    assert.deepEqual([[...level.rows], readdirSync(directory)], [[["a", "3"]], []]);
  });
});

describe("a database in memory", () => {
  it("has no disk that can be full", () => {
    const level = new FailingLevel() as unknown as Database;
    const inMemory = { ...options, directory: undefined };
    const database = guardWrites(level, inMemory, () => undefined);
    assert.deepEqual(database.freeSpace(), { freeBytes: undefined, isWritable: true });
  });
});
