/** Tests `tandem inspect` on real nodes: one has the main chain, another a branch that it hides. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { bitcoinHash } from "../support/chain-checks/header-rules.js";
import { developmentAccount, send } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import { readChain } from "../support/rpc-batch.js";
import type { Hex, WireBlock } from "../support/wire.js";

/** The last common block. */
const leavesAt = 460;
const mainHead = 900;
// Long enough for the highest level wherever the range begins.
const hiddenHead = 1060;
/** The number of our blocks for each whose work also meets Bitcoin's target. */
const perBitcoinBlock = 20;

interface JsonFork {
  readonly level: number;
  readonly range: { readonly from: number; readonly to: number };
  readonly lastHeight: number;
  readonly witnessCount: number;
  readonly witnesses: readonly { readonly height: number; readonly prefix: Hex }[];
}

const mineTo = (url: string, height: number, from: number) =>
  call(url, "hardhat_mine", [height - from]);

/** Returns a line of the file of Bitcoin blocks: the end of the coinbase, as in our header. */
const lineOf = (block: WireBlock, height: number) => {
  const coinbase = `0x${block.bitcoinMergedMiningCoinbaseTransaction.slice(2 + 80)}`;
  const hash = Buffer.from(bitcoinHash(block.bitcoinMergedMiningHeader)).reverse().toString("hex");
  return JSON.stringify({ height, coinbase, hash, time: Number(block.timestamp) });
};

const vectorByte = (block: WireBlock | undefined) =>
  bitcoinHash((block as WireBlock).bitcoinMergedMiningHeader)[0];

const everyTwentieth = (chain: readonly WireBlock[], above: number) =>
  chain.filter((_, height) => height > above && height % perBitcoinBlock === 0);

