/** Tests our chain merge-mined on a real Bitcoin node, through segwit's activation and stops of both. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import {
  type BitcoinTransaction,
  decodeBitcoinBlock,
  encodeBitcoinTransaction,
  encodeWitnessTransaction,
  toDisplay,
  transactionId,
} from "@tandem/bitcoin";
import { taggedHash } from "@tandem/consensus";
import { fromHex, sha256, toHex } from "@tandem/primitives";
import { assertLinked, assertProved } from "../support/chain-checks/chain-check.js";
import { bitcoinHash, testPace } from "../support/chain-checks/header-rules.js";
import { developmentAccount, send } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { fewOrMany } from "../support/extent.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import {
  type Bcoin,
  bcoinOverrides,
  bcoinPackage,
  createBcoin,
  usualWindow,
} from "../support/processes/bcoin-process.js";
import { installTool } from "../support/processes/npm-tool.js";
import { call } from "../support/rpc.js";
import { readChain } from "../support/rpc-batch.js";
import type { Hex, WireBlock, WireReceipt } from "../support/wire.js";

/**
 * Number of blocks in which signals are counted. `npm test` has shorter windows, because bcoin
 * needs most of the time for the blocks in between.
 */
const window = fewOrMany(40, usualWindow);
/** Height from which a regression-test chain whose miners all signal has segwit (BIP-9). */
const segwitHeight = 3 * window;
/** Number of blocks until a coinbase may be spent. */
const maturity = 100;
const feeSatoshi = 20_000n;

const openScript = Uint8Array.of(0x51);
/** Pays to a witness script that anyone can spend (BIP-141). */
const openWitnessScript = Uint8Array.of(0, 32, ...sha256(openScript));

const tool = await installTool(bcoinPackage, bcoinOverrides);
const skip = typeof tool === "string" ? tool : false;

