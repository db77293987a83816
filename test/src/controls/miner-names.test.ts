/** Tests the control of the miner under the names that users of Ganache and of the reference node call. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";

const longMs = 3_600_000;

/** Returns the seconds of interval mining, whether automining is on, and whether blocks are mined at all. */
const modeOf = ({ request }: InProcessNode) =>
  Promise.all(
    ["anvil_getIntervalMining", "hardhat_getAutomine", "eth_mining"].map((name) => request(name)),
  );

const none = [null, false, false];

describe("miner_stop", () => {
  for (const [mining, before] of [
    ["interval", [3600, false, true]],
    ["auto", [null, true, true]],
  ] as const) {
    it(`stops a node with --mining ${mining}, and miner_start resumes it, also when called twice`, async () => {
      const interval = mining === "interval" ? { intervalMs: longMs } : {};
      await using node = await createNode({ mining, ...interval, isListening: false });
      assert.deepEqual(await modeOf(node), before);
      for (const [method, mode] of [
        ["miner_start", before],
        ["miner_stop", none],
        ["miner_stop", none],
        ["miner_start", before],
        ["miner_start", before],
      ] as const) {
        assert.equal(await node.request(method), true);
        assert.deepEqual(await modeOf(node), mode, method);
      }
    });
  }

  it("is forgotten when another mode is set", async () => {
    await using node = await createNode({
      mining: "interval",
      intervalMs: longMs,
      isListening: false,
    });
    await node.request("miner_stop");
    await node.request("evm_setAutomine", [true]);
    await node.request("miner_start");
    assert.deepEqual(await modeOf(node), [null, true, true]);
  });

  it("lasts over a restart", async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), "tandem-miner-stop-"));
    t.after(() => rm(dataDir, { recursive: true }));
    const options = {
      dataDir,
      mining: "interval",
      intervalMs: longMs,
      isListening: false,
    } as const;
    const first = await createNode(options);
    await first.request("miner_stop");
    await first.close();
    await using node = await createNode(options);
    assert.deepEqual(await modeOf(node), none);
    await node.request("miner_start");
    assert.deepEqual(await modeOf(node), [3600, false, true]);
  });
});

it("the names of the reference node's regtest have its results", async () => {
  await using node = await createNode({
    mining: "interval",
    intervalMs: longMs,
    isListening: false,
  });
  assert.equal(await node.request("evm_stopMining"), null);
  assert.deepEqual(await modeOf(node), none);
  assert.equal(await node.request("evm_startMining"), null);
  assert.deepEqual(await modeOf(node), [3600, false, true]);
  await node.request("evm_mine");
  assert.equal(await node.request("evm_reset"), null);
  assert.equal(await node.request("eth_blockNumber"), "0x0");
});

it("miner_setEtherbase sets the receiver of the fees", async () => {
  await using node = await createNode({ isListening: false });
  const receiver = `0x${"aa".repeat(20)}`;
  assert.equal(await node.request("miner_setEtherbase", [receiver]), true);
  await node.request("evm_mine");
  const block = await node.request("eth_getBlockByNumber", ["latest", false]);
  assert.equal((block as { readonly miner: unknown }).miner, receiver);
});

describe("miner_start", () => {
  it("turns automining on if no mode was stopped and nothing is mined", async () => {
    await using node = await createNode({ mining: "manual", isListening: false });
    await node.request("miner_start");
    assert.deepEqual(await modeOf(node), [null, true, true]);
  });
});
