/**
 * Tests `--seed` and `--timestamp`: the same requests result in the same chain, at any time and
 * speed.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { assertProved } from "../support/chain-checks/chain-check.js";
import { testPace } from "../support/chain-checks/header-rules.js";
import { developmentAccount, send } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import { readChain } from "../support/rpc-batch.js";
import type { Hex } from "../support/wire.js";

const start = ["--timestamp", "1800000000"];
const flags = ["--seed", "7", ...start];
/** Longer than a second, the unit of block times. */
const slowMs = 1100;

type Wait = () => Promise<unknown>;
const atOnce: Wait = async () => {};

async function firstPart({ url }: RunningNode, wait: Wait): Promise<void> {
  const [alice, bob] = [developmentAccount(0), developmentAccount(1)];
  await send(url, alice, { to: bob.address, value: 1 });
  await wait();
  await call(url, "evm_increaseTime", [3600]);
  await call(url, "hardhat_mine", [100, 12]);
  const id = await call<Hex>(url, "evm_snapshot");
  await wait();
  await send(url, bob, { to: alice.address, value: 2 });
  await call(url, "tandem_mineUncle", []);
  await call(url, "evm_mine");
  await wait();
  await call(url, "evm_revert", [id]);
  await send(url, bob, { to: alice.address, value: 3 });
}

async function secondPart({ url }: RunningNode, wait: Wait): Promise<void> {
  const [alice, bob] = [developmentAccount(0), developmentAccount(1)];
  await wait();
  await send(url, alice, { to: bob.address, value: 4 });
  await call(url, "anvil_reorg", [2, []]);
  await wait();
  await call(url, "evm_mine");
  await call(url, "evm_setNextBlockTimestamp", [1_900_000_000]);
  await call(url, "evm_mine");
}

async function runOf(wait: Wait, seeded: readonly string[] = flags) {
  const node = await startLocalNode(seeded);
  try {
    await firstPart(node, wait);
    await secondPart(node, wait);
    const filters = [
      await call<Hex>(node.url, "eth_newBlockFilter"),
      await call<Hex>(node.url, "eth_newBlockFilter"),
    ];
    return { chain: await readChain(node.url), filters };
  } finally {
    await node.stop();
  }
}

describe("a run with a seed", () => {
  it("is the same, hash for hash, when it is slowed down", async () => {
    const [fast, slow] = await Promise.all([runOf(atOnce), runOf(() => pause(slowMs))]);
    assert.deepEqual(slow, fast);
    assert.notEqual(fast.filters[0], fast.filters[1]);
    assert.equal(fast.chain[0]?.timestamp, `0x${(1_800_000_000).toString(16)}`);
    assert.equal(fast.chain[1]?.timestamp, `0x${(1_800_000_001).toString(16)}`);
    assertProved(fast.chain, testPace, 1n);
  });

  it("is the same if the node is restarted in between", async () => {
    const whole = await runOf(atOnce);
    const directory = await mkdtemp(join(tmpdir(), "tandem-seed-"));
    try {
      const kept = [...flags, "--data-dir", directory];
      const first = await startLocalNode(kept);
      await firstPart(first, atOnce).finally(() => first.stop());
      const second = await startLocalNode(kept);
      try {
        await secondPart(second, atOnce);
        assert.deepEqual(await readChain(second.url), whole.chain);
      } finally {
        await second.stop();
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  it("differs with another seed", async () => {
    const another = ["--seed", "8", ...start];
    const [one, other] = await Promise.all([runOf(atOnce), runOf(atOnce, another)]);
    assert.equal(one.chain[0]?.hash, other.chain[0]?.hash, "genesis is the same");
    assert.notEqual(one.chain[1]?.hash, other.chain[1]?.hash);
    assert.notDeepEqual(one.filters, other.filters);
  });

  it("is refused with a Bitcoin node", async () => {
    const { code, stderr } = await runHere([
      "run",
      "--seed",
      "1",
      "--bitcoin-rpc",
      "http://u:p@127.0.0.1:1",
    ]);
    assert.equal(code, 2);
    assert.match(stderr, /--seed: not together with --bitcoin-rpc/);
  });
});

describe("a node with --timestamp alone", () => {
  it("starts at that time and uses the clock", async () => {
    const secondsNow = () => Math.floor(Date.now() / 1000);
    const began = secondsNow();
    const node = await startLocalNode(["--timestamp", "1800000000"]);
    try {
      const started = secondsNow();
      await pause(slowMs);
      // The difference of two rounded times may be one more than the elapsed time.
      const least = secondsNow() - started - 1;
      await call(node.url, "evm_mine");
      const most = secondsNow() - began;
      const [genesis, block] = await readChain(node.url);
      assert.equal(Number(genesis?.timestamp), 1_800_000_000);
      const passed = Number(block?.timestamp) - 1_800_000_000;
      assert.ok(passed >= least && passed <= most + 1, `${passed} of ${least} to ${most} seconds`);
    } finally {
      await node.stop();
    }
  });
});
