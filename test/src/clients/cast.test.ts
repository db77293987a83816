/** Tests that Foundry's `cast` from npm reads and sends. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { compileOne } from "../support/compile.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { foundryProgram } from "../support/processes/foundry-program.js";
import { installTool, type Tool } from "../support/processes/npm-tool.js";

const castPackage = "@foundry-rs/cast@1.7.1";
const key = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const sender = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const recipient = `0x${"99".repeat(20)}`;

const tool = await installTool(castPackage);
const run = promisify(execFile);
const skip = typeof tool === "string" ? tool : false;

describe("cast", { skip }, () => {
  let node: RunningNode;
  let token: string;
  const cast = async (command: string, ...args: string[]) => {
    const program = (tool as Tool).path(foundryProgram("cast"));
    return (await run(program, [command, "--rpc-url", node.url, ...args])).stdout.trim();
  };
  const json = async (command: string, ...args: string[]) =>
    JSON.parse(await cast(command, "--json", ...args));
  const rpc = async (...args: string[]) => JSON.parse(await cast("rpc", ...args));
  before(async () => {
    node = await startLocalNode();
  });
  after(async () => {
    await node?.stop();
    (tool as Tool).remove();
  });

  it("deploys with its own fees, without --legacy", async () => {
    const { abi, bytecode } = compileOne("Token.sol", "Token");
    assert.ok(abi.length > 0);
    const args = ["constructor(string,string,uint256)", "Coin", "COIN", "1000"];
    const receipt = await json("send", "--private-key", key, "--create", bytecode, ...args);
    assert.equal(receipt.status, "0x1");
    token = receipt.contractAddress;
  });

  it("sends, and reads the receipt, the transaction and its block", async () => {
    const sent = await json(
      "send",
      "--private-key",
      key,
      token,
      "transfer(address,uint256)",
      recipient,
      "7",
    );
    assert.equal(sent.status, "0x1");
    const receipt = await json("receipt", sent.transactionHash);
    assert.equal(receipt.logs.length, 1);
    assert.equal((await json("tx", sent.transactionHash)).from.toLowerCase(), sender.toLowerCase());
    const block = await json("block", "latest", "--full");
    assert.equal(block.transactions[0].hash, sent.transactionHash);
    assert.equal(block.hash, receipt.blockHash);
  });

  it("reads balance, nonce, code, storage, calls and estimates", async () => {
    assert.equal(await cast("call", token, "balanceOf(address)(uint256)", recipient), "7");
    assert.equal(await cast("nonce", sender), "2");
    assert.match(await cast("code", token), /^0x60/);
    assert.match(await cast("storage", token, "2"), /^0x0*3e8$/);
    assert.ok(BigInt(await cast("balance", sender)) < 10_000n * 10n ** 18n);
    const gas = await cast(
      "estimate",
      "--from",
      sender,
      token,
      "transfer(address,uint256)",
      recipient,
      "1",
    );
    assert.ok(Number(gas) > 21_000 && Number(gas) < 100_000, gas);
    assert.equal(await cast("chain-id"), "31");
    assert.equal(await cast("block-number"), "2");
    assert.ok(Number(await cast("gas-price")) > 0);
  });

  it("finds logs, shows why a call fails, and traces an execution", async () => {
    const logs = await json(
      "logs",
      "--from-block",
      "0",
      "--address",
      token,
      "Transfer(address,address,uint256)",
    );
    assert.equal(logs.length, 2);
    await assert.rejects(
      cast("call", "--from", recipient, token, "transfer(address,uint256)", sender, "8"),
      /revert/i,
    );
    const trace = await rpc("trace_transaction", logs[1].transactionHash);
    assert.equal(trace[0].action.to, token.toLowerCase());
    const frame = await rpc(
      "debug_traceTransaction",
      logs[1].transactionHash,
      '{"tracer":"callTracer"}',
    );
    assert.equal(frame.type, "CALL");
  });
});
