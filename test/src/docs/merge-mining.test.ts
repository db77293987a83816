/** Tests that docs/merge-mining.md is correct: its worked example, its tables, its names. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { alertRules, ForkMonitor, type MainChain } from "@tandem/consensus";
import { contract } from "@tandem/rpc";
import { exampleHeight, rowsBySection, workAnswer } from "../support/scenes/worked-example.js";

const root = new URL("../../../", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), "utf8");
const text = read("docs/merge-mining.md");

/** Returns the text below a title, up to the next one. */
function section(title: string): string {
  const at = text.indexOf(`# ${title}\n`);
  assert.ok(at >= 0, title);
  const body = text.slice(at + title.length + 3);
  const end = body.search(/^#+ /m);
  return end < 0 ? body : body.slice(0, end);
}

const fenced = (body: string, language: string): string[] =>
  [...body.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    (match) => match[1] as string,
  );

/** Returns `name  value` lines; a line that begins with spaces continues the value. */
function rowsOf(block: string): [string, string][] {
  const rows: [string, string][] = [];
  for (const line of block.trimEnd().split("\n")) {
    const [, name, value] = line.match(/^(\S.*?)? {2,}(\S.*)$/) ?? [];
    assert.ok(value, line);
    const digits = value.replaceAll(" ", "");
    const last = rows.at(-1);
    if (name !== undefined) rows.push([name, digits]);
    else if (last !== undefined) last[1] += digits;
  }
  return rows;
}

describe("docs/merge-mining.md", () => {
  for (const [title, expected] of rowsBySection) {
    it(`shows in "${title}" the values computed from the recorded header`, () => {
      const [block, ...more] = fenced(section(title), "text");
      assert.deepEqual(more, []);
      assert.deepEqual(rowsOf(block ?? ""), [...expected]);
    });
  }

  it("has no step besides those that are computed", () => {
    assert.equal(fenced(text, "text").length, rowsBySection.size);
    assert.equal([...text.matchAll(/^### \d+\. /gm)].length, rowsBySection.size);
    assert.ok(text.includes(`Block ${exampleHeight} of`));
  });

  it("shows the work that was returned for that block", () => {
    const [block] = fenced(section("Miners outside"), "json");
    assert.deepEqual(JSON.parse(block ?? ""), workAnswer);
  });

  it("describes the values correctly", () => {
    const numberOf = (title: string, name: string) =>
      Number(`0x${rowsBySection.get(title)?.get(name)?.replace(/^8\d/, "")}`);
    const header = "1. The header without its proof";
    const coinbase = rowsBySection.get("3. The tag in the coinbase") ?? new Map();
    const time = numberOf(header, "timestamp");
    const date = new Date(1000 * time);
    const day = `${date.getUTCDate()} July ${date.getUTCFullYear()}`;
    assert.equal(date.getUTCMonth(), 6);
    const little = (hex: string) =>
      Buffer.from(hex, "hex").readUIntLE(0, Math.min(6, hex.length / 2));
    const bitcoinTime = little(rowsBySection.get("6. The Bitcoin header")?.get("time") ?? "");
    const before = Number(`0x${coinbase.get("bytes hashed before")}`);
    const parts = [...coinbase].slice(2).map(([name, hex]) => [name, hex.length / 2] as const);
    const tail = parts.reduce((sum, [, length]) => sum + length, 0);
    const upTo = parts.findIndex(([name]) => name === "- RSKBLOCK:");
    const offset = parts.slice(0, upTo).reduce((sum, [, length]) => sum + length, 0);
    const levels = [...(rowsBySection.get("5. The Merkle branch") ?? [])].length / 3;
    const words = text.replace(/\s+/g, " ");
    for (const said of [
      `mined on ${day}`,
      `Here ${numberOf("2. Fork-detection data", "uncles")};`,
      `(here ${before} bytes)`,
      `the ${tail} bytes that follow`,
      `the whole, ${before + tail} bytes`,
      `at byte ${offset} of the tail`,
      `${little(coinbase.get("next output, value")) / 1e8} BTC`,
      `these are ${bitcoinTime - time} seconds apart`,
      `between ${2 ** (levels - 1) + 1} and ${2 ** levels} transactions`,
    ]) {
      assert.ok(words.includes(said), said);
    }
  });

  it("has no other hash", () => {
    const known = [...rowsBySection.values()].flatMap((rows) => [...rows.values()]).join(" ");
    const prose = text.replace(/^```[\s\S]*?^```$/gm, "");
    for (const [hash] of prose.matchAll(/\b(?:0x)?[0-9a-f]{12,}\b/g)) {
      assert.ok(known.includes(hash.replace("0x", "")), hash);
    }
  });

  it("names existing rules, and every one of the proof", () => {
    const source = read("packages/consensus/src/merged-mining/verify.ts");
    const all = new Set(
      [...source.matchAll(/"(merged-mining\/[a-z-]+)"/g)].map(([, rule]) => rule),
    );
    const named = [...section("What is checked").matchAll(/`(merged-mining\/[a-z-]+)`/g)];
    assert.deepEqual(named.map(([, rule]) => rule).sort(), [...all].sort());
    assert.match(read("packages/consensus/src/rules/bitcoin-time.ts"), /"bitcoin-time\/too-far"/);
    const detection = read("packages/consensus/src/rules/fork-detection.ts");
    assert.match(detection, /"fork-detection\/other-branch"/);
  });

  it("has the correct parameters of the calls of outside miners", () => {
    const rows = [...section("Miners outside").matchAll(/^\| `(mnr_\w+)` \| (.*) \|$/gm)];
    assert.equal(rows.length, 3);
    for (const [, name, cells] of rows) {
      const method = contract.find((one) => one.name === name);
      const shown = [...(cells as string).matchAll(/`(\w+)`/g)].map(([, param]) => param);
      assert.deepEqual(shown, Object.keys(method?.params ?? {}), name);
    }
  });

  it("has the levels' thresholds", () => {
    const rows = [...section("Levels").matchAll(/^\| (\d) \|(.*)\|$/gm)];
    const numbers = (cells: string) =>
      [...cells.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    const shown = rows.map(([, level, cells]) => [Number(level), ...numbers(cells as string)]);
    const rules = alertRules.map(({ level, lengthMin, shareMin, distanceBelow, witnessesMin }) =>
      level === 0
        ? [level, witnessesMin]
        : [level, lengthMin, 100 * shareMin, distanceBelow, witnessesMin],
    );
    assert.deepEqual(shown, rules);
  });

  it("shows the result of the monitor for the example of a fork", () => {
    const newestCommon = 4672;
    const mainChain: MainChain = {
      headHeight: () => 5000,
      block: () => ({ prefix: new Uint8Array(20), vectorByte: 7 }),
    };
    const monitor = new ForkMonitor(mainChain);
    const see = (height: number) => {
      const newest = Math.floor((height - 1) / 64) * 64;
      const vector = Uint8Array.from({ length: 7 }, (_, i) =>
        newest - 64 * i > newestCommon ? 8 : 7,
      );
      const tag = { prefix: new Uint8Array(20).fill(height), vector, uncles: 0, height };
      return monitor.observe({ height, tag }).fork;
    };
    const first = see(4998);
    const body = section("Where a branch begins, and how long it is").replace(/\s+/g, " ");
    assert.ok(body.includes(`left the main chain at ${first?.range.from} or later`));
    assert.ok(body.includes(`first own block is ${first?.range.to} at the latest`));
    assert.ok(body.includes(`= ${first?.lengthMax} blocks, at the best ${first?.lengthMin}`));
    assert.ok(body.includes(`5223 makes the worst case ${see(5223)?.lengthMax}.`));
  });

  it("links to existing targets", () => {
    const titles = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      (title as string)
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-"),
    );
    for (const [, anchor] of text.matchAll(/\]\(#([^)]*)\)/g)) {
      assert.ok(titles.includes(anchor as string), anchor);
    }
    for (const [file] of text.matchAll(/test\/vectors\/[\w./-]+/g)) {
      assert.ok(existsSync(new URL(file, root)), file);
    }
    assert.ok(read("README.md").includes("docs/merge-mining.md"), "the README links here");
  });
});
