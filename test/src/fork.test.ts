/** Forks of another chain: of one of ours, and of anvil's. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
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
} from "./support/cases/fork-cases.js";
import { testClientOf } from "./support/clients/test-client.js";
import { type NodeProcess, runTandem, startNodeProcess } from "./support/node-process.js";
import { type AnvilProcess, installAnvil, startAnvil } from "./support/processes/anvil-process.js";
import { call, post } from "./support/rpc.js";

function cases(originOf: () => Origin, populatedOf: () => Populated): void {
  const each = {
    "reads state and history through, and nothing after the fork": readsThrough,
    "goes on with blocks of its own": goesOn,
    "keeps what is taken away here from showing through": takesAway,
    "executes what any chain executes": executes,
  };
  for (const [name, check] of Object.entries(each))
    it(name, () => check(originOf(), populatedOf()));
}

describe("a fork of a chain of ours", () => {
  let origin: NodeProcess;
  let populated: Populated;
  before(async () => {
    origin = await startNodeProcess();
    populated = await populateOrigin(origin);
  });
  after(() => origin.stop());

  cases(
    () => origin,
    () => populated,
  );

  it("says what it forks", async () => {
    const node = await startNodeProcess(["--fork-url", origin.url]);
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
      const reset = (forking: object) => call(node.url, "hardhat_reset", [{ forking }]);
      const same = { jsonRpcUrl: origin.url, blockNumber: Number(height) };
      await call(node.url, "evm_mine");
      assert.equal(await reset(same), true);
      assert.equal(Number(await call(node.url, "eth_blockNumber")), Number(height));
      for (const other of [
        { ...same, blockNumber: 1 },
        { blockNumber: 1 },
        { jsonRpcUrl: "http://127.0.0.1:1" },
      ]) {
        await assert.rejects(reset(other), /-32602 .*cannot change what it forks from/);
      }
      await assert.rejects(call(node.url, "anvil_rollback", [1]), /expected at most 0, the blocks/);
    } finally {
      await node.stop();
    }
  });
});

describe("a fork whose origin is not to be relied on", () => {
  let origin: NodeProcess;
  let populated: Populated;
  let proxy: Server;
  let url: string;
  /** Requests to be answered with 503 before the next is let through, and those that were made. */
  let failing = 0;
  let requests = 0;
  let directory: string;
  before(async () => {
    origin = await startNodeProcess();
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

  it("asks again, keeps what it was told on disk, and goes on without it", async () => {
    const flags = [
      "--fork-url",
      url,
      "--fork-block",
      `${populated.height}`,
      "--data-dir",
      directory,
    ];
    failing = 2;
    let node = await startNodeProcess(flags);
    try {
      failing = 2;
      const client = testClientOf(node);
      await client.impersonateAccount({ address: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266" });
      await count(client);
      const asked = requests;
      await client.call({ to: counter });
      assert.equal(requests, asked, "what is here is not asked for");
      await node.stop("SIGKILL");
      failing = Number.POSITIVE_INFINITY;
      node = await startNodeProcess(flags);
      const again = testClientOf(node);
      assert.equal(BigInt((await again.call({ to: counter })).data ?? "0x0"), 105n);
      await again.mine({ blocks: 2 });
      assert.equal(await again.getBlockNumber(), populated.height + 3n);
      const unknown = call(node.url, "eth_getBalance", [`0x${"12".repeat(20)}`, "latest"]);
      await assert.rejects(unknown, /-32000 the forked node .* did not answer .* HTTP 503/);
    } finally {
      failing = 0;
      await node.stop("SIGKILL");
    }
    const other = await runTandem(["run", ...flags.with(3, "1"), "--port", "0"]);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /--fork-block: the data directory forks block/);
  });

  it("is told what is wrong when it cannot begin", async () => {
    const run = (...flags: string[]) => runTandem(["run", "--port", "0", ...flags]);
    const beyond = await run("--fork-url", origin.url, "--fork-block", "99999999");
    assert.equal(beyond.code, 2);
    assert.match(beyond.stderr, /--fork-block: .* has no block 99999999/);
    const nobody = await run("--fork-url", "http://127.0.0.1:1");
    assert.equal(nobody.code, 2);
    assert.match(nobody.stderr, /--fork-url: .* did not answer/);
    const main = await run("--fork-url", origin.url, "--chain", "main");
    assert.equal(main.code, 2);
    assert.match(main.stderr, /main is no development chain/);
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
});
