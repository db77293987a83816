/** Tests the explorer of a node that forks a chain without merged mining, by a node like those of Ethereum. */
import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { borrowBrowser, noBrowser, returnBrowser } from "../support/browser/browser.js";
import { type Explorer, openedUntilEnd } from "../support/browser/explorer.js";
import { alice, type Scene, startScene } from "../support/browser/explorer-scene.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import {
  openUpstreamProxy,
  refuse,
  type UpstreamProxy,
} from "../support/processes/upstream-proxy.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

/** The fields of blocks that nodes of Ethereum do not have. */
const ownFields = [
  "totalDifficulty",
  "minimumGasPrice",
  "bitcoinMergedMiningHeader",
  "bitcoinMergedMiningCoinbaseTransaction",
  "bitcoinMergedMiningMerkleProof",
  "hashForMergedMining",
  "paidFees",
  "cumulativeDifficulty",
];

/** Gives blocks, transactions and receipts the form of Ethereum's nodes. */
function ethereumForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ethereumForm);
  if (typeof value !== "object" || value === null) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (ownFields.includes(name)) continue;
    // Signatures are quantities there: their leading zeros are left out.
    fields[name] = name === "r" || name === "s" ? "0xabc" : ethereumForm(member);
  }
  return fields;
}

const lacks = /^(ots|erigon|trace|debug|native|rsk|tandem)_/;

describe("the explorer of a fork of a chain without merged mining", { skip: noBrowser }, () => {
  let scene: Scene;
  let proxy: UpstreamProxy;
  let node: RunningNode;
  /** The height of the forked block. */
  let forked: number;
  const browser = () => borrowed as Awaited<ReturnType<typeof borrowBrowser>>;
  let borrowed: Awaited<ReturnType<typeof borrowBrowser>> | undefined;

  before(async () => {
    scene = await startScene();
    proxy = await openUpstreamProxy(scene.node.url);
    proxy.change = ethereumForm;
    proxy.answer = (request, response) =>
      lacks.test(request.method) && refuse(request, response, -32601, "no such method here");
    node = await startLocalNode(["--fork-url", proxy.url]);
    forked = Number(await call<Hex>(node.url, "eth_blockNumber"));
    borrowed = await borrowBrowser();
  });
  after(async () => {
    returnBrowser(borrowed);
    await node?.stop();
    proxy?.close();
    await scene?.node.stop();
  });

  async function opened(t: TestContext): Promise<Explorer> {
    const explorer = await openedUntilEnd(t, browser(), node.url);
    return explorer;
  }
  const hasNoAlert = (explorer: Explorer) =>
    explorer.comesTo("document.querySelectorAll('main [role=alert]').length", 0);

  it("shows a block before the fork, and that nothing was mined with Bitcoin for it", async (t) => {
    const explorer = await opened(t);
    const block = await call<Record<string, string>>(scene.node.url, "eth_getBlockByNumber", [
      "0x2",
      false,
    ]);
    await explorer.go("/block/2", /^Block 2$/);
    await explorer.fieldIs("Parent", block.parentHash ?? "");
    await explorer.fieldIs("State root", block.stateRoot ?? "");
    await explorer.fieldIs("Base fee", /gwei$/);
    await explorer.shows("[aria-labelledby=proof]", /\nThis block is not merge-mined with Bitcoin/);
    for (const name of ["Bitcoin header", "Hash for merged mining", "paidFees"]) {
      assert.equal(await explorer.field(name), "", name);
    }
    await explorer.shows("tbody tr", new RegExp(scene.transfer.slice(0, 10)));
    await hasNoAlert(explorer);
  });

  it("shows transactions before the fork, and says that their traces are not there", async (t) => {
    const explorer = await opened(t);
    await explorer.go(`/tx/${scene.transfer}`, /^Transaction$/);
    await explorer.shows(".status", /^Success$/);
    await explorer.fieldIs("Block number", /^2, position 0$/);
    await explorer.fieldIs("From", alice.address);
    await explorer.shows("#trace", /the node that it forks, lacks a method for the trace/);
    for (const [part, what] of [
      ["changes", "the changes"],
      ["receipt-proof", "the receipt proof"],
    ] as const) {
      await explorer.click(`#${part} summary`);
      await explorer.shows(
        `#${part}`,
        new RegExp(`the node that it forks, lacks a method for ${what}`),
      );
    }
    assert.doesNotMatch(await explorer.text("main"), /no such method here/);
    await explorer.go(`/tx/${scene.failure}`, /^Transaction$/);
    await explorer.shows(".status", /^Failed: the node does not say why$/);
    await hasNoAlert(explorer);
  });

  it("says that the transactions of an account before the fork are not listed", async (t) => {
    const explorer = await opened(t);
    await explorer.go(`/address/${alice.address}`, /^Address$/);
    await explorer.shows(
      "[aria-labelledby=transactions]",
      new RegExp(`Not those up to block ${forked}: they are of chain 31, which this node forks`),
    );
    await explorer.click("#creations summary");
    await explorer.shows("#creations", new RegExp(`Not those up to block ${forked}:`));
    await hasNoAlert(explorer);
  });

  it("shows the chain and its miners with blocks from before the fork", async (t) => {
    const explorer = await opened(t);
    await explorer.shows(".rows li:first-child", new RegExp(`^${forked}\\b`));
    await explorer.fieldIs("Base fee", /^0\.0\d+ gwei$/);
    await explorer.comesTo("document.querySelectorAll('.blocks li').length", forked + 1);
    await explorer.shows("[aria-labelledby=transactions] li", /^0x\w+…/);
    await explorer.go("/mining", /^Mining$/);
    await explorer.shows("[aria-labelledby=miners] tbody", new RegExp(`\\b${forked}\\b`));
    await hasNoAlert(explorer);
  });
});
