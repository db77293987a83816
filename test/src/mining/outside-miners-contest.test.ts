/** Tests many blocks of three competing miners: valid uncles, one chain, every proof. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { forkDetectionData, type Pace } from "../support/chain-checks/header-rules.js";
import { proofFailures } from "../support/chain-checks/independent-proof.js";
import { workHash } from "../support/chain-checks/recompute.js";
import { assertFamily, readFamily } from "../support/chain-checks/uncle-rules.js";
import { developmentAccounts, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { fewOrMany } from "../support/extent.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { ways } from "../support/pool-miner.js";
import { type MinerProcess, startMiner } from "../support/processes/miner-process.js";
import { call } from "../support/rpc.js";
import { callAll, readChain } from "../support/rpc-batch.js";
import { specOf } from "../support/spec-file.js";
import type { Hex, WireBlock, WireReceipt } from "../support/wire.js";

const blocks = fewOrMany(45, 1_000);
/** A block costs some hundred hashes, so that all three have their share. */
const pace: Pace = { blockSeconds: 1, difficultyDivisor: 250n, minimumDifficulty: 250n };
/** Milliseconds of a miner's pause after a block, so that the others find blocks on any machine. */
const restMs = 30;
/** Blocks come faster than one a second, so their times run ahead of the clock. */
const bitcoinTimeSecondsMax = 7200;
const transfersEach = fewOrMany(8, 20);

describe("three external miners", () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-contest-"));
  const spec = join(folder, "spec.json");
  const flags = ["--chain", spec, "--mining", "external"];
  let node: RunningNode;
  let miners: readonly MinerProcess[] = [];
  let chain: readonly WireBlock[] = [];
  let hashes: readonly Hex[] = [];

  const unclesAt = async (height: number) =>
    Number(await call(node.url, "eth_getUncleCountByBlockNumber", [`0x${height.toString(16)}`]));

  before(async () => {
    writeFileSync(spec, JSON.stringify(specOf(pace, { bitcoinTimeSecondsMax, difficulty: 250 })));
    node = await startLocalNode(flags);
    miners = ways.map((way) => {
      const own = ["--name", `the-${way}`, "--submit", way, "--rest-ms", `${restMs}`];
      return startMiner(["--url", node.url, "--poll-ms", "15", ...own]);
    });
    hashes = await sendTransfers(node.url);
    // On a busy machine one may start when the others have found all blocks.
    for (const miner of miners) await miner.says(/IMPORTED_BEST/);
    for (let height = 0, uncles = 0; height < blocks || uncles === 0; ) {
      const newest = await eventually(`block after ${height}`, async () => {
        const now = Number(await call<Hex>(node.url, "eth_blockNumber"));
        return now > height && now;
      });
      while (height < newest) uncles += await unclesAt(++height);
    }
    await eventually("block of the last transfer", async () => {
      const { pending } = await call<{ pending: Hex }>(node.url, "txpool_status");
      return pending === "0x0";
    });
    for (const { child } of miners) child.kill("SIGTERM");
    for (const miner of miners) assert.equal(await miner.ended, 0, miner.lines().at(-1));
    chain = await readChain(node.url);
  });
  after(async () => {
    for (const { child } of miners) child.kill("SIGKILL");
    await node.stop();
    rmSync(folder, { recursive: true });
  });

  it("find most of their blocks in time, and lose some as uncles", async () => {
    const lines = miners.map((miner) => miner.lines());
    for (const said of lines) {
      assert.deepEqual(
        said.filter((line) => /refused|INVALID|NO_PARENT|EXIST/.test(line)),
        [],
      );
      assert.ok(said.filter((line) => line.includes("IMPORTED_BEST")).length > blocks / 50);
    }
    const accepted = lines.flat().filter((line) => / IMPORTED_/.test(line)).length;
    const lost = chain.reduce((sum, { uncles }) => sum + uncles.length, 0);
    assert.ok(lost > blocks / 100, `${lost} uncles`);
    // Each miner may have ended before it read the result of its last block.
    const told = accepted + miners.length;
    assert.ok(told >= chain.length - 1 + lost, `${accepted} accepted, ${lost} uncles`);
  });

  it("make one chain whose blocks and uncles keep the rules, each with its own proof", async () => {
    const failures = chain.slice(1).flatMap(proofFailures);
    assert.deepEqual(failures, []);
    assertFamily(await readFamily(node.url, chain), pace);
    const difficulties = new Set(chain.map(({ difficulty }) => difficulty));
    assert.ok(difficulties.size > 10, "the difficulty follows the uncles");
    const headers = chain.slice(1).map((block) => block.bitcoinMergedMiningHeader);
    assert.equal(new Set(headers).size, chain.length - 1);
  });

  it("have tags of the branch on which they mine", () => {
    for (const [height, block] of chain.entries()) {
      const data = forkDetectionData(chain, height);
      const base = workHash(block);
      const expected = data === undefined ? base : base.slice(0, 42) + data.slice(2);
      if (height > 0) assert.equal(block.hashForMergedMining, expected, `height ${height}`);
    }
  });

  it("leave no transaction pending, and include none twice", async () => {
    const receipts = await callAll<WireReceipt | null>(
      node.url,
      hashes.map((hash) => ({ method: "eth_getTransactionReceipt", params: [hash] })),
    );
    const mined = chain.flatMap(({ transactions }) => transactions);
    assert.equal(mined.length, hashes.length);
    assert.deepEqual([...mined].sort(), [...hashes].sort());
    for (const receipt of receipts) assert.equal(receipt?.status, "0x1");
  });

  it("leave a chain that can be exported and verified to the last header", async () => {
    const file = join(folder, "chain.rlp");
    const exported = await runHere(["export", file, "--url", node.url]);
    assert.equal(exported.code, 0, exported.stderr);
    const verified = await runHere(["headers", "verify", file, "--chain", spec]);
    assert.equal(verified.code, 0, verified.stdout);
    const uncles = chain.reduce((sum, block) => sum + block.uncles.length, 0);
    const total = chain.length - 1 + uncles;
    const summary = `${total} headers (${uncles} of uncles), ${total} valid, 0 invalid, `;
    assert.ok(verified.stdout.startsWith(summary), verified.stdout);
    const foreign = await runHere(["headers", "verify", file, "--chain", "main"]);
    assert.equal(foreign.code, 1, "by the rules of another chain they are not");
  });

  it("have a chain that another node imports with the same head", async () => {
    const other = await startLocalNode(flags);
    try {
      const imported = await runHere(["import", join(folder, "chain.rlp"), "--url", other.url]);
      assert.equal(imported.code, 0, imported.stderr);
      const heads = [node, other].map(({ url }) => call(url, "eth_getBlockByNumber", ["latest"]));
      const [ours, theirs] = await Promise.all(heads);
      assert.deepEqual(theirs, ours);
    } finally {
      await other.stop();
    }
  });
});

/**
 * Sends some transfers of every account while the miners compete, so that branches differ in their
 * fees.
 */
async function sendTransfers(url: string): Promise<Hex[]> {
  const hashes: Hex[] = [];
  for (let nonce = 0; nonce < transfersEach; nonce++) {
    for (const [i, account] of developmentAccounts.entries()) {
      const gasPrice = BigInt(1 + ((nonce + i) % 5)) * 10n ** 9n;
      const fields = { nonce, to: account.address, chainId: 4242, gasPrice };
      const { raw, hash } = sign(account, fields);
      assert.equal(await call(url, "eth_sendRawTransaction", [raw]), hash);
      hashes.push(hash);
    }
  }
  return hashes;
}
