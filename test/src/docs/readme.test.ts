/** Tests that the README's TypeScript runs unchanged. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { printedBy } from "../support/documents/printed-by.js";
import { patienceMs } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";

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

  /** Returns the snippet with this word, with the addresses of the node and of this repository. */
  function snippetWith(word: string): string {
    const snippet = snippets.find((text) => text.includes(word));
    assert.ok(snippet, word);
    return snippet
      .replaceAll("tandem-node/client", "@tandem/rpc/client")
      .replaceAll("tandem-node/viem", "@tandem/node/viem")
      .replaceAll("http://127.0.0.1:8545", node.url)
      .replaceAll("ws://127.0.0.1:8545", node.wsUrl);
  }

  /** Runs a snippet that does not end until it has printed the expected output. */
  async function runs(snippet: string, says: RegExp): Promise<void> {
    // The file is beside this one, where the packages that it imports are found.
    const file = fileURLToPath(new URL(`./readme-${process.pid}.mjs`, import.meta.url));
    writeFileSync(file, snippet);
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

  it("shows how viem sends a transaction", async () => {
    const printed = await printedBy(snippetWith("createWalletClient"), import.meta.url);
    assert.match(printed, /^in block \d+\n$/);
  });

  it("shows how our own client follows the chain", () =>
    runs(snippetWith("webSocketClient"), /^head \d+$/m));

  it("shows how a node runs inside a program", async () => {
    const printed = await printedBy(snippetWith("createNode"), import.meta.url);
    assert.equal(printed, "head 5\n");
  });

  it("makes an uncle and a reorg by the calls that it shows, on a chain that has no block yet", async () => {
    const fresh = await startLocalNode(["--mining", "manual"]);
    const shown = [...readme.matchAll(/^rpc (\w+) '(\[[^…\n]*\])' /gm)];
    try {
      const results = new Map<string, unknown>();
      for (const [, method = "", params = ""] of shown) {
        results.set(method, await call(fresh.url, method, JSON.parse(params)));
      }
      assert.match(String(results.get("tandem_mineUncle")), /^0x[0-9a-f]{64}$/);
      const { head } = results.get("tandem_mineBranch") as { readonly head: boolean };
      assert.equal(head, true);
    } finally {
      await fresh.stop();
    }
  });

  it("has only tested examples", () => {
    assert.equal(snippets.length, 3);
  });
});
