/** Tests random networks of nodes that mine, are cut apart and connected again: they agree in the end. */
import { describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { developmentAccount, plentyGasPrice, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { endOfRounds, seedOr } from "../support/extent.js";
import {
  connect,
  headOf,
  isConnected,
  mine,
  type PeerNode,
  startPeer,
} from "../support/peers/peer-nodes.js";
import { ask, call } from "../support/rpc.js";
import { readChain } from "../support/rpc-batch.js";
import { type Seeded, seeded } from "../support/seeded.js";

const nodesInRound = 4;
const stepsOfRound = 24;

/** Connects or disconnects two nodes. */
async function turnOver(chance: Seeded, nodes: readonly PeerNode[]): Promise<void> {
  const [from, to] = [chance.pick(nodes), chance.pick(nodes)];
  if (from === to) return;
  if (!(await isConnected(from, to))) return connect(from, to);
  await call(from.url, "admin_removePeer", [to.enode]);
  await call(to.url, "admin_removePeer", [from.enode]);
}

/** Sends a transfer of one of a few accounts, whose nonce another branch may have used. */
async function transfer(chance: Seeded, { url }: PeerNode): Promise<void> {
  const account = developmentAccount(chance.int(3));
  const nonce = Number(await call(url, "eth_getTransactionCount", [account.address, "pending"]));
  const fields = { type: 0, chainId: 31, nonce, to: developmentAccount(5).address, value: 1n };
  const { raw } = sign(account, { ...fields, gasLimit: 21_000n, gasPrice: plentyGasPrice });
  await ask(url, "eth_sendRawTransaction", [raw]);
}

async function step(chance: Seeded, nodes: readonly PeerNode[]): Promise<void> {
  const node = chance.pick(nodes);
  switch (chance.int(5)) {
    case 0:
    case 1:
      return mine(node, 1 + chance.int(3));
    case 2:
      return turnOver(chance, nodes);
    case 3:
      return transfer(chance, node);
    case 4:
      await ask(node.url, "tandem_mineBranch", [{ depth: 1, length: 1 + chance.int(2) }]);
  }
}

/** Connects each node to the one after it, and lets one of them decide. */
async function unite(nodes: readonly PeerNode[]): Promise<void> {
  for (const [i, node] of nodes.entries()) {
    const next = nodes[i + 1];
    if (next !== undefined && !(await isConnected(node, next))) await connect(node, next);
  }
  await mine(nodes[0] as PeerNode, 4);
}

/** Returns whether nodes have different branches with as much work. Without fees each keeps the one that it saw first. */
async function areTied(nodes: readonly PeerNode[]): Promise<boolean> {
  const heads = await Promise.all(nodes.map(headOf));
  const work = new Set(heads.map(({ totalDifficulty }) => totalDifficulty));
  return work.size === 1 && new Set(heads.map(({ hash }) => hash)).size > 1;
}

/**
 * Resolves when all nodes have the same blocks. Transactions of a lost branch are pending again, so several nodes may
 * mine them at once after they had the same head. One block more decides between branches of equal work.
 */
async function sameChain(nodes: readonly PeerNode[]): Promise<void> {
  await eventually("the same chain", async () => {
    const [first, ...others] = await Promise.all(nodes.map(({ url }) => readChain(url)));
    const isSame = others.every((other) => isDeepStrictEqual(other, first));
    if (!isSame && (await areTied(nodes))) await mine(nodes[0] as PeerNode);
    return isSame;
  });
}

describe("a network of nodes that are cut apart and connected again", () => {
  it("has one chain in the end", async () => {
    const isOver = endOfRounds(1);
    for (let round = 0; !isOver(round); round++) {
      const chance = seeded(seedOr(1) + round);
      const nodes = await Promise.all(Array.from({ length: nodesInRound }, () => startPeer()));
      try {
        for (let i = 0; i < stepsOfRound; i++) await step(chance, nodes);
        await unite(nodes);
        await sameChain(nodes);
      } finally {
        await Promise.all(nodes.map((node) => node.stop()));
      }
    }
  });
});
