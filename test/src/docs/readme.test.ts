/** Tests that the README's TypeScript runs unchanged. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { patienceMs } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const snippets = [...readme.matchAll(/^```[tj]s\n([\s\S]*?)^```$/gm)].map(
  (match) => match[1] as string,
);

describe("the README", () => {
  let node: RunningNode;
  before(async () => {
    node = await startLocalNode();
  });
  after(() => node.stop());

  /** Runs a snippet against the node until it has printed the expected output. */
  async function runs(snippet: string | undefined, says: RegExp): Promise<void> {
    assert.ok(snippet);
    const here = snippet
      .replaceAll("tandem-node/client", "@tandem/rpc/client")
      .replaceAll("tandem-node/viem", "@tandem/node/viem")
      .replaceAll("http://127.0.0.1:8545", node.url)
      .replaceAll("ws://127.0.0.1:8545", node.wsUrl);
    // The file is beside this one, where the packages that it imports are found.
    const file = fileURLToPath(new URL(`./readme-${process.pid}.mjs`, import.meta.url));
    writeFileSync(file, here);
    const child = spawn(process.execPath, [file], { timeout: patienceMs });
    const closed = once(child, "close");
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        printed += chunk;
        if (says.test(printed)) child.kill();
      });
    }
    await closed;
    rmSync(file);
    assert.match(printed, says);
  }

  it("shows how viem sends a transaction", () =>
    runs(
      snippets.find((text) => text.includes("createWalletClient")),
      /^in block \d+$/m,
    ));

  it("shows how our own client follows the chain", () =>
    runs(
      snippets.find((text) => text.includes("webSocketClient")),
      /^head \d+$/m,
    ));

  it("shows how a node runs inside a program", () =>
    runs(
      snippets.find((text) => text.includes("createNode")),
      /^head 5$/m,
    ));

  it("has only tested examples", () => {
    assert.equal(snippets.length, 3);
  });
});
