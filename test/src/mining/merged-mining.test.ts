/** Tests that every block proves its work on Bitcoin's chain, by the JSON alone. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { assertLinked, assertProved } from "../support/chain-checks/chain-check.js";
import {
  bitcoinHash,
  forkDetectionData,
  type Pace,
  testPace,
} from "../support/chain-checks/header-rules.js";
import { proofFailures } from "../support/chain-checks/independent-proof.js";
import { workHash } from "../support/chain-checks/recompute.js";
import { developmentAccount, send } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import { call } from "../support/rpc.js";
import { callAll, readChain } from "../support/rpc-batch.js";
import { specOf } from "../support/spec-file.js";
import type { Hex, WireBlock, WireReceipt } from "../support/wire.js";

const account = developmentAccount(0);

/** Reads the chain of a node that mined some blocks, and stops the node. */
async function chainOf(
  flags: readonly string[],
  mine: (url: string) => Promise<void>,
): Promise<WireBlock[]> {
  const node = await startLocalNode(flags);
  try {
    await mine(node.url);
    return await readChain(node.url);
  } finally {
    await node.stop();
  }
}

describe("merged mining", () => {
  it("proves the block of the first transaction, and of the next twenty", async () => {
    const chain = await chainOf([], async (url) => {
      for (let i = 0; i < 21; i++) {
        const hash = await send(url, account, { to: account.address, value: 1n });
        const receipt = await eventually("receipt", async () => {
          const params = [hash];
          const found = await call<WireReceipt | null>(url, "eth_getTransactionReceipt", params);
          return found ?? undefined;
        });
        assert.equal(Number(receipt.blockNumber), i + 1);
      }
    });
    assert.equal(chain.length, 22);
    assertProved(chain, testPace);
    assertLinked(chain);
    const branches = chain.slice(1).map((block) => block.bitcoinMergedMiningMerkleProof.length);
    assert.ok(Math.max(...branches) > 2, "no Bitcoin block has more than its coinbase");
    const headers = new Set(chain.map((block) => block.bitcoinMergedMiningHeader));
    assert.equal(headers.size, chain.length, "every block has a Bitcoin header of its own");
  });

  it("is refused if any part of it is changed", async () => {
    const [, block] = await chainOf(["--mining", "manual"], (url) => call(url, "evm_mine"));
    assert.ok(block);
    assert.deepEqual(proofFailures(block), []);
    for (const key of [
      "stateRoot",
      "bitcoinMergedMiningHeader",
      "bitcoinMergedMiningCoinbaseTransaction",
      "bitcoinMergedMiningMerkleProof",
      "hashForMergedMining",
    ] as const) {
      const value = block[key];
      const flipped = value.endsWith("0") ? `${value.slice(0, -1)}1` : `${value.slice(0, -1)}0`;
      assert.notDeepEqual(proofFailures({ ...block, [key]: flipped as Hex }), [], key);
    }
  });

  it("reveals hidden branches beyond height 449", async () => {
    const blocks = 460;
    const chain = await chainOf(["--mining", "manual"], async (url) => {
      await callAll(
        url,
        Array.from({ length: blocks }, () => ({ method: "evm_mine" })),
      );
    });
    assert.equal(chain.length, blocks + 1);
    assertProved(chain, testPace);
    assertLinked(chain);
    for (const [height, block] of chain.entries()) {
      if (height === 0) continue;
      const base = workHash(block);
      const data = forkDetectionData(chain, height);
      const expected = data === undefined ? base : base.slice(0, 42) + data.slice(2);
      assert.equal(block.hashForMergedMining, expected, `height ${height}`);
    }
  });

  it("searches nonces at a real difficulty that follows the time between blocks", async () => {
    const pace: Pace = { blockSeconds: 2, difficultyDivisor: 50n, minimumDifficulty: 3000n };
    const folder = await mkdtemp(join(tmpdir(), "tandem-spec-"));
    try {
      const file = join(folder, "grind.json");
      await writeFile(file, JSON.stringify(specOf(pace)));
      const chain = await chainOf(["--chain", file, "--mining", "manual"], mineUnevenly);
      assertProved(chain, pace);
      const moves = chain.slice(1).map((block, i) => {
        const moved = BigInt(block.difficulty) - BigInt((chain[i] as WireBlock).difficulty);
        return moved > 0n ? "up" : moved < 0n ? "down" : "same";
      });
      assert.ok(moves.includes("up") && moves.includes("down"), moves.join(" "));
      assert.ok(chain.every(({ difficulty }) => BigInt(difficulty) >= 3000n));
      const limit = (1n << 256n) / 3000n;
      for (const block of chain.slice(1)) {
        const work = bitcoinHash(block.bitcoinMergedMiningHeader).reverse().toString("hex");
        assert.ok(BigInt(`0x${work}`) <= limit);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Mines one block long after genesis, one too late, one on time, and then many a second apart. */
async function mineUnevenly(url: string): Promise<void> {
  assert.equal(await call(url, "eth_chainId"), "0x1092");
  await call(url, "evm_mine");
  for (const seconds of [3, 2, ...Array.from({ length: 25 }, () => 1)]) {
    const { timestamp } = await call<WireBlock>(url, "eth_getBlockByNumber", ["latest"]);
    await call(url, "evm_setNextBlockTimestamp", [Number(timestamp) + seconds]);
    await call(url, "evm_mine");
  }
}
