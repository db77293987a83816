import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import type { WithoutOutput } from "./command.js";
import { handleOutputFailures } from "./output-failure.js";

/** Returns a stream whose writes fail with a code, and that stays open as the standard output does. */
const failing = (code: string) =>
  new Writable({
    autoDestroy: false,
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`${code}: write`), { code })),
  });

/** Writes to an output that fails. @returns the exit codes, and what is told. */
async function fail(code: string, withoutOutput: WithoutOutput) {
  const [stdout, stderr] = [failing(code), new PassThrough()];
  const exits: number[] = [];
  const exit = (given: number) => exits.push(given);
  const streams = { stdout, stderr };
  const failures = handleOutputFailures(streams, { program: "tandem", exit });
  failures.follow(withoutOutput);
  const failed = once(stdout, "error").catch(() => {});
  stdout.write("a line\n");
  await failed;
  stderr.end();
  return { exits, ended: [0, 2].map(failures.settledCode), told: await text(stderr) };
}

test("a service continues, whatever happens to its output", async () => {
  for (const code of ["EPIPE", "EIO", "ENOSPC"]) {
    assert.deepEqual(await fail(code, "serve"), { exits: [], ended: [0, 2], told: "" });
  }
});

test("a command ends at once: a closed pipe is no failure, another error is told", async () => {
  assert.deepEqual((await fail("EPIPE", "end")).exits, [0]);
  const { exits, told } = await fail("ENOSPC", "end");
  assert.deepEqual(exits, [1]);
  assert.equal(told, "tandem: the output cannot be written: the disk is full\n");
});

test("a command with a result beside its output keeps its exit code, unless success was not told", async () => {
  assert.deepEqual(await fail("EPIPE", "finish"), { exits: [], ended: [0, 2], told: "" });
  const { exits, ended, told } = await fail("ENOSPC", "finish");
  assert.deepEqual([exits, ended], [[], [1, 2]]);
  assert.match(told, /cannot be written: the disk is full/);
});
