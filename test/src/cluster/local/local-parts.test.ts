/** Tests the processes of `npm run cluster`: how their starts fail, and that they start again on the same data. */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, it } from "node:test";
import { natsAbsent } from "../../support/processes/nats-process.js";

interface Part {
  readonly child: ChildProcess;
}

interface Parts {
  start(options: {
    readonly name: string;
    readonly command: string;
    readonly args: readonly string[];
  }): Part;
  ready(part: Part, condition: () => boolean | Promise<boolean>): Promise<void>;
  end(): Promise<void>;
}

const scripts = new URL("../../../../scripts/cluster/", import.meta.url);
const { createParts } = (await import(new URL("parts.mjs", scripts).href)) as {
  createParts(folder: string, tell: (line: string) => void): Parts;
};
const { startNatsServers } = (await import(new URL("nats-servers.mjs", scripts).href)) as {
  startNatsServers(parts: Parts, folder: string, count: number): Promise<string>;
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tandem-parts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = (code: string) => ({ name: "it", command: process.execPath, args: ["-e", code] });

it("a process that ends at its start fails it, with what it printed last", async () => {
  const parts = createParts(folder, () => {});
  const part = parts.start(program("console.error('the port is taken'); process.exit(1)"));
  await assert.rejects(
    parts.ready(part, () => Promise.reject(new Error("it does not answer"))),
    /^Error: it ended\. It printed last:\nthe port is taken$/,
  );
  await parts.end();
});

it("nothing is started any more once the processes are ended", async () => {
  const parts = createParts(folder, () => {});
  const ended = parts.end();
  assert.throws(() => parts.start(program("")), /it is not started any more/);
  await ended;
});

it("the servers of the log start again on the data of an earlier run", {
  skip: natsAbsent,
}, async () => {
  for (const run of ["the first run", "the second run"]) {
    const parts = createParts(folder, () => {});
    assert.match(await startNatsServers(parts, folder, 1), /^nats:\/\/127\.0\.0\.1:\d+$/, run);
    await parts.end();
  }
});
