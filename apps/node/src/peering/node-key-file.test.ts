import assert from "node:assert/strict";
import fs, { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { Fault, hexDigits } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { keptNodeKey } from "./node-key-file.js";
import { copyNodeKey } from "./node-key-place.js";

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "tandem-key-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const idOf = (directory: string | undefined) =>
  hexDigits(keptNodeKey(directory, silentLogger).publicKey);

describe("the key of a node", () => {
  it("is kept in its data directory, readable by its owner alone", (t) => {
    const folder = folderOf(t);
    const id = idOf(folder);
    assert.equal(idOf(folder), id);
    const file = join(folder, "node-key");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.match(readFileSync(file, "utf8"), /^[0-9a-f]{64}\n$/);
    const copy = folderOf(t);
    copyNodeKey(folder, copy);
    assert.equal(idOf(copy), id);
    assert.equal(statSync(join(copy, "node-key")).mode & 0o777, 0o600);
  });

  it("is another one at each start without a data directory", () => {
    assert.notEqual(idOf(undefined), idOf(undefined));
  });

  it("is no number outside the curve, and no other text", (t) => {
    const folder = folderOf(t);
    for (const text of ["", "0".repeat(64), "f".repeat(64), "12", "z".repeat(64)]) {
      writeFileSync(join(folder, "node-key"), text);
      assert.throws(
        () => idOf(folder),
        (error) => error instanceof Fault && error.data.code === "unusable-data",
        text,
      );
    }
  });

  it("is in no file that is not complete", (t) => {
    const folder = folderOf(t);
    const told: string[] = [];
    const logger = { ...silentLogger, warn: (_: object, message: string) => told.push(message) };
    const full = t.mock.method(fs, "writeFileSync", (path: string) => {
      fs.closeSync(fs.openSync(path, "wx"));
      throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    });
    syncBuiltinESMExports();
    keptNodeKey(folder, logger as typeof silentLogger);
    full.mock.restore();
    syncBuiltinESMExports();
    assert.deepEqual(told, ["the key of this node cannot be kept"]);
    assert.deepEqual(fs.readdirSync(folder), []);
    assert.equal(idOf(folder), idOf(folder));
  });

  it("is used though it cannot be written, which is logged", (t) => {
    const told: string[] = [];
    const logger = { ...silentLogger, warn: (_: object, message: string) => told.push(message) };
    const missing = join(folderOf(t), "missing");
    assert.equal(keptNodeKey(missing, logger as typeof silentLogger).publicKey.length, 64);
    assert.deepEqual(told, ["the key of this node cannot be kept"]);
  });
});
