/** Tests nodes that are connected directly: they share blocks, branches and transactions. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { developmentAccount, plentyGasPrice, send, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import {
  connect,
  hasPeers,
  headOf,
  isConnected,
  mine,
  type PeerNode,
  sameHead,
  startPeer,
} from "../support/peers/peer-nodes.js";
import { freePort } from "../support/processes/free-port.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

const [sender, receiver] = [developmentAccount(0), developmentAccount(1)];

interface ShownBlock {
  readonly hash: Hex;
  readonly number: Hex;
  readonly uncles: readonly Hex[];
}

interface ShownPeer {
  readonly id: string;
  readonly name: string;
  readonly caps: readonly string[];
  readonly network: { readonly inbound: boolean };
}

const transfer = (nonce: number) =>
  sign(sender, {
    type: 0,
    chainId: 31,
    nonce,
    to: receiver.address,
    value: 7n,
    gasLimit: 21_000n,
    gasPrice: plentyGasPrice,
  });

async function chainOf(url: string): Promise<unknown[]> {
  const height = Number(await call(url, "eth_blockNumber"));
  const heights = Array.from({ length: height + 1 }, (_, i) => `0x${i.toString(16)}`);
  return Promise.all(
    heights.map(async (number) => [
      await call(url, "eth_getBlockByNumber", [number, true]),
      await call(url, "eth_getBlockReceipts", [number]),
    ]),
  );
}

describe("a node that connects to another", () => {
  let first: PeerNode;
  let second: PeerNode;
  before(async () => {
    first = await startPeer();
    await mine(first, 3);
    await call(first.url, "tandem_mineUncle", [{}]);
    for (let i = 0; i < 3; i++) {
      await send(first.url, sender, { to: receiver.address, value: 5n });
    }
    // More than one message of headers.
    await call(first.url, "hardhat_mine", ["0xd0"]);
    second = await startPeer(["--peer", first.enode]);
  });
  after(async () => {
    await second.stop();
    await first.stop();
  });

  it("has its chain when it is ready", async () => {
    assert.equal((await headOf(second)).hash, (await headOf(first)).hash);
    assert.deepEqual(await chainOf(second.url), await chainOf(first.url));
    assert.equal(await call(second.url, "eth_syncing"), false);
  });

  it("is counted and listed on both sides", async () => {
    await hasPeers(first, 1);
    await hasPeers(second, 1);
    assert.match((await runHere(["status", "--url", first.url])).stdout, /^Peers {3}1$/m);
    const [peer] = await call<ShownPeer[]>(second.url, "admin_peers");
    const own = await call<{ readonly id: string }>(first.url, "admin_nodeInfo");
    assert.equal(peer?.id, own.id);
    assert.equal(peer.name, await call(first.url, "web3_clientVersion"));
    assert.deepEqual(peer.caps, ["rsk/62"]);
    assert.equal(peer.network.inbound, false);
    const [back] = await call<ShownPeer[]>(first.url, "admin_peers");
    assert.equal(back?.network.inbound, true);
  });

  it("gets blocks of the other, and the other gets its own", async () => {
    await mine(first);
    await sameHead([first, second]);
    await mine(second, 2);
    const { number } = await sameHead([first, second]);
    assert.equal(number, (await headOf(first)).number);
  });

  it("passes transactions to the other, which mines them", async () => {
    for (const { url } of [first, second]) await call(url, "evm_setAutomine", [false]);
    const nonce = Number(await call(second.url, "eth_getTransactionCount", [sender.address]));
    const sent = [transfer(nonce), transfer(nonce + 1)];
    for (const { raw } of sent) await call(second.url, "eth_sendRawTransaction", [raw]);
    for (const { hash } of sent) {
      await eventually("transaction in the other pool", async () => {
        return (await call(first.url, "eth_getTransactionByHash", [hash])) !== null;
      });
    }
    await mine(first);
    for (const { hash } of sent) {
      const receipt = await eventually("receipt", async () => {
        return (
          (await call<ShownBlock>(second.url, "eth_getTransactionReceipt", [hash])) ?? undefined
        );
      });
      assert.deepEqual(receipt, await call(first.url, "eth_getTransactionReceipt", [hash]));
    }
  });

  it("takes a block of the other that has edited states for invalid, and disconnects", async () => {
    await call(second.url, "anvil_setBalance", [receiver.address, "0x1"]);
    const before = await headOf(first);
    await mine(second);
    await hasPeers(first, 0);
    assert.equal((await headOf(first)).hash, before.hash);
  });
});

describe("nodes that were apart", () => {
  it("agree on the branch with the most total difficulty, and list the other as uncles", async () => {
    // The transaction of the lost block waits again, at both.
    const manual = ["--mining", "manual"];
    const [one, other] = await Promise.all([startPeer(manual), startPeer(manual)]);
    try {
      await send(one.url, sender, { to: receiver.address, value: 5n });
      await mine(one);
      await mine(other, 4);
      const lost = await headOf(one);
      const kept = await headOf(other);
      await connect(one, other);
      assert.equal((await sameHead([one, other])).hash, kept.hash);
      const shown = await call<ShownBlock>(one.url, "eth_getBlockByHash", [lost.hash, false]);
      assert.equal(shown.hash, lost.hash);
      await mine(one);
      const { hash } = await sameHead([one, other]);
      const block = await call<ShownBlock>(other.url, "eth_getBlockByHash", [hash, false]);
      assert.ok(block.uncles.includes(lost.hash));
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });

  it("pass on the blocks of a third", async () => {
    const nodes = await Promise.all([startPeer(), startPeer(), startPeer()]);
    const [left, middle, right] = nodes as [PeerNode, PeerNode, PeerNode];
    try {
      await mine(left, 3);
      await connect(middle, left);
      await connect(right, middle);
      await sameHead(nodes);
      await mine(right, 2);
      await sameHead(nodes);
      await send(left.url, sender, { to: receiver.address, value: 5n });
      await sameHead(nodes);
      assert.equal(Number((await headOf(right)).number), 6);
      assert.equal(await isConnected(left, right), false);
    } finally {
      await Promise.all(nodes.map((node) => node.stop()));
    }
  });

  it("undo a revert of one of them", async () => {
    const [one, other] = await Promise.all([startPeer(), startPeer()]);
    try {
      const snapshot = await call(one.url, "evm_snapshot");
      await mine(one, 3);
      await connect(other, one);
      const { hash } = await sameHead([one, other]);
      assert.equal(await call(one.url, "evm_revert", [snapshot]), true);
      await mine(other);
      const head = await sameHead([one, other]);
      const above = await call<{ parentHash: Hex }>(one.url, "eth_getBlockByHash", [
        head.hash,
        false,
      ]);
      assert.equal(above.parentHash, hash);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });
});

describe("a node of another chain", () => {
  it("is refused, with the reason in the log", async () => {
    const first = await startPeer();
    const second = await startPeer(["--timestamp", "1600000000", "--peer", first.enode]);
    try {
      assert.match(second.output(), /its chain begins with 0x[0-9a-f]{64}, another block/);
      assert.equal(await call(second.url, "net_peerCount"), "0x0");
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  });
});

describe("a node with a data directory", () => {
  it("keeps its identity, and is connected to again after a restart", async () => {
    const directory = mkdtempSync(join(tmpdir(), "tandem-peer-"));
    const flags = ["--data-dir", directory, "--p2p-port", `${await freePort()}`];
    const start = async () => {
      const node = await startLocalNode(flags);
      const { enode } = await call<{ enode: string }>(node.url, "admin_nodeInfo");
      return { ...node, enode };
    };
    const first = await start();
    const second = await startPeer(["--peer", first.enode]);
    try {
      assert.equal(statSync(join(directory, "node-key")).mode & 0o777, 0o600);
      await hasPeers(second, 1);
      await first.stop();
      await hasPeers(second, 0);
      await mine(second, 2);
      const again = await start();
      try {
        assert.equal(again.enode, first.enode);
        await hasPeers(second, 1);
        await sameHead([again, second]);
      } finally {
        await again.stop();
      }
    } finally {
      await second.stop();
      rmSync(directory, { recursive: true });
    }
  });
});

describe("a removed peer", () => {
  it("is disconnected, and not connected to again", async () => {
    const [one, other] = await Promise.all([startPeer(), startPeer()]);
    try {
      await connect(one, other);
      await call(one.url, "admin_removePeer", [other.enode]);
      await hasPeers(one, 0);
      await hasPeers(other, 0);
      await mine(one, 2);
      await connect(one, other);
      await sameHead([one, other]);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });
});
