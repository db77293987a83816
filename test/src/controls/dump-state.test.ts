/** Tests the export of a state from a node and its import into another, of ours and of anvil's. */
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { createNode } from "@tandem/node";
import { type Hex, pad, toHex } from "viem";
import { somebody, testClientOf } from "../support/clients/test-client.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { type RunningNode, startNodeProcess } from "../support/node-process.js";
import { installAnvil, startAnvil } from "../support/processes/anvil-process.js";
import { failureOf } from "../support/promised.js";
import { call } from "../support/rpc.js";

const code: Hex = "0x60005460005260206000f3";
const word = (value: number) => pad(toHex(value), { size: 32 });
const contract = somebody(1);
const holder = somebody(2);

let directory: string;
const nodes: RunningNode[] = [];
const start = async (...flags: string[]) => {
  const node = await startLocalNode(flags);
  nodes.push(node);
  return node;
};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "tandem-dump-"));
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
  rmSync(directory, { recursive: true, force: true });
});
const path = (name: string) => join(directory, name);

/** Creates a contract with storage in a given order of slots, and a funded account. */
async function populate(node: { readonly url: string; readonly chainId: number }): Promise<void> {
  const client = testClientOf(node);
  await client.setCode({ address: contract, bytecode: code });
  for (const slot of [9, 0, 4]) {
    await client.setStorageAt({ address: contract, index: slot, value: word(slot + 1) });
  }
  await client.setBalance({ address: holder, value: 5n });
  await client.setNonce({ address: holder, nonce: 3 });
  await client.mine({ blocks: 2 });
}

async function assertFurnished(node: { readonly url: string; readonly chainId: number }) {
  const client = testClientOf(node);
  assert.equal(await client.getCode({ address: contract }), code);
  assert.equal(await client.getStorageAt({ address: contract, slot: "0x9" }), word(10));
  assert.equal((await client.call({ to: contract })).data, word(1));
  assert.equal(await client.getBalance({ address: holder }), 5n);
  assert.equal(await client.getTransactionCount({ address: holder }), 3);
}