describe("a node on bcoin", { skip }, () => {
  let bcoin: Bcoin;
  let node: RunningNode;
  let directory: string;
  const nodeFlags = () => ["--data-dir", directory];
  const startNode = (flags: readonly string[]) =>
    startLocalNode([...nodeFlags(), "--bitcoin-rpc", bcoin.url, ...flags]);
  before(async () => {
    if (typeof tool === "string") return;
    directory = await mkdtemp(join(tmpdir(), "tandem-bitcoin-"));
    bcoin = await createBcoin(tool, window);
    await bcoin.start();
    node = await startNode([]);
  });
  after(async () => {
    await node?.stop();
    await bcoin?.stop();
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
    if (typeof tool !== "string") tool.remove();
  });

  const mine = async (blocks: number) => {
    for (let i = 0; i < blocks; i++) await call(node.url, "evm_mine");
  };
  const heightOf = async () => Number(await call<Hex>(node.url, "eth_blockNumber"));
  /** The node's block and bcoin's at the same height are created one right after the other. */
  const bitcoinHeight = (height: number) =>
    eventually(
      `Bitcoin block ${height}`,
      async () => (await bcoin.call<number>("getblockcount")) === height,
    );
  const bitcoinBlock = async (hash: string) =>
    decodeBitcoinBlock(fromHex(`0x${await bcoin.call<string>("getblock", hash, 0)}`));
  const blockAt = async (height: number) =>
    bitcoinBlock(await bcoin.call<string>("getblockhash", height));

  /** Spends the first output of a transaction that anyone can spend. */
  const spend = (
    from: BitcoinTransaction,
    script: Uint8Array,
    witnesses?: readonly (readonly Uint8Array[])[],
  ): BitcoinTransaction => ({
    version: 2,
    inputs: [
      {
        previousHash: transactionId(from),
        previousIndex: 0,
        script: new Uint8Array(0),
        sequence: 0xffffffff,
      },
    ],
    outputs: [{ value: (from.outputs[0]?.value ?? 0n) - feeSatoshi, script }],
    lockTime: 0,
    ...(witnesses === undefined ? {} : { witnesses }),
  });
  const sendToBitcoin = async (tx: BitcoinTransaction) => {
    const raw = Buffer.from(encodeWitnessTransaction(tx)).toString("hex");
    const id = await bcoin.call<string>("sendrawtransaction", raw);
    assert.equal(id, Buffer.from(toDisplay(transactionId(tx))).toString("hex"));
  };
  const coinbaseAt = async (height: number) => {
    const [coinbase] = (await blockAt(height)).transactions;
    assert.ok(coinbase);
    return coinbase;
  };

  /** Asserts that each of our blocks is proved by a Bitcoin block of bcoin that tags it. */
  async function assertMergeMined(): Promise<readonly WireBlock[]> {
    const chain = await readChain(node.url);
    assertProved(chain, testPace);
    assertLinked(chain);
    await bitcoinHeight(chain.length - 1);
    for (const { number, bitcoinMergedMiningHeader, hashForMergedMining } of chain.slice(1)) {
      const hash = bitcoinHash(bitcoinMergedMiningHeader).reverse().toString("hex");
      const { height, confirmations } = await bcoin.call<{
        readonly height: number;
        readonly confirmations: number;
      }>("getblockheader", hash);
      assert.equal(height, Number(number));
      assert.equal(confirmations, chain.length - height);
      const { header, transactions } = await bitcoinBlock(hash);
      assert.equal(toHex(header), bitcoinMergedMiningHeader);
      const [coinbase] = transactions;
      assert.ok(coinbase);
      const tag = taggedHash(encodeBitcoinTransaction(coinbase));
      assert.equal(tag && toHex(tag), hashForMergedMining);
    }
    return chain;
  }

  it("mines two chains at once, with Bitcoin's own transactions in its blocks", async () => {
    await mine(maturity + 5);
    const spent = [1, 2, 3, 4, 5];
    for (const height of spent) {
      await sendToBitcoin(spend(await coinbaseAt(height), openScript));
    }
    await mine(1);
    await bitcoinHeight(maturity + 6);
    const { transactions } = await blockAt(maturity + 6);
    assert.equal(transactions.length, 1 + spent.length);
    const ours = await call<WireBlock>(node.url, "eth_getBlockByNumber", ["latest", false]);
    // Six leaves: a branch of three levels.
    assert.equal(ours.bitcoinMergedMiningMerkleProof.length, 2 + 3 * 64);
  });

  it("accepts a transaction of ours at once, as on the embedded chain", async () => {
    const hash = await send(node.url, developmentAccount(0), {
      to: developmentAccount(1).address,
      value: 1n,
    });
    const receipt = await call<WireReceipt>(node.url, "eth_getTransactionReceipt", [hash]);
    assert.equal(receipt.status, "0x1");
  });

  it("waits while bcoin is unreachable, answers meanwhile, and continues after that", async () => {
    const height = await heightOf();
    await bitcoinHeight(height);
    await bcoin.stop();
    const mined = mine(1);
    const warnings = () => node.output().split("the Bitcoin node provides no template").length - 1;
    await eventually("warning", () => warnings() === 1);
    assert.equal(await heightOf(), height);
    await bcoin.start();
    await mined;
    assert.equal(await heightOf(), height + 1);
    assert.equal(warnings(), 1, node.output());
    await bitcoinHeight(height + 1);
  });

  it("continues at its position after a restart, here with interval mining", async () => {
    const height = await heightOf();
    assert.equal(await node.stop(), 0);
    node = await startNode(["--mining", "interval", "--interval-ms", "50"]);
    await eventually("five blocks on time", async () => (await heightOf()) >= height + 5);
    assert.equal(await node.stop(), 0);
    node = await startNode(["--mining", "manual"]);
    const reached = await heightOf();
    assert.ok(reached >= height + 5);
    await bitcoinHeight(reached);
  });

  it("continues through segwit's activation, and commits to the witnesses from then on", async () => {
    await mine(segwitHeight - 1 - (await heightOf()));
    await bitcoinHeight(segwitHeight - 1);
    const last = await coinbaseAt(segwitHeight - 1);
    assert.deepEqual([last.outputs.length, last.witnesses], [2, undefined]);
    await mine(1);
    await bitcoinHeight(segwitHeight);
    const first = await coinbaseAt(segwitHeight);
    assert.equal(first.outputs.length, 3);
    assert.deepEqual(first.witnesses, [[new Uint8Array(32)]]);
    const locked = spend(await coinbaseAt(10), openWitnessScript);
    await sendToBitcoin(locked);
    await mine(1);
    await bitcoinHeight(segwitHeight + 1);
    await sendToBitcoin(spend(locked, openScript, [[openScript]]));
    await sendToBitcoin(spend(await coinbaseAt(11), openScript));
    await mine(1);
    await bitcoinHeight(segwitHeight + 2);
    const { transactions } = await blockAt(segwitHeight + 2);
    assert.equal(transactions.length, 3);
    assert.equal(transactions.filter(({ witnesses }) => witnesses !== undefined).length, 2);
  });

  it("has every block of ours in a block of bcoin, by the tag in its coinbase", async () => {
    const chain = await assertMergeMined();
    assert.ok(chain.length > segwitHeight);
    console.log(`${chain.length - 1} blocks, each with its Bitcoin block in bcoin`);
  });

  it("shows the password neither in its log nor in its settings", async () => {
    assert.ok(!node.output().includes("sesame"));
  });
});
