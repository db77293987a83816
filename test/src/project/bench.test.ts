/** Tests that every row of the benchmark runs on our node and returns a plausible figure. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { scenesOf } from "../bench/catalogue.js";
import { createGenerator, type Generator } from "../bench/generator/generator.js";
import { bench } from "../bench/main.js";
import { rateOf, repeated } from "../bench/rate.js";
import { type Outcome, type Result, runScenes } from "../bench/run-scenes.js";
import type { Row } from "../bench/scene.js";
import { quickSizes } from "../bench/sizes.js";
import { inProcess } from "../bench/subject/in-process.js";
import { keptSubject, type RunningSubject, type Subject } from "../bench/subject/subject.js";
import { tandem } from "../bench/subject/tandem.js";

/** Scenes that measure the start of a process, or memory that others use too, by name. They share one process. */
const processScenes: ReadonlySet<string> = new Set(["start", "subscribers"]);
/** The nodes of the others are in this process, where a start costs a tenth. */
const scenes = scenesOf(quickSizes).map((scene) =>
  scene.subject !== undefined || processScenes.has(scene.name)
    ? scene
    : { ...scene, subject: inProcess },
);
const rows = scenes.flatMap(({ measurements }) =>
  measurements.flatMap((measurement) => measurement.rows),
);

/** Wide bounds: from a slow machine under load to the fastest one. */
const plausible: Readonly<Record<Row["unit"], readonly [number, number]>> = {
  "/s": [1, 20_000_000],
  ms: [0.001, 120_000],
  MB: [20, 4_000],
  // Few subscribers fit into memory that the node has in any case; a collection frees more than
  // they use.
  KB: [-20_000, 20_000],
  B: [500, 20_000],
  // An idle machine has none.
  txs: [0, 2_000],
};

/** Returns a subject whose first start is the only one, and which is stopped by `stopAll`. */
function startedOnce(subject: Subject) {
  const kept = keptSubject(subject);
  let running: Promise<RunningSubject> | undefined;
  const start: Subject["start"] = async (options) => {
    running ??= kept.subject.start(options);
    return { ...(await running), async stop() {} };
  };
  return { subject: { ...subject, start }, stopAll: kept.stopAll };
}

describe("the benchmark, in small", { skip: process.platform !== "linux" && "needs /proc" }, () => {
  let outcome: Outcome = { results: [], failures: [] };
  const generators: Generator[] = [];
  const shared = startedOnce(tandem());
  before(async () => {
    const [generator, other] = [createGenerator(), createGenerator()];
    generators.push(generator, other);
    outcome = await runScenes({
      scenes,
      subjects: [shared.subject],
      tools: { sizes: quickSizes, generator, other },
      isWanted: () => true,
      onRows() {},
    });
  });
  after(async () => {
    for (const generator of generators) generator.stop();
    await shared.stopAll();
  });
  const resultOf = (id: string): Result => {
    const found = outcome.results.find((result) => result.id === id);
    assert.ok(found, `${id} has no figure`);
    return found;
  };

  it("measures all its rows, each under a unique name", () => {
    assert.deepEqual(outcome.failures, []);
    assert.deepEqual(
      outcome.results.map(({ id }) => id),
      rows.map(({ id }) => id),
    );
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  });

  for (const { id, unit } of rows) {
    it(`returns a plausible figure for ${id}`, () => {
      const { values, median } = resultOf(id);
      const [least, most] = plausible[unit];
      assert.equal(values.length, 1);
      assert.ok(median >= least && median <= most, `${median} ${unit}`);
    });
  }

  it("reports the processor time of calls per second", () => {
    for (const { id, unit, cpuMsPer1000 } of outcome.results) {
      const isPaced = id.startsWith("disk-");
      if (unit === "/s" && !isPaced) assert.ok((cpuMsPer1000 ?? -1) >= 0, `${id}: ${cpuMsPer1000}`);
    }
    assert.ok((resultOf("automine-transfers").cpuMsPer1000 ?? 0) > 10);
  });

  it("counts calls, not requests", async () => {
    const loaded = { answers: 30, answersEach: [30], elapsedMs: 1_500, p50: 1, p99: 2 };
    const generator: Generator = { run: async () => loaded, stop() {} };
    const node = {
      ...({ name: "none", isOurs: false, mining: "auto", port: 0, url: "" } as const),
    };
    const running = { ...node, chainId: 0, pid: process.pid, firstAnswerMs: 0, async stop() {} };
    const tools = { sizes: quickSizes, generator, other: generator };
    assert.equal((await rateOf(running, repeated(0, []), tools)).value, 20);
    assert.equal((await rateOf(running, repeated(0, []), tools, 100)).value, 2_000);
  });
});

describe("npm run bench", () => {
  /** Runs in this process, because loading the modules again costs more than most of these rows. */
  async function run(...args: string[]) {
    const printed = { stdout: "", stderr: "" };
    const code = await bench(args, {
      print: (text) => {
        printed.stdout += text;
      },
      complain: (text) => {
        printed.stderr += text;
      },
    });
    return { code, ...printed };
  }

  it("measures the requested row and exits with 0", async () => {
    const { code, stdout } = await run("--quick", "--only", "ceiling-http-32");
    assert.equal(code, 0);
    assert.match(stdout, /^one fixed answer, 32 connections +\d[\d,.]* \/s \(CPU .*\)\n$/);
  });

  it("measures in turn with the node of a command", async (t) => {
    const executable = fileURLToPath(new URL("../../../apps/node/bin/tandem.js", import.meta.url));
    const flags = "run --silent --port {port} --gas-limit {gasLimit}";
    process.env.TANDEM_BENCH_PEER = `'${process.execPath}' '${executable}' ${flags}`;
    t.after(() => {
      delete process.env.TANDEM_BENCH_PEER;
    });
    const { code, stdout } = await run("--quick", "--only", "idle-memory");
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^spawn to first answer .*\nmemory .* Tandem \d[\d,.]* MB .*\d[\d,.]* MB .*×\n$/,
    );
  });

  it("refuses an unknown flag, and an unknown row", async () => {
    const refused = await run("--fast");
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /--fast/);
    assert.equal((await run("--quick", "--only", "no-such-row")).code, 1);
  });

  it("lists the rows", async () => {
    const { stdout } = await run("--list");
    assert.deepEqual(
      stdout.trim().split("\n"),
      rows.map(({ id }) => id),
    );
  });

  it("reports the profile of a row", async () => {
    const profiled = async () => {
      const { stdout } = await run("--quick", "--profile", "token-balance-different");
      const file = /\n(\S+\.cpuprofile)\n$/.exec(stdout)?.[1];
      assert.ok(file, stdout);
      rmSync(dirname(file), { recursive: true });
      return stdout;
    };
    // Every request runs through this package; repeated calls do not reach the EVM.
    const byPackage = /by package\n[\s\S]* rpc\n/;
    let report = await profiled();
    // On a busy machine the node may run in it for less than the time between two samples.
    for (let again = 0; again < 5 && !byPackage.test(report); again++) report = await profiled();
    assert.match(report, /^eth_call of .*: [\d,]+ \/s, profiled\nbusy \d+ ms, idle \d+ ms\n/);
    assert.match(report, byPackage);
  });
});