describe("a dumped state", () => {
  it("is loaded after those that were sent before: one is in memory at a time", async () => {
    const node = await createNode({ isListening: false });
    try {
      const load = (balance: number, ignored: string) => {
        const dump = { ignored, accounts: { [holder]: { nonce: 0, balance, code: "0x" } } };
        return node.request("anvil_loadState", [toHex(JSON.stringify(dump))]);
      };
      // Both have the same length; the quotes of the first one take longer to read.
      const loads = [load(1, '"'.repeat(1_000_000)), load(2, "a".repeat(2_000_000))];
      assert.deepEqual(await Promise.all(loads), [true, true]);
      assert.equal(await node.request("eth_getBalance", [holder, "latest"]), "0x2");
    } finally {
      await node.close();
    }
  });

  it("is complete in the file after SIGINT, and starts another chain", async () => {
    const first = await start("--dump-state", path("state.json"));
    await populate(first);
    assert.equal(existsSync(path("state.json")), false);
    assert.equal(await first.stop(), 0);
    const second = await start("--load-state", path("state.json"));
    await assertFurnished(second);
    assert.equal(await testClientOf(second).getBlockNumber(), 0n);
  });

  it("replaces the file behind a symbolic link, and leaves the link", async () => {
    writeFileSync(path("state.json"), "");
    symlinkSync("state.json", path("link.json"));
    const first = await start("--dump-state", path("link.json"));
    await populate(first);
    assert.equal(await first.stop(), 0);
    assert.equal(readlinkSync(path("link.json")), "state.json");
    await assertFurnished(await start("--load-state", path("state.json")));
  });

  it("has the same bytes for the same state, whatever its history", async () => {
    const node = await start();
    await populate(node);
    const dump = await call<Hex>(node.url, "anvil_dumpState");
    assert.equal(await call<Hex>(node.url, "hardhat_dumpState"), dump);
    const client = testClientOf(node);
    await client.setBalance({ address: holder, value: 6n });
    await client.setStorageAt({ address: contract, index: 5, value: word(1) });
    assert.notEqual(await call<Hex>(node.url, "anvil_dumpState"), dump);
    await client.setStorageAt({ address: contract, index: 5, value: word(0) });
    await client.setBalance({ address: holder, value: 5n });
    assert.equal(await call<Hex>(node.url, "anvil_dumpState"), dump);
    const json = gunzipSync(Buffer.from(dump.slice(2), "hex")).toString();
    const { accounts } = JSON.parse(json);
    assert.deepEqual(Object.keys(accounts), Object.keys(accounts).sort());
    assert.deepEqual(Object.keys(accounts[contract].storage), [word(0), word(4), word(9)]);
  });

  it("is loaded by a call, compressed or not, each account as in the dump", async () => {
    const first = await start();
    await populate(first);
    const dump = await call<Hex>(first.url, "anvil_dumpState");
    const plain = toHex(gunzipSync(Buffer.from(dump.slice(2), "hex")));
    for (const form of [dump, plain]) {
      const node = await start();
      const client = testClientOf(node);
      await client.setStorageAt({ address: contract, index: 77, value: word(1) });
      await client.setBalance({ address: somebody(3), value: 8n });
      assert.equal(await call(node.url, "anvil_loadState", [form]), true);
      await assertFurnished(node);
      assert.equal(await client.getStorageAt({ address: contract, slot: "0x4d" }), word(0));
      assert.equal(await client.getBalance({ address: somebody(3) }), 8n);
    }
    const broken = await failureOf(() => call(first.url, "anvil_loadState", ["0x1f8b00"]));
    assert.match(String(broken), /-32602/);
  });

  it("does not replace a chain that has begun, and an invalid file is named", async () => {
    const flags = ["--data-dir", path("data"), "--load-state", path("state.json")];
    writeFileSync(
      path("state.json"),
      JSON.stringify({ accounts: { [holder]: { balance: "0x9" } } }),
    );
    const first = await start(...flags);
    const client = testClientOf(first);
    assert.equal(await client.getBalance({ address: holder }), 9n);
    await client.setBalance({ address: holder, value: 1n });
    await first.stop();
    const second = await start(...flags);
    assert.equal(await testClientOf(second).getBalance({ address: holder }), 1n);
    writeFileSync(
      path("bad.json"),
      JSON.stringify({ accounts: { [holder]: { balance: "much" } } }),
    );
    const bad = await runHere(["run", "--port", "0", "--load-state", path("bad.json")]);
    assert.equal(bad.code, 2);
    assert.match(bad.stderr, /--load-state: .*bad\.json.*balance/s);
  });

  it("is not overwritten by a node that could not start", async () => {
    const kept = JSON.stringify({ accounts: { [holder]: { balance: "much" } } });
    writeFileSync(path("kept.json"), kept);
    const file = ["--dump-state", path("kept.json")];
    const unread = await runHere([
      "run",
      "--port",
      "0",
      "--load-state",
      path("kept.json"),
      ...file,
    ]);
    assert.equal(unread.code, 2);
    assert.equal(readFileSync(path("kept.json"), "utf8"), kept);
    const { port } = new URL((await start()).url);
    const unheard = await runHere(["run", "--port", port, ...file]);
    assert.equal(unheard.code, 1);
    assert.equal(readFileSync(path("kept.json"), "utf8"), kept);
  });

  it("is refused at the start where it could not be written at the end", async () => {
    mkdirSync(path("folder"));
    for (const [file, reason] of [
      [path("nowhere/state.json"), /there is no such file or folder/],
      [path("folder"), /it is not a file/],
      ["/dev/full", /it is not a file/],
    ] as const) {
      const { code, stderr } = await runHere(["run", "--port", "0", "--dump-state", file]);
      assert.equal(code, 2);
      assert.match(stderr, /^tandem: --dump-state: .* cannot be written: /);
      assert.match(stderr, reason);
    }
  });

  it("is reported as lost if it cannot be written at the end, and all else is closed", async () => {
    mkdirSync(path("folder"));
    const flags = ["--data-dir", path("data")];
    const node = await startNodeProcess([...flags, "--dump-state", path("folder/state.json")]);
    await call(node.url, "evm_mine");
    // What cannot be replaced by a file.
    mkdirSync(path("folder/state.json"));
    assert.equal(await node.stop(), 1);
    assert.match(node.output(), /tandem: --dump-state: the state is lost: .* cannot be written: /);
    assert.deepEqual(readdirSync(path("folder")), ["state.json"]);
    const again = await start(...flags);
    assert.equal(await testClientOf(again).getBlockNumber(), 1n);
  });

  it("is applied to a fork that has not begun", async () => {
    const origin = await start();
    await call(origin.url, "hardhat_mine", ["0x3"]);
    const accounts = { [holder]: { balance: "0x9" } };
    writeFileSync(path("state.json"), JSON.stringify({ accounts }));
    const fork = await start("--fork-url", origin.url, "--load-state", path("state.json"));
    assert.equal(await testClientOf(fork).getBalance({ address: holder }), 9n);
  });

  it("of a fork is loaded onto a fork of the same block, where slots that it did not change stay", async () => {
    const origin = await start();
    await populate(origin);
    const forkFlags = ["--fork-url", origin.url, "--fork-block", "2"];
    const first = await start(...forkFlags);
    const changed = testClientOf(first);
    await changed.setStorageAt({ address: contract, index: 0, value: word(0) });
    await changed.setStorageAt({ address: contract, index: 5, value: word(7) });
    const dump = await call<Hex>(first.url, "anvil_dumpState");
    const called = await start(...forkFlags);
    await call(called.url, "anvil_loadState", [dump]);
    writeFileSync(path("state.json"), Buffer.from(dump.slice(2), "hex"));
    const started = await start(...forkFlags, "--load-state", path("state.json"));
    for (const node of [called, started]) {
      const client = testClientOf(node);
      for (const [slot, value] of [
        ["0x0", 0],
        ["0x4", 5],
        ["0x5", 7],
        ["0x9", 10],
      ] as const) {
        assert.equal(await client.getStorageAt({ address: contract, slot }), word(value), slot);
      }
    }
  });
});

