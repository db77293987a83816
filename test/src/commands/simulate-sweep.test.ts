/** Tests `tandem simulate` with several seeds and settings: its table, files, refusals and signals. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { runHere } from "../support/local-node.js";

const executable = fileURLToPath(new URL("../../../apps/node/bin/tandem.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tandem-sweep-"));
after(() => rmSync(folder, { recursive: true }));

const world = {
  about: "Two pools a minute apart.",
  seed: 3,
  stop: { bitcoinBlocks: 500 },
  bitcoin: { isRetargeting: false },
  network: { latencySeconds: 60 },
  pools: [
    { name: "north", share: 0.5 },
    { name: "south", share: 0.5 },
  ],
  expect: { "bitcoin.staleShare": { max: 0.1 }, "bitcoin.mined": { min: 500 } },
};

function write(name: string, content: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const file = write("world.json", world);

interface Sweep {
  readonly measures: readonly string[];
  readonly runs: readonly {
    readonly seed: number;
    readonly set: Readonly<Record<string, unknown>>;
    readonly values: Readonly<Record<string, number>>;
  }[];
  readonly summary: readonly { readonly measure: string; readonly count: number }[];
  readonly isAsExpected: boolean;
}

async function sweepOf(...flags: readonly string[]): Promise<{ code: number; sweep: Sweep }> {
  const { code, stdout, stderr } = await runHere(["simulate", file, "--json", "--quiet", ...flags]);
  assert.equal(stderr, "");
  return { code, sweep: JSON.parse(stdout) as Sweep };
}

describe("tandem simulate with several runs", () => {
  it("makes a run with each seed of a list with ranges", async () => {
    const { code, sweep } = await sweepOf("--seed", "2-4,9,3");
    assert.equal(code, 0);
    assert.deepEqual(
      sweep.runs.map(({ seed }) => seed),
      [2, 3, 4, 9],
    );
    assert.deepEqual(sweep.measures, Object.keys(world.expect));
    assert.ok(sweep.summary.every(({ count }) => count === 4));
  });

  it("makes every combination of the values, of numbers, text and JSON, with each seed", async () => {
    const { sweep } = await sweepOf(
      ...["--seed", "1,2", "--set", "network.latencySeconds=0,60"],
      ...["--set", 'pools.south.strategy={"kind":"honest"},{"kind":"selfish","gamma":0.5}'],
      ...["--measure", "pools.south.bitcoin.mainShare", "--set", "about=other words"],
    );
    assert.equal(sweep.runs.length, 8);
    assert.deepEqual(sweep.runs[7]?.set, {
      "network.latencySeconds": 60,
      "pools.south.strategy": { kind: "selfish", gamma: 0.5 },
    });
    assert.deepEqual(Object.keys(sweep.runs[0]?.values ?? {}), ["pools.south.bitcoin.mainShare"]);
  });

  it("has the figures of a single run with the same seed and the value in the file", async () => {
    const { sweep } = await sweepOf("--seed", "5", "--set", "network.latencySeconds=1,90");
    const same = write("same.json", { ...world, seed: 5, network: { latencySeconds: 90 } });
    const single = await runHere(["simulate", same, "--json", "--quiet"]);
    const { bitcoin } = JSON.parse(single.stdout) as { bitcoin: { staleShare: number } };
    assert.equal(sweep.runs[1]?.values["bitcoin.staleShare"], bitcoin.staleShare);
    // One value and one seed are a single run, with its results.
    const set = ["--seed", "5", "--set", "network.latencySeconds=90"];
    const once = await runHere(["simulate", file, "--json", "--quiet", ...set]);
    assert.equal(once.stdout, single.stdout);
  });

  it("prints a line a run and the means in 80 columns, and writes tables and charts", async () => {
    const out = join(folder, "made");
    const { code, stdout } = await runHere([
      ...["simulate", file, "--seed", "1-3", "--set", "pools.north.share=0.2,0.5"],
      ...["--out", out],
    ]);
    assert.equal(code, 0);
    assert.match(stdout, /^Simulated world: 6 runs, 2 settings with 3 seeds each\n/);
    assert.match(stdout, /^set 1 {2}pools\.north\.share$/m);
    assert.equal(stdout.match(/^0\.[25] +[123] +0\.\d+ +500 +ok$/gm)?.length, 6);
    assert.match(stdout, /^0\.5 +A +3( +0\.\d+){4}$/m);
    assert.match(stdout, /^All expectations hold in all runs\.$/m);
    for (const line of stdout.replace(out, ".").split("\n")) assert.ok(line.length <= 80, line);
    assert.deepEqual(readdirSync(out).sort(), [
      ...["bitcoin.mined.svg", "bitcoin.staleShare.svg", "runs.csv", "summary.csv"],
      "sweep.json",
    ]);
    assert.match(readFileSync(join(out, "bitcoin.staleShare.svg"), "utf8"), /^<\?xml .*\n<svg /);
  });

  it("exits with 1 if an expectation does not hold in one run, and --quiet says in which", async () => {
    const flags = ["--seed", "1-2", "--set", "network.latencySeconds=60,600", "--quiet"];
    const { code, stdout } = await runHere(["simulate", file, ...flags]);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^FAILED {2}bitcoin\.staleShare {2}seed 1, network\.latencySeconds=600\n.* seed 2, .*600\n$/,
    );
    const without = await runHere(["simulate", file, ...flags, "--set", "expect={}"]);
    assert.deepEqual([without.code, without.stdout], [0, ""]);
  });

  it("says what is wrong with a flag, and exits with 2", async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [["--seed", "5-1"], /--seed: expected an integer .*, got "5-1"/],
      [["--seed", "1,,2"], /--seed: expected an integer .*, got "1,,2"/],
      [["--seed", "0-4294967295"], /--seed: expected at most 1000 seeds/],
      [["--seed", "1-500", "--set", "stop.hours=1,2,3"], /1500 runs are more than 1000/],
      [["--set", "stop.hours"], /--set: expected PATH=VALUE/],
      [["--set", "seed=1,2"], /--set seed: type --seed/],
      [["--set", "stop.hours=1", "--set", "stop.hours=2"], /stop\.hours is given twice/],
      [["--set", "stop.hour=1"], /with --set is not a scenario\n {2}stop\.hour: not a key here/],
      [["--set", "pools.east.share=0.1"], /pools\.east\.share: the list has no entry east/],
      [
        ["--seed", "1-2", "--measure", "bitcoin.staleShar"],
        /--measure bitcoin\.staleShar: the results have no such number \(did you mean bitcoin\.staleShare\?\)/,
      ],
      [
        ["--seed", "1-2", "--measure", "child.main"],
        /--measure child\.main: .*: the scenario has no child/,
      ],
      [["--seed", "1-2", "--measure", "../x"], /--measure: expected a path with dots/],
    ];
    for (const [flags, expected] of cases) {
      const { code, stdout, stderr } = await runHere(["simulate", file, "--quiet", ...flags]);
      assert.match(stderr, expected);
      assert.deepEqual([code, stdout], [2, ""]);
    }
  });

  it("stops cleanly on Ctrl-C, and says so", async () => {
    const endless = write("endless.json", { ...world, stop: { hours: 8_000_000 } });
    const out = join(folder, "never");
    const args = [executable, "simulate", endless, "--seed", "1-5", "--out", out];
    const child = spawn(process.execPath, args);
    let told = "";
    child.stderr.on("data", (chunk) => {
      told += chunk;
      if (/^Simulating endless, 5 runs\n$/.test(told)) child.kill("SIGINT");
    });
    const [code] = await once(child, "close");
    assert.equal(code, 130);
    assert.match(told, /stopped before the end; nothing was written\n$/);
    assert.ok(!readdirSync(folder).includes("never"));
  });
});
