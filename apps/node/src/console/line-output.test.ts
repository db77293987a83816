import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { setImmediate as endOfTurn } from "node:timers/promises";
import { LineOutput } from "./line-output.js";

const module = new URL("./line-output.js", import.meta.url).href;

/** Collects writes. Each one after `hold` is read only once `read` is called. */
function recorder() {
  const written: string[] = [];
  let isRead = true;
  let release = () => {};
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _, done) {
      written.push(chunk);
      if (isRead) done();
      else release = done;
    },
  });
  const lines = new LineOutput(stream, (missing) => lines.write(`${missing} are missing\n`));
  return {
    written,
    stream,
    lines,
    hold() {
      isRead = false;
    },
    async read() {
      isRead = true;
      const drained = once(stream, "drain");
      release();
      await drained;
    },
  };
}

/** Returns what a process prints that runs a script with an open output, and how it ended. */
async function outcomeOf(script: string) {
  const program = `import { LineOutput } from ${JSON.stringify(module)};
    const lines = new LineOutput(process.stdout, () => {});
    ${script}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [printed, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { printed, code, signal };
}

describe("the output of lines", () => {
  it("writes those of a turn of the event loop together, in order", async () => {
    const { lines, written } = recorder();
    for (const line of ["a\n", "b\n", "c\n"]) lines.write(line);
    assert.deepEqual(written, []);
    await endOfTurn();
    assert.deepEqual(written, ["a\nb\nc\n"]);
    lines.write("d\n");
    await endOfTurn();
    assert.deepEqual(written, ["a\nb\nc\n", "d\n"]);
    lines.close();
  });

  it("gathers a limited number of characters", () => {
    const { lines, written } = recorder();
    const line = `${"x".repeat(99)}\n`;
    for (let i = 0; i < 1_000; i++) lines.write(line);
    assert.ok(Math.max(...written.map(({ length }) => length)) < 2_200);
    lines.close();
    assert.equal(written.join(""), line.repeat(1_000));
  });

  it("writes each line at once after a signal, and after it was closed", () => {
    const { lines, written } = recorder();
    lines.write("a\n");
    lines.stopGathering();
    lines.write("b\n");
    assert.deepEqual(written, ["a\n", "b\n"]);
    lines.close();
    lines.write("c\n");
    assert.deepEqual(written, ["a\n", "b\n", "c\n"]);
  });

  it("counts lines instead of keeping them while nobody reads, and tells how many are missing", async () => {
    const { lines, stream, written, hold, read } = recorder();
    const line = `${"x".repeat(999)}\n`;
    hold();
    for (let i = 0; i < 5_000; i++) lines.write(line);
    assert.ok(stream.writableLength < 1_100_000, `${stream.writableLength} bytes wait`);
    await read();
    lines.write("again\n");
    lines.close();
    const printed = written.join("").split("\n");
    const kept = printed.filter((one) => `${one}\n` === line).length;
    assert.deepEqual(printed.slice(kept), [`${5_000 - kept} are missing`, "again", ""]);
    assert.ok(kept > 1_000 && kept < 1_100, `${kept} lines`);
  });

  it("loses nothing when the process ends, also by an uncaught error", async () => {
    assert.deepEqual(await outcomeOf('lines.write("last\\n"); process.exit(3);'), {
      printed: "last\n",
      code: 3,
      signal: null,
    });
    assert.deepEqual(await outcomeOf('lines.write("last\\n"); throw new Error("defect");'), {
      printed: "last\n",
      code: 1,
      signal: null,
    });
    const killed = `lines.stopGathering(); lines.write("last\\n"); process.kill(process.pid, "SIGTERM");
      setInterval(() => {}, 1_000);`;
    assert.deepEqual(await outcomeOf(killed), { printed: "last\n", code: null, signal: "SIGTERM" });
  });

  it("is closed when all is read, or when its reader reads no more", async () => {
    let [isRead, read] = [false, () => {}];
    const stream = new Writable({
      write(_chunk, _encoding, done) {
        if (isRead) done();
        else read = done;
      },
    });
    const lines = new LineOutput(stream, () => {});
    assert.equal(await lines.close(1), true);
    lines.write("a\n");
    assert.equal(await lines.close(1), false);
    const closed = lines.close();
    isRead = true;
    read();
    assert.equal(await closed, true);
  });
});
