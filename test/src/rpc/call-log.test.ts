/** Tests the log of calls: their gas, the reason of a failure, and the output of contracts. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createNode } from "@tandem/node";
import { Interface, type InterfaceAbi } from "ethers";
import { compileOne } from "../support/compile.js";
import { developmentAccount, send } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import type { Hex, WireReceipt } from "../support/wire.js";

const sender = developmentAccount(0);
const printer = compileOne("Printer.sol", "Printer");
const calls = new Interface(printer.abi as InterfaceAbi);
const errors = new Interface(["error Error(string)"]);

interface Line {
  readonly msg: string;
  readonly [field: string]: unknown;
}

const linesOf = (node: RunningNode): Line[] =>
  node
    .output()
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));

/** Makes every kind of call once. @returns the receipts of the mined ones. */
async function makeCalls({ url }: RunningNode): Promise<{ greeting: WireReceipt; to: Hex }> {
  const receiptOf = (hash: Hex) => call<WireReceipt>(url, "eth_getTransactionReceipt", [hash]);
  const creation = { data: printer.bytecode, gasLimit: 2_000_000 };
  const { contractAddress } = await receiptOf(await send(url, sender, creation));
  const to = contractAddress as Hex;
  const request = (name: string, args: readonly unknown[] = []) => ({
    to,
    data: calls.encodeFunctionData(name, args),
  });
  const greeting = await receiptOf(
    await send(url, sender, { ...request("greet", ["ann", 3]), gasLimit: 100_000 }),
  );
  await call(url, "eth_call", [request("look"), "latest"]);
  await call(url, "eth_estimateGas", [{ ...request("greet", ["bo", 1]), from: sender.address }]);
  await assert.rejects(call(url, "eth_estimateGas", [request("fail")]), /no/);
  await send(url, sender, { ...request("fail"), gasLimit: 100_000 });
  await assert.rejects(call(url, "eth_getBalance", ["0x"]), /-32602/);
  await assert.rejects(call(url, `eth_${"x".repeat(500)}`), /-32601/);
  return { greeting, to };
}

async function linesAfterCalls(level: string) {
  const node = await startLocalNode(["--calls", level]);
  const { greeting, to } = await makeCalls(node);
  if (level !== "off") {
    await eventually("line of the last transaction", () =>
      linesOf(node).some(({ msg, reverted }) => msg === "transaction" && reverted !== undefined),
    );
  }
  await node.stop();
  return { greeting, to, lines: linesOf(node) };
}

const messages = (lines: readonly Line[], msg: string) => lines.filter((line) => line.msg === msg);

