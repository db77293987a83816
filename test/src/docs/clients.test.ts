/** Tests that docs/clients.md runs unchanged, and that docs/migration.md names only what exists. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { contract, namesOf } from "@tandem/rpc";
import { printedBy } from "../support/documents/printed-by.js";
import { patienceMs } from "../support/eventually.js";
import { fileOf, snippetsOf } from "../support/guide.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";

const run = promisify(execFile);
const page = (name: string) =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");

describe("the guide to clients", () => {
  let node: RunningNode;
  const folder = mkdtempSync(join(tmpdir(), "clients-"));
  const ipc = process.platform === "win32" ? "\\\\.\\pipe\\tandem" : join(folder, "tandem.ipc");
  before(async () => {
    node = await startLocalNode(["--ipc", ipc]);
  });
  after(async () => {
    await node.stop();
    rmSync(folder, { recursive: true });
  });

  const exampleIn = (name: string) =>
    fileOf("clients.md", name)
      .replaceAll("http://127.0.0.1:8545", node.url)
      .replaceAll("ws://127.0.0.1:8545", node.wsUrl)
      .replaceAll('"./tandem.ipc"', JSON.stringify(ipc));

  /** Runs an example that ends its process, or closes what keeps it alive. */
  async function printedByProcess(name: string): Promise<string> {
    // The file is beside this one, where the packages that it imports are found.
    const file = fileURLToPath(new URL(`./guide-${process.pid}-${name}`, import.meta.url));
    writeFileSync(file, exampleIn(name));
    try {
      return (await run(process.execPath, [file], { timeout: patienceMs })).stdout;
    } finally {
      rmSync(file);
    }
  }

  it("shows how viem sends, reads, follows and controls", async () => {
    const printed = await printedByProcess("viem.mjs");
    assert.match(printed, /^success$/m);
    assert.match(printed, /^0 transfers of tokens$/m);
    assert.equal(await call(node.url, "eth_blockNumber"), "0x4");
  });

  it("shows how ethers sends, follows and controls", async () => {
    const printed = await printedByProcess("ethers.mjs");
    assert.match(printed, /^status 1$/m);
    assert.match(printed, /^block 5$/m);
    assert.equal(await call(node.url, "eth_blockNumber"), "0x5");
  });

  it("shows viem and ethers over IPC", async () => {
    assert.equal(await printedByProcess("ipc.mjs"), "chain 31\nblock 6\n");
  });

  it("shows the chain of Rootstock's test network, its checksums, and a contract for its bridge", async () => {
    const printed = await printedBy(exampleIn("rootstock.mjs"), import.meta.url);
    const [address, ...others] = printed.split("\n");
    assert.equal(address, "0xf39FD6e51AAd88F6f4cE6Ab8827279CfFFB92266 has coins");
    assert.deepEqual(others, [
      "a transaction pays 60000000 wei or more",
      "Bitcoin has 42 blocks",
      "",
    ]);
  });

  it("has the chain id of the node for wallets", async () => {
    const [json] = snippetsOf("clients.md").filter(({ language }) => language === "json");
    const [{ chainId }] = JSON.parse(json?.text ?? "").params;
    assert.equal(chainId, await call(node.url, "eth_chainId"));
    assert.match(page("clients.md"), new RegExp(`^\\| Chain ID \\| ${Number(chainId)} \\|$`, "m"));
  });

  it("has only tested examples", () => {
    assert.deepEqual(
      snippetsOf("clients.md").map(({ file, language }) => file ?? language),
      ["viem.mjs", "ethers.mjs", "ipc.mjs", "json", "rootstock.mjs"],
    );
  });
});

describe("the guide to migration", () => {
  const lastCells = [...page("migration.md").matchAll(/^\| .* \| ([^|]+) \|$/gm)].map(
    ([, cell]) => cell as string,
  );

  it("names methods the node has", () => {
    const names = new Set(contract.flatMap((method) => [...namesOf(method)]));
    const shown = lastCells.flatMap((cell) => cell.match(/\b[a-z]+\d?_[a-zA-Z]+\b/g) ?? []);
    assert.ok(shown.length > 20);
    assert.deepEqual(
      shown.filter((name) => !names.has(name)),
      [],
    );
  });

  it("names flags the node has", async () => {
    const { stdout: help } = await runHere(["run", "--help"]);
    const shown = lastCells.flatMap((cell) => cell.match(/--[a-z][a-z0-9-]*/g) ?? []);
    assert.ok(shown.length > 15);
    assert.deepEqual(
      shown.filter((flag) => !new RegExp(`^  ${flag}\\s`, "m").test(help)),
      [],
    );
  });
});
