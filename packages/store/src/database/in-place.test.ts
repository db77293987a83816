/** Tests that nothing is written to a database whose directory is another one than it was opened in. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { Fault } from "@tandem/primitives";
import { openStore } from "../store.js";
import * as table from "../tables/tables.js";

const isNoSpace = (error: unknown) => error instanceof Fault && error.data.code === "no-space";
const hash = new Uint8Array(32).fill(7);

it("a directory that was removed or replaced is not written to until it is back", async (t) => {
  const parent = mkdtempSync(join(tmpdir(), "tandem-place-"));
  const [directory, elsewhere] = [join(parent, "data"), join(parent, "elsewhere")];
  const told: (string | undefined)[] = [];
  const onSpace = (problem: string | undefined) => told.push(problem);
  const store = await openStore({ directory, isDurable: true, onSpace });
  t.after(async () => {
    await store.close();
    rmSync(parent, { recursive: true });
  });
  const write = (height: number) => {
    const batch = store.batch();
    batch.put(table.canonical, height, hash);
    return batch.commit();
  };
  const assertRefused = async () => {
    assert.deepEqual(store.freeSpace(), { freeBytes: undefined, isWritable: false });
    await assert.rejects(write(9), isNoSpace);
    assert.deepEqual(store.get(table.canonical, 1), hash);
  };
  await write(1);
  assert.equal(store.freeSpace().isWritable, true);

  renameSync(directory, elsewhere);
  await assertRefused();
  mkdirSync(directory);
  await assertRefused();
  cpSync(elsewhere, directory, { recursive: true });
  await assertRefused();
  assert.equal(told.length, 1);
  assert.match(told[0] ?? "", /data was removed or replaced/);

  rmSync(directory, { recursive: true });
  renameSync(elsewhere, directory);
  assert.equal(store.freeSpace().isWritable, true);
  await write(2);
  assert.deepEqual(store.get(table.canonical, 2), hash);
  assert.equal(store.get(table.canonical, 9), undefined);

  rmSync(directory, { recursive: true });
  await assertRefused();
  mkdirSync(directory);
  await assertRefused();
  assert.deepEqual(
    told.slice(1).map((problem) => problem === undefined),
    [true, false],
  );
});