describe("the log of calls", () => {
  it("has a line for each that executes code, with its gas and the reason of a failure", async () => {
    const { greeting, to, lines } = await linesAfterCalls("executed");
    const transactions = messages(lines, "transaction");
    assert.equal(transactions.length, 3);
    assert.equal(transactions[0]?.contract, to);
    const { hash, gas, reverted } = transactions[1] as Line;
    assert.deepEqual(
      { hash, gas, reverted },
      {
        hash: greeting.transactionHash,
        gas: `${BigInt(greeting.gasUsed)}`,
        reverted: undefined,
      },
    );
    assert.equal(transactions[2]?.reverted, "no");
    const seen = messages(lines, "call");
    assert.deepEqual(
      seen.map(({ to: callee, reverted: reason }) => [callee, reason]),
      [
        [to, undefined],
        [to, "no"],
      ],
    );
    assert.ok(Number(seen[0]?.gas) > 21_000);
    assert.equal(messages(lines, "estimate").length, 1);
    const refused = messages(lines, "refused").map(({ method, code, reason }) => [
      method,
      code,
      reason,
    ]);
    assert.equal(refused.length, 3);
    assert.deepEqual(refused[0], ["eth_estimateGas", 3, "execution reverted: no"]);
    assert.deepEqual(refused[1]?.slice(0, 2), ["eth_getBalance", -32602]);
    const [method, code, reason] = refused[2] ?? [];
    assert.deepEqual([method, code], [undefined, -32601]);
    assert.match(`${reason}`, /^the method eth_x{76} does not exist or is not available$/);
    assert.deepEqual(
      messages(lines, "console.log").map(({ line }) => line),
      ["made", "hello ann, 3 times", "looked at -1", "about to fail", "about to fail"],
    );
    assert.equal(messages(lines, "answered").length, 0);
  });

  it("has a line for every one of concurrent equal calls", async () => {
    const node = await startLocalNode(["--calls", "executed"]);
    const { url } = node;
    const creation = { data: printer.bytecode, gasLimit: 2_000_000 };
    const hash = await send(url, sender, creation);
    const { contractAddress: to } = await call<WireReceipt>(url, "eth_getTransactionReceipt", [
      hash,
    ]);
    const look = { to, data: calls.encodeFunctionData("look", []) };
    const batch = Array.from({ length: 3 }, () => call(url, "eth_call", [look, "latest"]));
    await Promise.all(batch);
    await call(url, "eth_call", [look, "latest"]);
    await node.stop();
    const lines = linesOf(node);
    assert.equal(messages(lines, "call").length, 4);
    assert.equal(
      messages(lines, "console.log").filter(({ line }) => line === "looked at -1").length,
      4,
    );
  });

  it("has only failures or every request, according to the level", async () => {
    const [failed, all] = await Promise.all([linesAfterCalls("failed"), linesAfterCalls("all")]);
    const told = (lines: readonly Line[]) =>
      ["transaction", "call", "estimate", "refused"].map((msg) => messages(lines, msg).length);
    assert.deepEqual(told(failed.lines), [1, 0, 0, 3]);
    assert.deepEqual(told(all.lines), [3, 2, 1, 3]);
    assert.ok(messages(all.lines, "answered").some(({ method }) => method === "eth_call"));
  });

  it("has no control characters, whatever the output of a contract", async () => {
    const reason = "\u001b[2J\u009b31m\u202eforged\n";
    const node = await startLocalNode(["--calls", "executed"]);
    const data = Buffer.from(errors.encodeErrorResult("Error", [reason]).slice(2), "hex");
    // CODECOPY of the data after these 12 bytes, and REVERT with it.
    const code = Buffer.concat([Buffer.from("61ffff600c5f3961ffff5ffd", "hex"), data]);
    code.writeUInt16BE(data.length, 1);
    code.writeUInt16BE(data.length, 8);
    const creation = { data: `0x${code.toString("hex")}` };
    await assert.rejects(call(node.url, "eth_call", [creation, "latest"]), /execution reverted/);
    await node.stop();
    const printed = node.output();
    assert.ok(!["\u001b", "\u009b", "\u202e"].some((mark) => printed.includes(mark)));
    assert.equal(messages(linesOf(node), "call")[0]?.reverted, reason);
  });

  it("has only blocks if it is off", async () => {
    const { lines } = await linesAfterCalls("off");
    assert.deepEqual(new Set(lines.map(({ msg }) => msg)), new Set(["block"]));
  });
});

