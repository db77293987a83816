/**
 * Tests `tandem simulate` as a command: its list, its exit codes, its files, its messages about an
 * invalid file.
 */
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
const folder = mkdtempSync(join(tmpdir(), "tandem-simulate-"));
after(() => rmSync(folder, { recursive: true }));

const world = {
  about: "Two pools a minute apart.",
  seed: 3,
  stop: { bitcoinBlocks: 1_000 },
  bitcoin: { isRetargeting: false },
  network: { latencySeconds: 60 },
  pools: [
    { name: "north", share: 0.5 },
    { name: "south", share: 0.5 },
  ],
};

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const holding = write("holds.json", { ...world, expect: { "bitcoin.mined": { min: 1_000 } } });
const failing = write("fails.json", {
  ...world,
  expect: { "bitcoin.mined": { min: 1_000 }, "bitcoin.staleShare": { max: 0 } },
});

describe("tandem simulate", () => {
  it("lists the built-in scenarios, each with the first sentence of its description", async () => {
    const { code, stdout } = await runHere(["simulate"]);
    assert.equal(code, 0);
    const listed = stdout.replaceAll(/\s+/g, " ");
    const built = fileURLToPath(new URL("../../../packages/simulator/scenarios/", import.meta.url));
    for (const file of readdirSync(built).filter((name) => name.endsWith(".json"))) {
      const { about } = JSON.parse(readFileSync(join(built, file), "utf8")) as { about: string };
      const name = file.replace(".json", "");
      const [first, second] = about.split(/(?<=[.?]) /);
      assert.ok(listed.includes(` ${name} ${first} `), name);
      assert.ok(second === undefined || !listed.includes(second), name);
    }
  });

  it("runs one of them by its name", async () => {
    const { code, stdout } = await runHere(["simulate", "slow-network"]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^Simulated slow-network, seed 3: /);
    assert.match(stdout, /^ok {6}bitcoin\.staleShare/m);
  });

  it("exits with 0 if all expectations hold, with 1 if not", async () => {
    const [good, bad] = await Promise.all([
      runHere(["simulate", holding]),
      runHere(["simulate", failing]),
    ]);
    assert.deepEqual([good.code, bad.code], [0, 1]);
    assert.match(good.stdout, /The one expectation holds\.\n$/);
    assert.match(bad.stdout, /^FAILED {2}bitcoin\.staleShare +found .* expected at most 0$/m);
    assert.match(bad.stdout, /1 of 2 expectations FAILED\.\n$/);
  });

  it("prints results as JSON, and only failures with --quiet", async () => {
    const [asJson, quietGood, quietBad] = await Promise.all([
      runHere(["simulate", holding, "--json"]),
      runHere(["simulate", holding, "--quiet"]),
      runHere(["simulate", failing, "--quiet"]),
    ]);
    const results = JSON.parse(asJson.stdout) as { seed: number; bitcoin: { mined: number } };
    assert.deepEqual([results.seed, results.bitcoin.mined], [3, 1_000]);
    assert.deepEqual([quietGood.stdout, quietGood.stderr], ["", ""]);
    assert.match(quietBad.stdout, /^FAILED .*\n$/);
  });

  it("accepts another seed", async () => {
    const seeds = ["8", "8", "9"];
    const runs = await Promise.all(
      seeds.map((seed) => runHere(["simulate", holding, "--json", "--seed", seed])),
    );
    const [a, again, other] = runs.map(({ stdout }) => stdout);
    assert.equal(a, again);
    assert.notEqual(a, other);
    assert.match(other ?? "", /"seed": 9/);
  });

  it("writes results, tables and charts into a new folder", async () => {
    const out = join(folder, "made", "here");
    const { code, stdout } = await runHere(["simulate", holding, "--out", out]);
    assert.equal(code, 0);
    const files = readdirSync(out);
    assert.match(stdout, new RegExp(`\n${files.length} files with results, tables and charts in `));
    assert.ok(files.includes("results.json") && files.includes("pools.csv"));
    assert.match(readFileSync(join(out, "difficulty.svg"), "utf8"), /^<\?xml .*\n<svg /);
  });

  it("reports the errors of a file, and exits with 2", async () => {
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [{ ...world, sed: 3 }, /\n {2}sed: not a key here \(did you mean seed\?\)\n$/],
      [
        { ...world, pools: [{ name: "north", share: 0.4 }] },
        /\n {2}pools: shares add up to 0\.4, expected 1\n$/,
      ],
      [
        { ...world, expect: { "bitcoin.staleShar": { max: 1 } } },
        /expect\.bitcoin\.staleShar: the results have no such number \(did you mean bitcoin\.staleShare\?\)/,
      ],
      [
        { ...world, expect: { "child.main": { max: 1 } } },
        /expect\.child\.main: the results have no such number: the scenario has no child/,
      ],
      ['{\n  "about": "x",\n  "seed" 3\n}', /is not JSON, line 3, column 10: /],
    ];
    for (const [i, [content, expected]] of cases.entries()) {
      const { code, stderr } = await runHere(["simulate", write(`wrong-${i}.json`, content)]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, expected);
    }
  });

  it("reports the errors of its flags, and exits with 2", async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [["stead"], /no scenario is named stead \(did you mean steady\?\)/],
      [[join(folder, "none.json")], /none\.json cannot be read/],
      [["steady", "--sed", "3"], /unknown flag --sed \(did you mean --seed\?\)/],
      [["steady", "--seed", "x"], /--seed: expected an integer from 0 to 4294967295, .*, got "x"/],
      [["steady", "--out"], /--out needs a value/],
      [["steady", "slow-network"], /unexpected argument slow-network; usage: tandem simulate/],
      [[holding, "--out", holding], /--out: .* cannot be written: .* is not a folder/],
      [[holding, "--out", join(holding, "in")], /cannot be written: a part of its path is a file/],
      [[holding, "--out", "/proc/none/deep"], /cannot be written: there is no such file or folder/],
    ];
    for (const [args, expected] of cases) {
      const { code, stderr } = await runHere(["simulate", ...args]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, expected);
    }
  });

  it("runs nothing whose report no folder can have", async () => {
    const { code, stdout } = await runHere(["simulate", holding, "--out", holding]);
    assert.deepEqual([code, stdout], [2, ""]);
  });

  it("has help with an example", async () => {
    const { code, stdout } = await runHere(["simulate", "--help"]);
    assert.equal(code, 0);
    assert.match(stdout, /^ {2}tandem simulate steady$/m);
  });

  it("ends silently when its output is closed", async () => {
    const child = spawn(process.execPath, [executable, "simulate", holding, "--json"]);
    child.stdout.destroy();
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, "exit");
    assert.equal(code, 0);
    assert.doesNotMatch(said, /EPIPE/);
  });

  it("stops cleanly on Ctrl-C, and says so", async () => {
    const endless = write("endless.json", { ...world, stop: { hours: 8_000_000 } });
    const child = spawn(process.execPath, [executable, "simulate", endless]);
    let told = "";
    child.stderr.on("data", (chunk) => {
      told += chunk;
      if (/^Simulating endless, seed 3\n$/.test(told)) child.kill("SIGINT");
    });
    const [code] = await once(child, "close");
    assert.equal(code, 130);
    assert.match(told, /stopped before the end; nothing was written\n$/);
  });
});
