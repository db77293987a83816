/** Tests nodes in the process of their test: quick to start, concurrent, and independent. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type CreateNodeOptions, createNode } from "@tandem/node";
import { createNode as createViemNode } from "@tandem/node/viem";
import { RpcError } from "@tandem/rpc";
import { parseAbi } from "viem";
import { usageOf } from "../bench/subject/process-usage.js";
import { compileOne } from "../support/compile.js";
import { eventually } from "../support/eventually.js";
import { startNodeProcess } from "../support/node-process.js";
import { call } from "../support/rpc.js";

/** Such a node uses at most this fraction of the processor time of a node in its own process. */
const shareMax = 0.4;
const nodesAtOnce = 32;

describe("a node in the process of its test", () => {
  it("starts at a fraction of the cost of a process after the first one", async () => {
    const costOfOne = async () => {
      const began = process.cpuUsage();
      const node = await createNode();
      await node.request("eth_chainId");
      const { user, system } = process.cpuUsage(began);
      await node.close();
      return user + system;
    };
    await costOfOne();
    const costs: number[] = [];
    while (costs.length < 5) costs.push(await costOfOne());
    const medianMs = (costs.sort((a, b) => a - b)[2] as number) / 1000;
    const other = await startNodeProcess();
    const otherMs = usageOf(other.child.pid ?? 0)?.cpuMs ?? Number.POSITIVE_INFINITY;
    await other.stop();
    assert.ok(medianMs < shareMax * otherMs, `${medianMs} ms of processor, ${otherMs} ms`);
  });

  it("runs beside many others, each with a chain of its own", async () => {
    const nodes = await Promise.all(
      Array.from({ length: nodesAtOnce }, () => createViemNode({ accounts: 2 })),
    );
    assert.equal(new Set(nodes.map(({ url }) => url)).size, nodesAtOnce);
    const to = nodes[0]?.accounts[1]?.address;
    assert.ok(to);
    await Promise.all(
      nodes.map(async ({ client }, index) => {
        for (let i = 0; i <= index % 3; i++) await client.sendTransaction({ to, value: 1n });
      }),
    );
    const heights = await Promise.all(nodes.map(({ url }) => call<string>(url, "eth_blockNumber")));
    assert.deepEqual(
      heights.map(Number),
      nodes.map((_, index) => 1 + (index % 3)),
    );
    await Promise.all(nodes.map((node) => node.close()));
  });

  it("names an option in an error as the program writes it", async () => {
    const none = "/none/file";
    const cases: [CreateNodeOptions, RegExp][] = [
      [{ mnemonic: "a b" }, /^Error: mnemonic: expected 12/],
      [{ forkBlock: 1 }, /^Error: forkBlock: has no effect without forkUrl/],
      [{ gasLimit: 1n, chain: "main" }, /^Error: gasLimit: expected/],
      [{ chain: none }, /^Error: chain: expected test, main or a readable file/],
      [{ init: none, chain: "test" }, /^Error: init: chain is also given/],
      [{ loadState: none }, /^Error: loadState: /],
      [{ dumpState: none }, /^Error: dumpState: /],
      [{ apiKeysFile: none }, /^Error: apiKeysFile: /],
      [{ threads: 1 }, /^Error: threads: /],
      [{ seed: 1, timestamp: "now" }, /^Error: timestamp now: not together with seed/],
      [{ seed: 1, bitcoinRpc: "http://u:p@127.0.0.1:1" }, /^Error: seed: .* bitcoinRpc/],
      [{ inMemory: true, dataDir: "none" }, /^Error: inMemory: .* dataDir/],
      [{ role: "replica" }, /^Error: role: has no effect without log$/],
    ];
    for (const [options, expected] of cases) {
      await assert.rejects(createNode({ ...options, isListening: false }), expected);
    }
  });

  it("answers without a socket, including errors and subscriptions", async () => {
    const node = await createNode({ isListening: false });
    assert.throws(() => node.url, /no port/);
    const heads: unknown[] = [];
    node.provider.onNotification(({ result }) => heads.push(result));
    const id = await node.request("eth_subscribe", ["newHeads"]);
    await node.request("evm_mine");
    await node.request("evm_mine");
    await eventually("both heads", () => heads.length >= 2);
    assert.equal(heads.length, 2);
    assert.equal(await node.request("eth_unsubscribe", [id]), true);
    await assert.rejects(
      node.request("eth_getBalance", []),
      (error) => error instanceof RpcError && error.code === -32602,
    );
    await assert.rejects(
      node.request("eth_nothing"),
      (error) => error instanceof RpcError && error.code === -32601,
    );
    const calls = Array.from({ length: 3000 }, () => node.request("eth_blockNumber"));
    assert.deepEqual(new Set(await Promise.all(calls)), new Set(["0x2"]));
    await node.close();
    await assert.rejects(node.request("eth_blockNumber"), /closed/);
  });

  it("accepts the settings of the command line, and names the nearest to an unknown one", async () => {
    const node = await createNode({ accounts: 3, balance: 5n, chain: "main", mining: "manual" });
    assert.equal(node.accounts.length, 3);
    assert.equal(node.chainId, 30);
    const [first] = node.accounts;
    const balance = await node.request("eth_getBalance", [first?.address, "latest"]);
    assert.equal(BigInt(balance as string), 5n * 10n ** 18n);
    await node.close();
    const misspelled = { acounts: 3 } as object;
    await assert.rejects(createNode(misspelled), /acounts.*accounts/);
    await assert.rejects(createNode({ accounts: -1 }), /accounts: expected an integer/);
  });

  it("stores a chain on the disk if configured, and refuses to share it", async (t) => {
    const { mkdtempSync, rmSync } = await import("node:fs");
    const { tmpdir } = await import("node:os");
    const { join } = await import("node:path");
    const dataDir = mkdtempSync(join(tmpdir(), "tandem-in-process-"));
    t.after(() => rmSync(dataDir, { recursive: true }));
    const first = await createNode({ dataDir });
    await first.request("evm_mine");
    await assert.rejects(createNode({ dataDir }), /in use/);
    await first.close();
    const second = await createNode({ dataDir });
    assert.equal(await second.request("eth_blockNumber"), "0x1");
    await second.close();
  });

  it("passes on the output of contracts", async () => {
    const lines: string[] = [];
    const node = await createViemNode({ onConsole: (line) => lines.push(line) });
    const { abi, bytecode } = compileOne("Printer.sol", "Printer");
    const { client } = node;
    const hash = await client.deployContract({ abi: abi as never, bytecode, args: [] as never });
    const { contractAddress } = await client.getTransactionReceipt({ hash });
    assert.ok(contractAddress);
    const printer = { address: contractAddress, abi: parseAbi(abiOfPrinter) } as const;
    await client.writeContract({ ...printer, functionName: "greet", args: ["ann", 3n] });
    await client.readContract({ ...printer, functionName: "look" });
    await client.readContract({ ...printer, functionName: "look" });
    await assert.rejects(client.estimateContractGas({ ...printer, functionName: "fail" }), /no/);
    await node.close();
    assert.deepEqual(lines, [
      "made",
      "hello ann, 3 times",
      "looked at -1",
      "looked at -1",
      "about to fail",
    ]);
  });
});

const abiOfPrinter = [
  "function greet(string who, uint256 times)",
  "function look() view returns (uint256)",
  "function fail()",
] as const;
