/** Tests that the documents on the code name what the code has, and state its limits and numbers. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { it } from "node:test";
import { chainLimits, outsideLimits } from "@tandem/chain";
import { bitcoinBlocksKept } from "@tandem/consensus";
import { messageBytesMax } from "@tandem/replication";
import { sliceMs } from "@tandem/runtime";
import { campaigns } from "../campaign/catalogue.js";
import { documentPath, documentText } from "../support/documents/markdown.js";

const root = documentPath("");
const sourceText = (name: string) => readFileSync(documentPath(name), "utf8");

/** Returns a document on one line, in which sentences are found wherever they are broken. */
const sentencesOf = (name: string) => documentText(name).replaceAll(/\s+/g, " ");

const wordsInCode = (name: string) =>
  [...documentText(name).matchAll(/`(\w+)`/g)].map(([, word = ""]) => word);

/** Returns the first group of a pattern in a source file. */
function valueIn(name: string, pattern: RegExp): string {
  const found = pattern.exec(sourceText(name))?.[1];
  assert.ok(found, `${name}: ${pattern}`);
  return found;
}

const grouped = (value: number) => value.toLocaleString("en-US");

it("the documents on the code name functions, types and constants that exist", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const sources = tracked
    .filter((name) => /^(?:packages|apps|scripts)\/.*(?<!\.test)\.(?:tsx?|mjs)$/.test(name))
    .map(sourceText)
    .join("\n");
  for (const name of ["ARCHITECTURE.md", "docs/decisions.md"]) {
    const names = wordsInCode(name).filter((word) => /[a-z][A-Z]/.test(word));
    assert.ok(names.length > 10, name);
    const lost = names.filter((word) => !new RegExp(`\\b${word}\\b`).test(sources));
    assert.deepEqual(lost, [], name);
  }
});

it("ARCHITECTURE names files with their folders from the root on, and all parts of the backend", () => {
  const partial = [
    ...documentText("ARCHITECTURE.md").matchAll(/`((?!test\/)[a-z-]+\/src\/[^`]*)`/g),
  ];
  assert.deepEqual(
    partial.map(([, path]) => path),
    [],
  );
  const backend = sourceText("packages/rpc/src/backend/backend.ts");
  const parts = [...backend.matchAll(/\b(\w+Api)\b(?=[,\s]+(?:\w+Api|\{\}))/g)].map(
    ([, part = ""]) => part,
  );
  assert.ok(parts.length > 5);
  const named = wordsInCode("ARCHITECTURE.md");
  assert.deepEqual(
    parts.filter((part) => !named.includes(part)),
    [],
  );
});

it("CONTRIBUTING lists every flag of a method's declaration, and every campaign", () => {
  const declaration = sourceText("packages/rpc/src/contract/method.ts");
  const flags = [...declaration.matchAll(/readonly ((?:is|needs)[A-Z]\w*|historical)\?:/g)];
  const text = documentText("CONTRIBUTING.md");
  assert.ok(flags.length > 5);
  assert.deepEqual(
    flags.filter(([, flag]) => !text.includes(`| \`${flag}: `)).map(([, flag]) => flag),
    [],
  );
  const listed = [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([\w-]+)[^`]*`/g)].map(([, name]) => name),
  );
  assert.deepEqual(
    Object.keys(campaigns).filter((name) => !listed.includes(name)),
    [],
  );
});

it("documents state the limits and numbers that the code has", () => {
  const scenarios = readdirSync(documentPath("packages/simulator/scenarios")).filter((name) =>
    name.endsWith(".json"),
  );
  const layout = valueIn("packages/store/src/tables/tables.ts", /schemaNumber = (\d+)n/);
  const shares = valueIn("scripts/test-entries.mjs", /integrationProcesses = (\d+)/);
  const { groupBlocksMax, groupMs, logRangeDirect, logRangeUncapped, logsMax } = chainLimits;
  const { snapshotsMax, traceSpanBlocks, finalizedDepth } = chainLimits;
  const { worksKept } = outsideLimits;
  const numerals: Readonly<Record<string, string>> = { 3: "three", 20: "twenty" };
  const stated: readonly (readonly [document: string, sentence: string])[] = [
    ["README.md", `dropped beyond ${grouped(snapshotsMax)}.`],
    ["ARCHITECTURE.md", `Of up to ${logRangeDirect} blocks it reads the headers`],
    ["ARCHITECTURE.md", `Up to ${grouped(logRangeUncapped)} blocks there is no limit of logs`],
    ["ARCHITECTURE.md", `a longer range may have ${grouped(logsMax)},`],
    ["ARCHITECTURE.md", `in a span of ${traceSpanBlocks} blocks`],
    ["ARCHITECTURE.md", `the last ${numerals[worksKept]} templates`],
    ["ARCHITECTURE.md", `in parts of ${messageBytesMax / 1024} KB`],
    ["ARCHITECTURE.md", `shares ${numerals[sliceMs]} milliseconds`],
    ["CONTRIBUTING.md", `the files of \`test/\` in ${numerals[shares]},`],
    ["CHANGELOG.md", `the present one, layout ${layout},`],
    ["CHANGELOG.md", `charts of ${scenarios.length} scenarios`],
    ["docs/commands.md", `At most the newest ${bitcoinBlocksKept} Bitcoin blocks`],
    ["docs/decisions.md", `Up to ${groupBlocksMax} empty blocks, or ${groupMs} ms of them,`],
    ["docs/decisions.md", `the last ${numerals[worksKept]} templates are kept`],
    ["docs/decisions.md", `${finalizedDepth / 2} and ${finalizedDepth} blocks behind the head`],
  ];
  assert.deepEqual(
    stated.filter(([name, sentence]) => !sentencesOf(name).includes(sentence)),
    [],
  );
});
