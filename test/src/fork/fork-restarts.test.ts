/**
 * Tests forks that are changed while a node runs: `hardhat_reset` and `anvil_reset` with `forking`,
 * `anvil_setRpcUrl`.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import { type RunningNode, startNodeProcess } from "../support/node-process.js";
import { call } from "../support/rpc.js";

const rich = `0x${"aa".repeat(20)}`;

interface Head {
  readonly hash: string;
  readonly number: string;
}

const heightOf = async ({ url }: RunningNode) => Number(await call(url, "eth_blockNumber"));
const headOf = ({ url }: RunningNode) => call<Head>(url, "eth_getBlockByNumber", ["latest", false]);
const balanceOf = async ({ url }: RunningNode) =>
  BigInt(await call<string>(url, "eth_getBalance", [rich, "latest"]));
const forkTo = ({ url }: RunningNode, forking: object, method = "hardhat_reset") =>
  call(url, method, [{ forking }]);

/**
 * Starts a chain with its own id and this number of blocks, and a balance after each of them that
 * is its height.
 */
async function startOrigin(chainId: number, blocks: number): Promise<RunningNode> {
  const node = await startLocalNode(["--chain-id", `${chainId}`]);
  for (let height = 1; height <= blocks; height++) {
    await call(node.url, "evm_mine");
    await call(node.url, "anvil_setBalance", [rich, `0x${height.toString(16)}`]);
  }
  return node;
}

