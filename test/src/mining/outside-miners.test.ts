/** Tests external miners: an independent one by every method, and the built-in command. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { assertProved } from "../support/chain-checks/chain-check.js";
import { testPace } from "../support/chain-checks/header-rules.js";
import { proofFailures } from "../support/chain-checks/independent-proof.js";
import { developmentAccount, sign } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { withLocalNode } from "../support/node-suite.js";
import {
  findPoolBlock,
  type PoolOptions,
  submission,
  type Way,
  type WireSubmitted,
  type WireWork,
  ways,
  wordOf,
} from "../support/pool-miner.js";
import { startMiner } from "../support/processes/miner-process.js";
import { call } from "../support/rpc.js";
import { readChain } from "../support/rpc-batch.js";
import type { Hex, WireBlock, WireReceipt } from "../support/wire.js";

const account = developmentAccount(0);
const getWork = (url: string) => call<WireWork>(url, "mnr_getWork");

/** Mines one block from getting work to its submission. */
async function mineOnce(url: string, way: Way, options: PoolOptions = {}) {
  const work = await getWork(url);
  const block = findPoolBlock(work, options);
  const [method, params] = submission(way, block);
  const submitted = await call<WireSubmitted>(url, method, params);
  return { work, block, submitted };
}

describe("an external miner", () => {
  const { url } = withLocalNode(["--mining", "external"]);

  it("submits blocks by each method, with any number of transactions, with and without witnesses", async () => {
    let nonce = 0;
    for (const way of ways) {
      for (const payments of [0, 1, 2, 6]) {
        const { raw, hash } = sign(account, { nonce: nonce++, to: account.address, value: 1n });
        assert.equal(await call(url(), "eth_sendRawTransaction", [raw]), hash);
        assert.equal(await call(url(), "eth_getTransactionReceipt", [hash]), null);
        const options = { payments, hasWitness: payments % 2 === 1 };
        const { work, block, submitted } = await mineOnce(url(), way, options);
        const about = `${way} with ${payments}`;
        assert.equal(wordOf(submitted), "IMPORTED_BEST", about);
        const params = [submitted.blockIncludedHeight, false];
        const found = await call<WireBlock>(url(), "eth_getBlockByNumber", params);
        assert.equal(found.hash, submitted.blockHash, about);
        assert.equal(found.hashForMergedMining, work.blockHashForMergedMining, about);
        assert.equal(found.parentHash, work.parentBlockHash, about);
        assert.equal(found.bitcoinMergedMiningHeader, `0x${block.header.toString("hex")}`, about);
        assert.deepEqual(proofFailures(found), [], about);
        assert.deepEqual(found.transactions, [hash], about);
        assert.equal(BigInt(found.paidFees), BigInt(work.feesPaidToMiner), about);
        const receipt = await call<WireReceipt>(url(), "eth_getTransactionReceipt", [hash]);
        assert.equal(receipt.blockHash, found.hash, about);
      }
    }
    const chain = await readChain(url());
    assert.equal(chain.length, 1 + ways.length * 4);
    assertProved(chain, testPace);
  });

  it("is notified of new work once, with members and texts of the reference", async () => {
    await mineOnce(url(), "partial");
    const first = await getWork(url());
    assert.deepEqual(Object.keys(first).sort(), [
      "blockHashForMergedMining",
      "feesPaidToMiner",
      "notify",
      "parentBlockHash",
      "target",
    ]);
    const head = await call<WireBlock>(url(), "eth_getBlockByNumber", ["latest"]);
    assert.equal(first.parentBlockHash, head.hash);
    assert.equal(first.target, `0x${"5".repeat(64)}`, "a third of all hashes at difficulty 1");
    assert.deepEqual([first.feesPaidToMiner, first.notify], ["0", true]);
    assert.deepEqual(await getWork(url()), { ...first, notify: false });
  });

  it("does not prevent evm_mine from mining, after which its work is out of date", async () => {
    const work = await getWork(url());
    await call(url(), "evm_mine");
    const head = await call<WireBlock>(url(), "eth_getBlockByNumber", ["latest"]);
    assert.equal(head.parentHash, work.parentBlockHash);
    const [method, params] = submission("partial", findPoolBlock(work));
    const late = await call<WireSubmitted>(url(), method, params);
    assert.equal(wordOf(late), "IMPORTED_NOT_BEST");
    const { work: newer, submitted } = await mineOnce(url(), "block");
    assert.equal(newer.parentBlockHash, head.hash);
    const next = await call<WireBlock>(url(), "eth_getBlockByHash", [submitted.blockHash]);
    assert.deepEqual(next.uncles, [late.blockHash], "what came late is an uncle");
  });
});

describe("work for external miners", () => {
  const modes = [["auto"], ["manual"], ["interval", "--interval-ms", "3600000"]];
  for (const mode of modes) {
    it(`is available with --mining ${mode[0]}`, async () => {
      const node = await startLocalNode(["--mining", ...mode]);
      try {
        const { submitted } = await mineOnce(node.url, "partial", { payments: 3 });
        assert.equal(wordOf(submitted), "IMPORTED_BEST");
        assert.equal(await call(node.url, "eth_blockNumber"), "0x1");
      } finally {
        await node.stop();
      }
    });
  }
});