describe("tandem inspect", () => {
  let folder: string;
  let nodes: readonly RunningNode[] = [];
  let main: readonly WireBlock[];
  let hidden: readonly WireBlock[];
  let urls: readonly [main: string, hidden: string];
  /** 448 to 512, but one run in 256 differs, in which the two chains' bytes of block 512 are equal. */
  let range: { readonly from: number; readonly to: number };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "tandem-inspect-"));
    const started = [await startLocalNode(), await startLocalNode()] as const;
    nodes = started;
    urls = [started[0].url, started[1].url];
    const [open, secret] = urls;
    await mineTo(open, leavesAt, 0);
    const file = join(folder, "common.rlp");
    assert.equal((await runHere(["export", file, "--url", open])).code, 0);
    assert.equal((await runHere(["import", file, "--url", secret])).code, 0);
    // A transaction makes the second node's branch different.
    await send(secret, developmentAccount(0), { nonce: 0, to: developmentAccount(1).address });
    await mineTo(secret, hiddenHead, leavesAt + 1);
    await mineTo(open, mainHead, leavesAt);
    [main, hidden] = [await readChain(open), await readChain(secret)];
    let to = 512;
    while (vectorByte(main[to]) === vectorByte(hidden[to])) to += 64;
    range = { from: to - 64, to };
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await rm(folder, { recursive: true });
  });

  /** Runs `inspect forks` on these blocks, in this order. */
  async function forks(blocks: readonly WireBlock[], ...flags: readonly string[]) {
    const file = join(folder, "bitcoin.jsonl");
    await writeFile(file, blocks.map((block, i) => lineOf(block, 800_000 + i)).join("\n"));
    const run = await runHere(["inspect", "forks", "--bitcoin-file", file, "--json", ...flags]);
    assert.equal(run.stderr, "");
    const { forks: found, ...rest } = JSON.parse(run.stdout);
    return { code: run.code, forks: found as JsonFork[], ...rest };
  }

  it("has two nodes whose chains diverge after block 460", () => {
    assert.equal(main.length, mainHead + 1);
    assert.equal(hidden.length, hiddenHead + 1);
    assert.equal(main[leavesAt]?.hash, hidden[leavesAt]?.hash);
    assert.notEqual(main[leavesAt + 1]?.hash, hidden[leavesAt + 1]?.hash);
  });

  it("finds no fork in the tags of the main chain, including those without fork data", async () => {
    const found = await forks(everyTwentieth(main, 0), "--url", urls[0]);
    assert.deepEqual(found.forks, []);
    assert.equal(found.code, 0);
    assert.equal(found.bitcoin.tags["main-chain"], mainHead / perBitcoinBlock);
    assert.deepEqual(found.mainChain, { source: urls[0], headHeight: mainHead });
  });

  it("finds the hidden branch, where it diverged and its length, and requires action", async () => {
    const own = everyTwentieth(hidden, leavesAt);
    const blocks = own.flatMap((block, i) => [
      block,
      ...(i % 2 === 0 ? [main[480 + i] as WireBlock] : []),
    ]);
    const found = await forks(blocks, "--url", urls[0]);
    assert.equal(found.code, 1);
    assert.equal(found.forks.length, 1);
    const [fork] = found.forks as [JsonFork];
    // Up to the end of the range the tags commit to nothing hidden.
    const witnesses = own.filter(({ number }) => Number(number) > range.to);
    assert.deepEqual(fork.range, range);
    assert.equal(fork.lastHeight, hiddenHead);
    assert.equal(fork.witnessCount, witnesses.length);
    assert.equal(fork.level, 2);
    assert.deepEqual(
      fork.witnesses.map(({ prefix }) => prefix),
      witnesses.map(({ hashForMergedMining }) => hashForMergedMining.slice(0, 42)),
    );
    assert.equal(found.bitcoin.tags.sibling, own.length - witnesses.length);
  });

  it("finds the same against an exported chain", async () => {
    const file = join(folder, "main.rlp");
    assert.equal((await runHere(["export", file, "--url", urls[0]])).code, 0);
    const blocks = everyTwentieth(hidden, leavesAt);
    const [byUrl, byFile] = [
      await forks(blocks, "--url", urls[0]),
      await forks(blocks, "--chain-file", file),
    ];
    assert.equal(byFile.code, 1);
    assert.deepEqual(byFile.forks, byUrl.forks);
  });

  it("finds the opposite roles for the other node", async () => {
    const found = await forks(everyTwentieth(main, leavesAt), "--url", urls[1]);
    assert.deepEqual(found.forks[0]?.range, range);
    assert.equal(found.forks[0]?.lastHeight, mainHead);
    assert.equal(found.code, 1);
  });

  it("one witness is a fork of level 0, which is no alarm, and the table shows it", async () => {
    const file = join(folder, "one.jsonl");
    await writeFile(file, `${lineOf(hidden[700] as WireBlock, 800_000)}\n`);
    const flags = ["--bitcoin-file", file, "--url", urls[0]];
    const { code, stdout } = await runHere(["inspect", "forks", ...flags]);
    assert.equal(code, 0);
    const { from, to } = range;
    const row = `0 seen +${from} to ${to} +${701 - to} to ${700 - from} +700 +-200 +100 % +1: 800000`;
    assert.match(stdout, new RegExp(`^${row}$`, "m"));
  });

  it("shows the values of the node for a block's merged mining", async () => {
    const block = main[700] as WireBlock;
    for (const name of ["700", "0x2bc", block.hash]) {
      const { code, stdout } = await runHere(["inspect", "block", name, "--url", urls[0]]);
      assert.equal(code, 0);
      for (const value of [block.hash, block.hashForMergedMining])
        assert.ok(stdout.includes(value));
      assert.match(stdout, /^ +- height +700$/m);
      assert.match(stdout, /^The proof holds\.$/m);
      for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
    }
    const unknown = await runHere(["inspect", "block", "99999", "--url", urls[0]]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /there is no block 99999/);
    const genesis = await runHere(["inspect", "block", "0", "--url", urls[0]]);
    assert.equal(genesis.code, 0);
    const nobody = await runHere(["inspect", "block", "0", "--url", "http://127.0.0.1:1"]);
    assert.equal(nobody.code, 3);
  });
});
