/** Tests forks of another chain: of one of ours, and of anvil's. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createNode } from "@tandem/node";
import {
  count,
  counter,
  executes,
  goesOn,
  type Origin,
  type Populated,
  populateOrigin,
  readsThrough,
  takesAway,
  tracesAcross,
} from "../support/cases/fork-cases.js";
import { forkedByAnvil } from "../support/cases/forked-by-anvil.js";
import { somebody, testClientOf } from "../support/clients/test-client.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { type RunningNode, startNodeProcess } from "../support/node-process.js";
import { type AnvilProcess, installAnvil, startAnvil } from "../support/processes/anvil-process.js";
import { call, post } from "../support/rpc.js";

function cases(originOf: () => Origin, populatedOf: () => Populated): void {
  const each = {
    "reads state and history through, and nothing after the fork": readsThrough,
    "filters traces before and after the fork": tracesAcross,
    "goes on with blocks of its own": goesOn,
    "keeps what is taken away here from showing through": takesAway,
    "executes what any chain executes": executes,
  };
  for (const [name, check] of Object.entries(each))
    it(name, () => check(originOf(), populatedOf()));
}

describe("a fork of a chain of ours", () => {
  let origin: RunningNode;
  let populated: Populated;
  before(async () => {
    origin = await startLocalNode();
    populated = await populateOrigin(origin);
  });
  after(() => origin.stop());

  cases(
    () => origin,
    () => populated,
  );

  it("exports the added blocks, which another fork of the same block imports", async () => {
    const directory = await mkdtemp(join(tmpdir(), "tandem-fork-export-"));
    const file = join(directory, "added.rlp");
    const [one, other] = await Promise.all(
      [0, 1].map(() => startLocalNode(["--fork-url", origin.url, "--fork-block", "2"])),
    );
    assert.ok(one && other);
    try {
      await call(one.url, "evm_mine", [{ blocks: 3 }]);
      const exported = await runHere(["export", file, "--url", one.url]);
      assert.match(exported.stdout, /^3 blocks of /);
      const imported = await runHere(["import", file, "--url", other.url]);
      assert.deepEqual([imported.code, imported.stderr], [0, ""]);
      const tip = ["0x5", false];
      assert.deepEqual(
        await call(other.url, "eth_getBlockByNumber", tip),
        await call(one.url, "eth_getBlockByNumber", tip),
      );
      const part = await runHere(["export", file, "--url", one.url, "--from", "5"]);
      assert.match(part.stdout, /^1 block of /);
    } finally {
      await Promise.all([one.stop(), other.stop(), rm(directory, { recursive: true })]);
    }
  });

  it("runs the other chain's contracts in the node's own engine, which loads their state", async () => {
    const node = await startLocalNode(["--fork-url", origin.url]);
    try {
      const request = { from: somebody(0xc1), to: counter };
      const wanted = await call(origin.url, "eth_createAccessList", [request]);
      assert.deepEqual(await call(node.url, "eth_createAccessList", [request]), wanted);
      await call(node.url, "eth_call", [request, "latest"]);
      const metrics = await (await fetch(`${node.url}/metrics`)).text();
      assert.match(metrics, /^tandem_library_executions_total 0$/m);
    } finally {
      await node.stop();
    }
  });

  it("reports its origin", async () => {
    const node = await startLocalNode(["--fork-url", origin.url]);
    try {
      const height = await testClientOf(origin).getBlockNumber();
      const metadata = await call<{ forkedNetwork: Record<string, unknown> }>(
        node.url,
        "hardhat_metadata",
      );
      assert.equal(metadata.forkedNetwork.forkBlockNumber, Number(height));
      assert.equal(metadata.forkedNetwork.chainId, origin.chainId);
      const { forkConfig } = await call<{ forkConfig: { forkUrl: string } }>(
        node.url,
        "anvil_nodeInfo",
      );
      assert.equal(forkConfig.forkUrl, new URL(origin.url).origin);
      for (const [method, params] of [
        ["anvil_rollback", [1]],
        ["tandem_mineBranch", [{ depth: 1, length: 2 }]],
      ] as const) {
        await assert.rejects(call(node.url, method, params), /expected at most 0, the blocks/);
      }
    } finally {
      await node.stop();
    }
  });
});

describe("a fork with an unreliable origin", () => {
  let origin: RunningNode;
  let populated: Populated;
  let proxy: Server;
  let url: string;
  /**
   * The number of requests that are answered with 503 before the next one succeeds, and of all
   * requests.
   */
  let failing = 0;
  let requests = 0;
  let directory: string;
  before(async () => {
    origin = await startLocalNode();
    populated = await populateOrigin(origin);
    directory = await mkdtemp(join(tmpdir(), "tandem-fork-"));
    proxy = createServer(async (request, response) => {
      requests++;
      let body = "";
      for await (const chunk of request) body += chunk;
      if (failing > 0) {
        failing--;
        response.writeHead(503).end();
        return;
      }
      response.end(await (await post(origin.url, body)).text());
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  after(async () => {
    proxy.close();
    await origin.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it("retries, stores results on disk, and continues without the origin", async () => {
    const flags = [
      "--fork-url",
      url,
      "--fork-block",
      `${populated.height}`,
      "--data-dir",
      directory,
    ];
    failing = 2;
    const killed = await startNodeProcess(flags);
    let node: RunningNode = killed;
    try {
      failing = 2;
      const client = testClientOf(node);
      await client.impersonateAccount({ address: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266" });
      await count(client);
      const asked = requests;
      await client.call({ to: counter });
      assert.equal(requests, asked, "what is here is not asked for");
      await killed.stop("SIGKILL");
      failing = Number.POSITIVE_INFINITY;
      node = await startLocalNode(flags);
      const again = testClientOf(node);
      assert.equal(BigInt((await again.call({ to: counter })).data ?? "0x0"), 105n);
      await again.mine({ blocks: 2 });
      assert.equal(await again.getBlockNumber(), populated.height + 3n);
      const unknown = call(node.url, "eth_getBalance", [`0x${"12".repeat(20)}`, "latest"]);
      await assert.rejects(unknown, /-32000 the forked node .* did not answer .* HTTP 503/);
    } finally {
      failing = 0;
      await node.stop();
    }
    const other = await runHere(["run", ...flags.with(3, "1"), "--port", "0"]);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /--fork-block: the data directory forks block/);
  });

  it("is not read from a node of another chain after a restart", async () => {
    const kept = await mkdtemp(join(tmpdir(), "tandem-fork-other-"));
    const other = await startLocalNode(["--chain-id", "778"]);
    try {
      const flags = ["--data-dir", kept, "--fork-url"];
      await (await startLocalNode([...flags, origin.url])).stop();
      const refused = await runHere(["run", "--port", "0", ...flags, other.url]);
      assert.equal(refused.code, 2);
      const named = `--fork-url: the data directory forks chain 31, and ${other.url} is a node of chain 778`;
      assert.ok(refused.stderr.includes(named), refused.stderr);
      await (await startLocalNode([...flags, url])).stop();
      const height = Number(await call(origin.url, "eth_blockNumber"));
      const { hash } = await call<{ hash: string }>(origin.url, "eth_getBlockByNumber", [
        "latest",
        false,
      ]);
      const alone = await runHere(["run", "--port", "0", "--data-dir", kept]);
      assert.equal(alone.code, 2);
      const missing =
        `--fork-url: the data directory is a fork of chain 31 at block ${height} (${hash}), made from ${origin.url}: ` +
        "give the address of a node of that chain, or choose another data directory";
      assert.ok(alone.stderr.includes(missing), alone.stderr);
    } finally {
      await other.stop();
      await rm(kept, { recursive: true });
    }
  });

  it("gets the reason if it cannot begin", async () => {
    const run = (...flags: string[]) => runHere(["run", "--port", "0", ...flags]);
    const beyond = await run("--fork-url", origin.url, "--fork-block", "99999999");
    assert.equal(beyond.code, 2);
    assert.match(beyond.stderr, /--fork-block: .* has no block 99999999/);
    const nobody = await run("--fork-url", "http://127.0.0.1:1");
    assert.equal(nobody.code, 2);
    assert.match(nobody.stderr, /--fork-url: .* did not answer/);
    const main = await run("--fork-url", origin.url, "--chain", "main");
    assert.equal(main.code, 2);
    assert.match(main.stderr, /main is not a development chain/);
  });
});

const tool = await installAnvil();
describe("a fork of anvil", { skip: typeof tool === "string" ? tool : false }, () => {
  if (typeof tool === "string") return;
  let origin: AnvilProcess;
  let populated: Populated;
  before(async () => {
    origin = await startAnvil(tool);
    populated = await populateOrigin(origin);
  });
  after(async () => {
    await origin?.stop();
    tool.remove();
  });

  cases(
    () => origin,
    () => populated,
  );

  it("is possible the other way round: anvil forks a chain of ours", async () => {
    const ours = await startLocalNode();
    let theirs: AnvilProcess | undefined;
    try {
      const { height, transaction } = await populateOrigin(ours);
      theirs = await startAnvil(tool, [
        ...["--fork-url", ours.url],
        ...["--fork-block-number", `${height}`],
      ]);
      await forkedByAnvil(theirs, ours, transaction);
    } finally {
      await theirs?.stop();
      await ours.stop();
    }
  });
});

describe("a fork of a chain with a low base fee", () => {
  it("takes a transaction that a client prices by the forked block, as Hardhat's client does", async () => {
    const origin = await createNode({ minimumGasPrice: 1_000_000n });
    try {
      const node = await createNode({ forkUrl: origin.url, compat: "hardhat", isListening: false });
      try {
        const history = await node.request("eth_feeHistory", ["0x1", "latest", [50]]);
        const next = (history as { readonly baseFeePerGas: readonly string[] }).baseFeePerGas[1];
        // The base fee may rise by an eighth in each of two blocks.
        const maxFeePerGas = `0x${((BigInt(next ?? 0) * 81n) / 64n).toString(16)}`;
        const [from, to] = node.accounts.map(({ address }) => address);
        const fees = { maxFeePerGas, maxPriorityFeePerGas: "0x1" };
        const hash = await node.request("eth_sendTransaction", [
          { from, to, value: "0x1", ...fees },
        ]);
        assert.ok(await node.request("eth_getTransactionReceipt", [hash]));
      } finally {
        await node.close();
      }
    } finally {
      await origin.close();
    }
  });

  it("keeps its own price where that is lower", async () => {
    const origin = await createNode({ minimumGasPrice: 1_000_000n });
    try {
      const settings = { forkUrl: origin.url, minimumGasPrice: 5n, isListening: false };
      const node = await createNode(settings);
      try {
        const pending = await node.request("eth_getBlockByNumber", ["pending", false]);
        assert.equal((pending as { readonly baseFeePerGas: string }).baseFeePerGas, "0x5");
      } finally {
        await node.close();
      }
    } finally {
      await origin.close();
    }
  });
});
