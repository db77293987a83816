import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { summary } from "./summary.js";
import { bitcoinAlone, sampleResults } from "./testing/sample-results.js";

const lines = summary(sampleResults, "two-lines");
const line = (start: string) => lines.find((text) => text.trimStart().startsWith(start)) ?? "";

/** Returns the text with each line that is continued as one. */
const joined = (all: readonly string[]) => all.join("\n").replaceAll(/\n {8}(?=[^ ])/g, " ");

describe("the summary of a run", () => {
  it("states in one sentence what was simulated", () => {
    assert.equal(
      joined(lines).split("\n")[0],
      "Simulated two-lines, seed 7: 10 hours of 4 pools found 61 Bitcoin blocks and 1,500 merge-mined blocks (12,345 events).",
    );
  });

  it("has the main figures of both chains in columns", () => {
    assert.match(line("mean interval, s"), /601\.3\s+36$/);
    assert.match(line("stale share"), /1\.64 %\s+33\.33 %$/);
    assert.match(line("uncles per block"), /–\s+0\.4800$/);
    const start = lines.indexOf("") + 1;
    const table = lines.slice(start, lines.indexOf("", start));
    assert.equal(new Set(table.map((text) => text.length)).size, 1);
  });

  it("has a line for each line of pools", () => {
    assert.match(line("north"), /50\.00 %\s+50\.00 %\s+50\.00 %\s+50\.00 %\s+60\.00 %\s+0\.00 %$/);
    assert.match(line("south × 3"), /40\.00 %/);
  });

  it("names the chain of each strategy, and no honest pool", () => {
    const told = (chain: "bitcoin" | "child") => {
      const pools = sampleResults.pools.map((pool) =>
        pool.attackedChain === undefined ? pool : { ...pool, attackedChain: chain },
      );
      return summary({ ...sampleResults, pools }, "two").filter((text) => /^Strategy/.test(text));
    };
    assert.deepEqual(told("bitcoin"), ["Strategy of north: double-spend on Bitcoin."]);
    assert.deepEqual(told("child"), ["Strategy of north: double-spend on the merge-mined chain."]);
  });

  it("reports attacks and the fork monitor", () => {
    const text = joined(lines);
    assert.match(text, /^Double-spends of north .* 6 confirmations: 157 of 1,000 \(15\.70 %/m);
    assert.match(text, /^Fork monitor: 59 of 60 .* 9 tell .*: one alert, of level 2$/m);
  });

  it("counts several alerts of the fork monitor", () => {
    const told = { ...sampleResults.forkMonitor, alertCount: 2, highestLevel: 2 } as const;
    const two = { ...sampleResults, forkMonitor: told } as typeof sampleResults;
    assert.match(
      joined(summary(two, "two")),
      /^Fork monitor: .*: 2 alerts, the highest of level 2$/m,
    );
  });

  it("fits into 80 columns", () => {
    for (const text of [...lines, ...summary(bitcoinAlone, "plain")]) {
      assert.ok([...text].length <= 80, text);
    }
  });

  it("marks each expectation as ok or FAILED, with what was found and expected", () => {
    assert.match(
      line("ok"),
      /^ok {6}child\.unclesPerBlock\s+found\s+0\.4800\s+expected 0\.4 to 0\.5$/,
    );
    assert.match(
      line("FAILED"),
      /^FAILED {2}bitcoin\.reorgs\.deepest\s+found\s+1\s+expected at most 0$/,
    );
    assert.equal(lines.at(-1), "1 of 2 expectations FAILED.");
  });

  it("omits what a world without a child does not have", () => {
    const text = joined(summary(bitcoinAlone, "plain"));
    assert.match(text, /^Simulated plain, seed 7: 10 hours of 4 pools found 61 Bitcoin blocks \(/);
    assert.doesNotMatch(text, /merge-mined|uncle|Fork monitor|undefined|NaN/);
    assert.match(text, /Nothing was expected\.$/);
  });
});
