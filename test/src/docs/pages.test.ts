/**
 * Tests that the examples of the pages on reorgs and the chain file run unchanged, and that pages
 * name what exists.
 */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { contract, namesOf } from "@tandem/rpc";
import { campaigns } from "../campaign/catalogue.js";
import { printedBy } from "../support/documents/printed-by.js";
import { fileOf, snippetsOf } from "../support/guide.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";

const docs = new URL("../../../docs/", import.meta.url);
const pagesOfOperators = [
  "troubleshooting.md",
  "operations.md",
  "security.md",
  "cluster.md",
  "peers.md",
  "deployment.md",
  "bitcoin-node.md",
  "chain-file.md",
  "merge-mining.md",
  "reorgs.md",
  "tracers.md",
  "scale.md",
];
const page = (name: string) => readFileSync(new URL(name, docs), "utf8");

/** Flags that are not settings of a node: of other commands and of other programs. */
const otherFlags = [
  ...["abi", "chain-file", "config", "json", "print-config", "url"],
  ...["isolation", "max-semi-space-size"],
];

describe("the page on reorgs", () => {
  let node: RunningNode;
  before(async () => {
    node = await startLocalNode(["--mining", "manual"]);
  });
  after(() => node.stop());

  const printed = (name: string) => {
    const here = fileOf("reorgs.md", name).replaceAll("http://127.0.0.1:8545", node.url);
    return printedBy(here, import.meta.url);
  };

  it("shows a payment that a reorg removes and a later block includes again", async () => {
    assert.equal(
      await printed("reorg.mjs"),
      "in block 1\nafter the reorg: pending\nin block 3; the old block 1 can still be read by its hash\n",
    );
  });

  it("shows an uncle that the next block lists", async () => {
    assert.match(
      await printed("uncle.mjs"),
      /^block \d+ lists 1 uncle\nat height \d+, with its own proof of work: true\n$/,
    );
  });

  it("shows how a receipt is verified, and that another index is refused", async () => {
    assert.match(
      await printed("receipt-proof.mjs"),
      /^[23] nodes prove the receipt: true\nanother index: /,
    );
  });

  it("has only tested examples", () => {
    const files = snippetsOf("reorgs.md").flatMap(({ file }) => (file === undefined ? [] : [file]));
    assert.deepEqual(files, ["reorg.mjs", "uncle.mjs", "receipt-proof.mjs"]);
  });
});

it("the page on peers shows two miners that meet", async () => {
  const manual = ["--mining", "manual"];
  const [first, second] = [
    await startLocalNode([...manual, "--p2p-port", "0"]),
    await startLocalNode(manual),
  ];
  try {
    const here = fileOf("peers.md", "two-miners.mjs")
      .replaceAll("http://127.0.0.1:8545", first.url)
      .replaceAll("http://127.0.0.1:8546", second.url);
    assert.equal(
      await printedBy(here, import.meta.url),
      "both are at block 3\nthe next block lists the lost one as an uncle: true\n",
    );
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
});

it("the chain file on its page is valid, and a wrong one is refused as the page says", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-lab-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "lab.json");
  const text = fileOf("chain-file.md", "lab.json");
  writeFileSync(file, text);
  const node = await startLocalNode(["--chain", file, "--mining", "manual"]);
  try {
    assert.equal(await call(node.url, "eth_chainId"), "0x1092");
    await call(node.url, "evm_mine");
    const { difficulty } = await call<{ difficulty: string }>(node.url, "eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    assert.equal(Number(difficulty), 20_000);
  } finally {
    await node.stop();
  }
  writeFileSync(file, text.replace('"difficulty": "20000"', '"difficulty": "twenty"'));
  const { stderr } = await runHere(["headers", "verify", file, "--chain", file]);
  const told = snippetsOf("chain-file.md").find(({ language }) => language === "text");
  assert.equal(stderr.replace(file, "lab.json"), told?.text);
});

it("every page has links to files that exist, and names flags and methods that do", async () => {
  const { stdout } = await runHere(["schema"]);
  const settings = Object.keys((JSON.parse(stdout) as { properties: object }).properties);
  const methods = new Set(contract.flatMap(namesOf));
  for (const name of readdirSync(docs).filter((file) => file.endsWith(".md"))) {
    for (const [, target = ""] of page(name).matchAll(/\]\((?!http)([^)#\s]+)/g)) {
      assert.ok(existsSync(new URL(target, docs)), `${name}: ${target}`);
    }
  }
  for (const name of pagesOfOperators) {
    for (const [, flag = ""] of page(name).matchAll(/`--([a-z][a-z0-9-]*)/g)) {
      assert.ok(settings.includes(flag) || otherFlags.includes(flag), `${name}: --${flag}`);
    }
    for (const [, method = ""] of page(name).matchAll(
      /`((?:(?:eth|evm|anvil|hardhat|debug|trace|mnr|native)_|tandem_(?:get|mine))[a-zA-Z]+)`/g,
    )) {
      assert.ok(methods.has(method), `${name}: ${method}`);
    }
  }
});

it("every page names scripts of npm and campaigns that exist", () => {
  const root = new URL("../", docs);
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const pages = readdirSync(docs).filter((file) => file.endsWith(".md"));
  for (const name of [...pages, "../README.md", "../CONTRIBUTING.md"]) {
    for (const [, script = ""] of page(name).matchAll(/`npm run ([a-z]+)/g)) {
      assert.ok(scripts[script], `${name}: npm run ${script}`);
    }
    for (const [, campaign = ""] of page(name).matchAll(/npm run campaign -- ([a-z][a-z0-9-]*)/g)) {
      assert.ok(campaigns[campaign], `${name}: ${campaign}`);
    }
  }
});
