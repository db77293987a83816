/**
 * Tests a node on the other supported versions of Node: it starts, mines, announces blocks, and
 * restarts.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import WebSocket from "ws";
import { developmentAccounts, send } from "../support/development.js";
import { fewOrMany } from "../support/extent.js";
import { executable, startNodeProcess } from "../support/node-process.js";
import { installNode, nodeVersions } from "../support/processes/node-binary.js";
import { call } from "../support/rpc.js";

const [giver, taker] = developmentAccounts as [
  (typeof developmentAccounts)[0],
  (typeof developmentAccounts)[0],
];

/**
 * Only the newest one in `npm test`, because each is installed from npm. The campaign
 * `node-versions` runs every test on all.
 */
const tried = fewOrMany(1, nodeVersions.length);

describe("a node on another version of Node", () => {
  for (const version of nodeVersions.slice(-tried)) {
    it(`works on Node ${version}`, async (t) => {
      const binary = await installNode(version);
      if (typeof binary === "string") return t.skip(binary);
      t.after(binary.remove);
      const directory = mkdtempSync(join(tmpdir(), "tandem-node-version-"));
      t.after(() => rmSync(directory, { recursive: true }));
      const program = [binary.path, executable];
      const start = () => startNodeProcess(["--data-dir", directory], {}, [], program);
      const node = await start();
      const client = await call<string>(node.url, "web3_clientVersion");
      assert.ok(client.endsWith(`/node${version}`), client);
      const health = (await (await fetch(`${node.url}/health`)).json()) as { server: string };
      assert.match(health.server, /^(?:uws|node)$/);
      const socket = new WebSocket(node.wsUrl);
      await once(socket, "open");
      socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}');
      await once(socket, "message");
      const announced = once(socket, "message");
      const hash = await send(node.url, giver, { to: taker.address, value: 1n });
      const [message] = await announced;
      assert.equal(JSON.parse(String(message)).params.result.number, "0x1");
      socket.terminate();
      await node.stop();
      const again = await start();
      const receipt = await call<{ status: string }>(again.url, "eth_getTransactionReceipt", [
        hash,
      ]);
      assert.equal(receipt.status, "0x1");
      await again.stop();
    });
  }
});