interface Told {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Starts a node in this process that stores its log. */
async function loggingNode(calls: "failed" | "executed") {
  const lines: Told[] = [];
  const keep = (fields: object, message: string) =>
    void lines.push({ fields: { ...fields }, message });
  const logger = { error: keep, warn: keep, info: keep, debug: () => {} };
  const node = await createNode({ unlocked: true, logger, calls });
  const [from, to] = node.accounts.map(({ address }) => address);
  return { node, lines, from, to };
}

/** Returns init code that returns this number of zeros as the code of a contract. */
const returning = (bytes: number) => `0x61${bytes.toString(16).padStart(4, "0")}5ff3`;

/** Init codes that fail, with the fields that give the reason. */
const failures: readonly (readonly [data: string, why: object])[] = [
  ["0x5f5ffd", { reverted: "without a reason" }],
  ["0x5b5f56", { halted: "out of gas" }],
  ["0xfe", { halted: "invalid opcode: INVALID" }],
  ["0x600056", { halted: "invalid jump destination" }],
  [returning(24_577), { halted: "max code size exceeded: code size 24577, limit 24576" }],
];

describe("the reason of a failure", () => {
  it("is that of a revert or a halt, of transactions, calls and creations, with the size of init code", async () => {
    const { node, lines, from } = await loggingNode("executed");
    try {
      for (const [data] of failures) {
        const creation = { from, data, gas: "0x1e8480" };
        await node.request("eth_sendTransaction", [creation]);
        await assert.rejects(node.request("eth_call", [creation, "latest"]));
      }
    } finally {
      await node.close();
    }
    for (const message of ["transaction", "call"]) {
      const told = lines.filter((line) => line.message === message);
      assert.deepEqual(
        told.map(({ fields: { reverted, halted, initCodeBytes } }) => ({
          ...(reverted === undefined ? {} : { reverted }),
          ...(halted === undefined ? {} : { halted }),
          initCodeBytes,
        })),
        failures.map(([data, why]) => ({ ...why, initCodeBytes: data.length / 2 - 1 })),
        message,
      );
    }
  });
});

describe("the console", () => {
  it("names a transaction with a missing nonce, and a revert", async () => {
    const { node, lines, from, to } = await loggingNode("failed");
    const snapshot = await node.request("evm_snapshot");
    await node.request("eth_sendTransaction", [{ from, to, gas: "0x5208" }]);
    await node.request("evm_revert", [snapshot]);
    const hash = await node.request("eth_sendTransaction", [
      { from, to, gas: "0x5208", nonce: "0x2" },
    ]);
    await node.close();
    const waiting = lines.find(({ message }) => message === "waits for a nonce");
    assert.deepEqual(waiting?.fields, { hash, from, nonce: "2", waitsFor: "0" });
    assert.ok(lines.some(({ message }) => message === "reverted to an earlier block"));
    assert.ok(lines.every(({ message }) => message !== "reorg"));
  });

  it("has the lines of what was done while logging was enabled, however late they are written", async () => {
    const { node, lines, from } = await loggingNode("executed");
    await node.request("evm_setAutomine", [false]);
    const enable = (isEnabled: boolean) => node.request("hardhat_setLoggingEnabled", [isEnabled]);
    /** Mines transactions that use up their gas, each of which is replayed for its line. */
    const mineFailures = async () => {
      const creation = { from, data: "0x5b5f56", gas: "0x1e8480" };
      const hashes: unknown[] = [];
      for (let i = 0; i < 4; i++) {
        hashes.push(await node.request("eth_sendTransaction", [creation]));
      }
      await node.request("evm_mine");
      return hashes;
    };
    await enable(false);
    await mineFailures();
    await enable(true);
    const hashes = await mineFailures();
    await enable(false);
    await node.close();
    const told = lines.filter(({ message }) => message === "transaction");
    assert.deepEqual(
      told.map(({ fields }) => fields.hash),
      hashes,
    );
  });

  it("stops while logging is disabled, except for warnings and errors", async () => {
    const node = await startLocalNode(["--calls", "all"]);
    await call(node.url, "hardhat_setLoggingEnabled", [false]);
    await makeCalls(node);
    await call(node.url, "hardhat_setLoggingEnabled", [true]);
    await call(node.url, "web3_clientVersion", []);
    await eventually("line of the last request", () =>
      linesOf(node).some(({ method }) => method === "web3_clientVersion"),
    );
    await node.stop();
    const told = linesOf(node);
    assert.deepEqual(
      told.filter(({ msg }) => ["call", "transaction", "console.log"].includes(msg)),
      [],
    );
    assert.ok(!told.some(({ method }) => method === "eth_call"));
  });
});