describe("a genesis file", () => {
  it("in geth's form begins a chain with its accounts, code and storage", async () => {
    const alloc = {
      [contract.slice(2)]: { balance: "0x0", code, storage: { [word(0)]: word(7) } },
      [holder]: { balance: "1000", nonce: "0x4" },
    };
    const config = { chainId: 4321, londonBlock: 0, shanghaiTime: 0, cancunTime: 0 };
    const genesis = { config, timestamp: "0x5", gasLimit: "0x1c9c380", difficulty: "0x1", alloc };
    writeFileSync(path("genesis.json"), JSON.stringify(genesis));
    const node = await start("--init", path("genesis.json"));
    assert.equal(node.chainId, 4321);
    const client = testClientOf(node);
    assert.equal((await client.call({ to: contract })).data, word(7));
    assert.equal(await client.getBalance({ address: holder }), 1000n);
    assert.equal(await client.getTransactionCount({ address: holder }), 4);
    assert.equal((await client.getBlock({ blockNumber: 0n })).timestamp, 5n);
    const both = await runHere(["run", "--init", path("genesis.json"), "--chain", "main"]);
    assert.equal(both.code, 2);
  });
});

const anvil = await installAnvil();
describe("states of anvil", { skip: typeof anvil === "string" ? anvil : false }, () => {
  if (typeof anvil === "string") return;
  after(() => anvil.remove());

  it("start a chain here", async () => {
    const peer = await startAnvil(anvil, ["--dump-state", path("anvil.json")]);
    await populate(peer);
    const dump = await call<Hex>(peer.url, "anvil_dumpState");
    await peer.stop();
    await assertFurnished(await start("--load-state", path("anvil.json")));
    const other = await start();
    await call(other.url, "anvil_loadState", [dump]);
    await assertFurnished(other);
  });

  it("may be loaded from here, and continue from their block", async () => {
    const node = await start("--dump-state", path("ours.json"));
    await populate(node);
    const dump = await call<Hex>(node.url, "anvil_dumpState");
    await node.stop();
    assert.ok(readFileSync(path("ours.json"), "utf8").startsWith("{"));
    const peer = await startAnvil(anvil, ["--load-state", path("ours.json")]);
    try {
      await assertFurnished(peer);
      assert.equal(await testClientOf(peer).getBlockNumber(), 2n);
      await testClientOf(peer).mine({ blocks: 1 });
      assert.equal(await testClientOf(peer).getBlockNumber(), 3n);
    } finally {
      await peer.stop();
    }
    const other = await startAnvil(anvil);
    try {
      assert.equal(await call(other.url, "anvil_loadState", [dump]), true);
      await assertFurnished(other);
    } finally {
      await other.stop();
    }
  });
});