/** Starts a server that knows no method. */
async function startStranger(): Promise<{ readonly url: string; close(): void }> {
  const error = { code: -32601, message: "no such method" };
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, error })),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe("a node that forks while it runs", () => {
  let one: RunningNode;
  let other: RunningNode;
  before(async () => {
    [one, other] = await Promise.all([startOrigin(501, 6), startOrigin(502, 3)]);
  });
  after(() => Promise.all([one.stop(), other.stop()]));

  for (const flags of [[], ["--in-memory"]]) {
    it(`goes from no fork to one, to others, and back ${flags}`, async () => {
      const node = await startLocalNode(flags);
      try {
        const genesis = await headOf(node);
        await call(node.url, "evm_mine");
        assert.equal(await forkTo(node, { jsonRpcUrl: one.url, blockNumber: 4 }), true);
        assert.deepEqual([await heightOf(node), await balanceOf(node)], [4, 4n]);
        assert.equal(Number(await call(node.url, "eth_chainId")), 501);
        await call(node.url, "evm_mine");
        assert.equal(await heightOf(node), 5);
        assert.equal(await forkTo(node, { blockNumber: "0x2" }, "anvil_reset"), null);
        assert.deepEqual([await heightOf(node), await balanceOf(node)], [2, 2n]);
        await forkTo(node, {});
        assert.deepEqual([await heightOf(node), await balanceOf(node)], [6, 6n]);
        await forkTo(node, { jsonRpcUrl: other.url });
        assert.deepEqual([await heightOf(node), await balanceOf(node)], [3, 3n]);
        assert.equal(Number(await call(node.url, "eth_chainId")), 502);
        assert.equal(await call(node.url, "hardhat_reset"), true);
        assert.deepEqual(await headOf(node), genesis);
        assert.deepEqual(
          [await balanceOf(node), Number(await call(node.url, "eth_chainId"))],
          [0n, 31],
        );
      } finally {
        await node.stop();
      }
    });
  }

  it("takes the options of a reset without the outer object, as clients of anvil write them", async () => {
    const node = await startLocalNode(["--in-memory", "--fork-url", one.url]);
    const resetTo = (options: object) => call(node.url, "anvil_reset", [options]);
    try {
      await resetTo({ blockNumber: 4 });
      assert.deepEqual([await heightOf(node), await balanceOf(node)], [4, 4n]);
      await resetTo({ jsonRpcUrl: other.url, blockNumber: "0x2" });
      assert.deepEqual([await heightOf(node), await balanceOf(node)], [2, 2n]);
      await resetTo({});
      assert.deepEqual([await heightOf(node), await balanceOf(node)], [0, 0n]);
    } finally {
      await node.stop();
    }
  });

  it("keeps the fork with --compat anvil when the options name nothing", async () => {
    const node = await startLocalNode(["--compat", "anvil", "--fork-url", one.url]);
    try {
      await call(node.url, "evm_mine");
      for (const options of [{}, { forking: null }]) {
        await call(node.url, "anvil_reset", [options]);
        assert.deepEqual([await heightOf(node), await balanceOf(node)], [6, 6n]);
      }
      await call(node.url, "anvil_reset");
      assert.deepEqual([await heightOf(node), await balanceOf(node)], [0, 0n]);
    } finally {
      await node.stop();
    }
  });

  it("restarts the same fork without another database", async () => {
    const node = await startLocalNode(["--fork-url", one.url, "--fork-block", "4"]);
    try {
      await call(node.url, "evm_mine");
      const { hash } = await headOf(node);
      await forkTo(node, { jsonRpcUrl: one.url, blockNumber: 4 });
      assert.equal(await heightOf(node), 4);
      assert.equal((await call<Head>(node.url, "eth_getBlockByHash", [hash, false])).hash, hash);
    } finally {
      await node.stop();
    }
  });

  it("keeps sockets, subscriptions and filters, which are notified of the new chain", async () => {
    const node = await startLocalNode();
    const socket = await JsonSocket.open(node.wsUrl);
    try {
      const { inbox } = await socket.subscribe<Head>("newHeads");
      const filter = await socket.call<string>("eth_newBlockFilter");
      await socket.call("evm_mine");
      await socket.call("hardhat_reset", [{ forking: { jsonRpcUrl: one.url, blockNumber: 4 } }]);
      await socket.call("evm_mine");
      const heads = await inbox.count(4);
      assert.deepEqual(
        heads.map(({ number }) => Number(number)),
        [1, 0, 4, 5],
      );
      const changes = await socket.call<string[]>("eth_getFilterChanges", [filter]);
      assert.equal(changes.at(-1), heads.at(-1)?.hash);
    } finally {
      await socket.close();
      await node.stop();
    }
  });

  it("serialises resets that come at the same time", async () => {
    const node = await startLocalNode(["--in-memory"]);
    try {
      await Promise.all(
        [1, 2, 3].map((blockNumber) => forkTo(node, { jsonRpcUrl: one.url, blockNumber })),
      );
      const height = await heightOf(node);
      assert.ok([1, 2, 3].includes(height), `${height}`);
      assert.equal(await balanceOf(node), BigInt(height));
    } finally {
      await node.stop();
    }
  });

  it("changes nothing if another chain cannot be forked", async () => {
    const node = await startLocalNode();
    const stranger = await startStranger();
    try {
      await call(node.url, "evm_mine");
      const head = await headOf(node);
      const refusals: [object, RegExp][] = [
        [{ jsonRpcUrl: one.url, blockNumber: 99 }, /-32602 .*options.forking.* has no block 99/],
        [{ jsonRpcUrl: stranger.url }, /-32602 .*options.forking.*: no such method/],
        [{ jsonRpcUrl: "ftp://127.0.0.1" }, /-32602 .*jsonRpcUrl/],
        [{ blockNumber: 1 }, /-32602 .*expected jsonRpcUrl, because this chain forks none/],
      ];
      for (const [forking, expected] of refusals)
        await assert.rejects(forkTo(node, forking), expected);
      assert.deepEqual(await headOf(node), head);
    } finally {
      stranger.close();
      await node.stop();
    }
  });

  it("keeps the chain of a data directory", async () => {
    const directory = await mkdtemp(join(tmpdir(), "tandem-fork-kept-"));
    const node = await startLocalNode([
      "--data-dir",
      directory,
      "--fork-url",
      one.url,
      "--fork-block",
      "4",
    ]);
    try {
      await call(node.url, "evm_mine");
      await assert.rejects(
        forkTo(node, { blockNumber: 2 }),
        /-32602 .*--data-dir cannot change its fork/,
      );
      assert.equal(await heightOf(node), 5);
      await forkTo(node, { blockNumber: 4 });
      for (const params of [[], [{ forking: {} }]]) {
        await call(node.url, "evm_mine");
        await call(node.url, "hardhat_reset", params);
        assert.deepEqual([await heightOf(node), await balanceOf(node)], [4, 4n]);
      }
    } finally {
      await node.stop();
      await rm(directory, { recursive: true });
    }
  });

  it("reads the fork from another node on request", async () => {
    const relay = await startLocalNode(["--fork-url", one.url, "--fork-block", "4"]);
    const node = await startLocalNode(["--fork-url", one.url, "--fork-block", "4"]);
    const setUrl = (to: string) => call(node.url, "anvil_setRpcUrl", [to]);
    try {
      await assert.rejects(setUrl(other.url), /-32602 .*has no block 4/);
      await assert.rejects(setUrl("nowhere"), /-32602 .*url/);
      assert.equal(await setUrl(relay.url), null);
      const { forkConfig } = await call<{ forkConfig: { forkUrl: string } }>(
        node.url,
        "anvil_nodeInfo",
      );
      assert.equal(forkConfig.forkUrl, new URL(relay.url).origin);
      assert.equal(await balanceOf(node), 4n);
      await call(node.url, "hardhat_reset");
      await assert.rejects(setUrl(one.url), /-32602 .*this chain forks none/);
    } finally {
      await Promise.all([node.stop(), relay.stop()]);
    }
  });
});

it("forks with Hardhat's chain id, and with anvil's rule for it", async () => {
  const origin = await startOrigin(503, 1);
  try {
    for (const [compat, forked] of [
      ["hardhat", 31_337],
      ["anvil", 503],
    ] as const) {
      const node = await startLocalNode(["--compat", compat]);
      const ids: number[] = [];
      const note = async () => ids.push(Number(await call(node.url, "eth_chainId")));
      await note();
      await forkTo(node, { jsonRpcUrl: origin.url });
      await note();
      await call(node.url, "hardhat_reset");
      await note();
      await node.stop();
      assert.deepEqual(ids, [31_337, forked, 31_337], compat);
    }
  } finally {
    await origin.stop();
  }
});

it("removes the temporary databases of replaced chains", async () => {
  const origin = await startOrigin(504, 2);
  const folder = await mkdtemp(join(tmpdir(), "tandem-fork-folders-"));
  try {
    const node = await startNodeProcess([], { TMPDIR: folder });
    for (const blockNumber of [1, 2, 1])
      await forkTo(node, { jsonRpcUrl: origin.url, blockNumber });
    await node.stop();
    assert.deepEqual(await readdir(folder), []);
  } finally {
    await origin.stop();
    await rm(folder, { recursive: true });
  }
});
