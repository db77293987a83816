import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import type { Chain } from "@tandem/chain";
import { hexDigits } from "@tandem/primitives";
import { silentLogger, systemClock } from "@tandem/runtime";
import { resolveSettings } from "../config/node-settings.js";
import { createNode } from "../create-node.js";
import { keptNodeKey } from "./node-key-file.js";
import { nodeKeyPath } from "./node-key-place.js";
import { Peering } from "./peering.js";

/** Another node, which does not exist; its key is the generator of the curve. */
const enode =
  "enode://79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798" +
  "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8@127.0.0.1:1";

function directoryOf(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "tandem-peering-"));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

const peeringIn = (dataDir: string) =>
  new Peering({
    ...resolveSettings({ dataDir }),
    client: "test",
    clock: systemClock,
    logger: silentLogger,
  });

/** Returns the connections of a chain, and how many listeners the chain has. */
async function joined(t: TestContext) {
  const directory = directoryOf(t);
  let listeners = 0;
  const listen = () => {
    listeners++;
    return () => {
      listeners--;
    };
  };
  const chain = {
    blocks: { first: 0, canonicalHash: () => new Uint8Array(32) },
    spec: { chainId: 31 },
    onHeadMoved: listen,
    onPendingTransaction: listen,
  } as unknown as Chain;
  const peering = peeringIn(directory);
  await peering.join((task) => task({ chain, fork: undefined }), undefined);
  return { peering, directory, listeners: () => listeners };
}

describe("the connections with other nodes", () => {
  it("have the key of the data directory from the start", async (t) => {
    const directory = directoryOf(t);
    const key = hexDigits(keptNodeKey(directory, silentLogger).publicKey);
    // A node listens to clients before it has joined others.
    const { publicKey } = await peeringIn(directory).localNode();
    assert.equal(hexDigits(publicKey), key);
  });

  it("use the key of a directory as soon as it can be read", async (t) => {
    const { peering, directory } = await joined(t);
    writeFileSync(nodeKeyPath(directory), "not a key");
    await assert.rejects(peering.localNode(), /remove it to get a new one/);
    rmSync(nodeKeyPath(directory));
    assert.equal((await peering.localNode()).publicKey.length, 64);
  });

  it("can be opened after that failed", async (t) => {
    const { peering, directory } = await joined(t);
    writeFileSync(nodeKeyPath(directory), "not a key");
    await assert.rejects(peering.addPeer(enode), /remove it to get a new one/);
    rmSync(nodeKeyPath(directory));
    await peering.addPeer(enode);
    await peering.stop();
  });

  it("are closed by a stop while a client opens them", async (t) => {
    const { peering, listeners } = await joined(t);
    const adding = peering.addPeer(enode);
    await peering.stop();
    await adding;
    assert.equal(listeners(), 0);
    await assert.rejects(peering.addPeer(enode), /stops/);
  });

  it("are refused for a chain that forks another one since the node has started", async () => {
    await using forked = await createNode();
    await using node = await createNode({ isListening: false });
    const forking = { jsonRpcUrl: forked.url };
    await node.request("anvil_reset", [{ forking }]);
    await assert.rejects(node.request("admin_addPeer", [enode]), /forks another chain/);
    assert.equal(await node.request("net_peerCount"), "0x0");
    await node.request("anvil_reset");
    assert.equal(await node.request("admin_addPeer", [enode]), true);
    await assert.rejects(node.request("anvil_reset", [{ forking }]), /other nodes are connected/);
  });
});
