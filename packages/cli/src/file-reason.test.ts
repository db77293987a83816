import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { unreadable } from "./file-reason.js";

test("a socket in place of a file is called one", {
  skip: process.platform === "win32",
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-reason-"));
  const path = join(folder, "socket");
  const server = createServer().listen(path);
  await once(server, "listening");
  try {
    for (const open of [() => readFileSync(path), () => writeFileSync(path, "")]) {
      assert.throws(open, (cause) => /: it is a socket, or/.test(unreadable("FILE", cause)));
    }
  } finally {
    await once(server.close(), "close");
    rmSync(folder, { recursive: true });
  }
});