describe("the command tandem miner", () => {
  const { url } = withLocalNode(["--mining", "external"]);
  const height = async () => Number(await call<Hex>(url(), "eth_blockNumber"));

  it("mines by each method and stops after the given number of blocks", async () => {
    const before = await height();
    for (const way of ways) {
      const flags = ["--url", url(), "--name", `by-${way}`, "--submit", way, "--blocks", "4"];
      const { code, stdout, stderr } = await runHere(["miner", ...flags]);
      assert.equal(code, 0, stderr);
      assert.match(
        stdout.trimEnd().split("\n").at(-1) ?? "",
        new RegExp(`^by-${way}: done, 4 accepted$`),
      );
    }
    const chain = await readChain(url());
    assert.equal(chain.length - 1, before + 12);
    assertProved(chain, testPace);
    const named = chain.slice(-12).map((block) => {
      const links = block.bitcoinMergedMiningHeader;
      return Buffer.from(links.slice(2), "hex").subarray(4, 36);
    });
    assert.equal(new Set(named.map((previous) => previous.toString("hex"))).size, 10);
  });

  it("mines for a node whose clock is ahead", async () => {
    const ahead = await startLocalNode(["--mining", "external"]);
    await call(ahead.url, "evm_increaseTime", [7200]);
    const flags = ["--url", ahead.url, "--name", "ahead", "--blocks", "2", "--poll-ms", "1"];
    const miner = startMiner(flags);
    try {
      await miner.says(/accepted$/);
      assert.match(miner.lines()[1] ?? "", /IMPORTED_BEST, 1 accepted$/);
      assert.equal(await miner.ended, 0);
    } finally {
      miner.child.kill();
      await ahead.stop();
    }
  });

  it("runs by npm's script, which sets up what is missing, and prints its events as JSON", async () => {
    const script = fileURLToPath(new URL("../../../scripts/miner.mjs", import.meta.url));
    const flags = ["--url", url(), "--blocks", "1", "--name", "one", "--json"];
    const miner = startMiner(flags, [script]);
    assert.equal(await miner.ended, 0, miner.lines().join("\n"));
    const facts = miner
      .lines()
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
    assert.deepEqual(facts[0], {
      event: "started",
      miner: "one",
      url: url(),
      submit: "partial",
    });
    const { number, hash, ...rest } = facts.find(({ event }) => event === "submitted");
    const submitted = { event: "submitted", miner: "one", result: "IMPORTED_BEST", accepted: 1 };
    assert.deepEqual(rest, submitted);
    assert.deepEqual([Number(number), hash.length], [await height(), 66]);
    assert.deepEqual(facts.at(-1), { event: "done", miner: "one", accepted: 1 });
  });

  it("waits for an unreachable node, continues after that, and ends cleanly on a signal", async () => {
    let isAway = true;
    const relay = createServer(async (request, response) => {
      if (isAway) return void request.socket.destroy();
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const headers = { "content-type": "application/json" };
      const answer = await fetch(url(), { method: "POST", headers, body: Buffer.concat(parts) });
      response.setHeader("content-type", "application/json").end(await answer.text());
    });
    await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
    const { port } = relay.address() as AddressInfo;
    const flags = ["--url", `http://127.0.0.1:${port}`, "--poll-ms", "20", "--rest-ms", "20"];
    const miner = startMiner(flags);
    const errors: string[] = [];
    miner.child.stderr?.on("data", (chunk) => errors.push(`${chunk}`));
    await miner.says(/trying again every 20 ms: no answer over HTTP: .*: start a node by `tandem`/);
    const before = await height();
    isAway = false;
    await miner.says(/the node answers again/);
    assert.match(errors.join(""), /^\S+ trying again .+\n\S+ the node answers again\n$/);
    await miner.says(/IMPORTED_BEST, 3 accepted/);
    assert.ok((await height()) >= before + 3);
    miner.child.kill("SIGTERM");
    assert.equal(await miner.ended, 0, miner.lines().join("\n"));
    assert.match(miner.lines().at(-1) ?? "", /: stopped, \d+ accepted$/);
    relay.closeAllConnections();
    await new Promise((resolve) => relay.close(resolve));
  });

  it("reports invalid flags", async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [["--submit", "post"], /--submit: expected one of block, transactions, partial, got "post"/],
      [["--poll-ms", "0"], /--poll-ms: expected an integer from 1 to/],
      [["--url", "nowhere"], /--url: expected the address of a node/],
      [["--hashes", "1"], /unknown flag --hashes/],
      [["--name", "x".repeat(61)], /--name: expected at most 60 bytes/],
    ];
    for (const [flags, message] of cases) {
      const { code, stderr } = await runHere(["miner", ...flags]);
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
    const help = await runHere(["miner", "--help"]);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /--rest-ms N/);
  });
});
