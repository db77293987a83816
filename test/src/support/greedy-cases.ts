/** Clients that ask for more than their share: others must hardly notice, nor the memory. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { before, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Interface, type InterfaceAbi } from "ethers";
import { compileOne } from "./compile.js";
import { developmentAccount, send, sign } from "./development.js";
import { eventually } from "./eventually.js";
import type { NodeContext } from "./node-suite.js";
import { residentBytes } from "./resident.js";
import { ask, call, post, type RpcAnswer } from "./rpc.js";
import { callAll } from "./rpc-batch.js";
import type { Hex, WireReceipt } from "./wire.js";

const megabyte = 1024 * 1024;
const account = developmentAccount(9);
const playground = compileOne("Playground.sol", "Playground");
const contract = new Interface(playground.abi as InterfaceAbi);
/** Transactions of the block that is asked for; its JSON is about 70 KB. */
const transactions = 120;
/** Milliseconds a stranger may wait for a plain answer, on a machine with much else to do. */
const delayMaxMs = 2_500;
/** Answers nobody reads would be some 350 MB. */
const pipelined = 5_000;
const growthMaxBytes = 200 * megabyte;
const callMaxMs = 10_000;
const betweenQuestionsMs = 10;

export function greedyCases({ node, url }: NodeContext): void {
  let height: Hex = "0x0";
  let endless: Hex = "0x";
  before(async () => {
    const creation = { gasLimit: 5_000_000, data: playground.bytecode };
    const hash = await send(url(), account, creation);
    const raws = Array.from({ length: transactions }, (_, i) => {
      const to = account.address;
      return sign(account, { nonce: i + 1, to }).raw;
    });
    const calls = raws.map((raw) => ({ method: "eth_sendRawTransaction", params: [raw] }));
    await callAll(url(), calls);
    await call(url(), "evm_mine");
    const receipt = await call<WireReceipt>(url(), "eth_getTransactionReceipt", [hash]);
    height = receipt.blockNumber;
    endless = receipt.contractAddress as Hex;
  });
  const wholeBlock = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "eth_getBlockByNumber",
    params: [height, true],
  });

  it("a long batch of costly calls is answered, and others need not wait for it", async () => {
    const batch = Array.from({ length: 1_000 }, (_, id) => wholeBlock(id));
    // Parsed only afterwards: that takes this process as long as it may take the node.
    const work = post(url(), batch).then((response) => response.arrayBuffer());
    const worst = await worstDelay(url(), work);
    const answers = JSON.parse(Buffer.from(await work).toString()) as RpcAnswer[];
    assert.equal(answers.length, 1_000);
    assert.ok(answers.every(({ id, result }, i) => id === i && result !== undefined));
    assert.ok(worst < delayMaxMs, `another client waited ${worst.toFixed(0)} ms`);
  });

  it("one who sends requests on and on and reads no answer is held off or dropped", async () => {
    const { hostname, port } = new URL(url());
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.pause();
    const body = JSON.stringify(wholeBlock(1));
    const head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    const request = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    const pid = node().child.pid ?? 0;
    const held = await residentBytes(pid);
    let worst = 0;
    let grown = 0;
    try {
      for (let i = 0; i < pipelined; i++) socket.write(request);
      for (let quiet = 0; quiet < 50; quiet++) {
        const delay = await delayOf(url());
        if (delay > 50) quiet = 0;
        worst = Math.max(worst, delay);
        grown = Math.max(grown, (await residentBytes(pid)) - held);
      }
    } finally {
      socket.destroy();
    }
    assert.ok(grown < growthMaxBytes, `${Math.round(grown / megabyte)} MB are kept for it`);
    assert.ok(worst < delayMaxMs, `another client waited ${worst.toFixed(0)} ms`);
  });

  it("calls that never end are ended, and others need not wait for them", async () => {
    const began = performance.now();
    const data = contract.encodeFunctionData("forever");
    const request = { to: endless, data, gas: "0xffffffffff" };
    const methods = ["eth_call", "eth_estimateGas", "eth_call", "eth_estimateGas"];
    const work = Promise.all(methods.map((method) => ask(url(), method, [request, "latest"])));
    const worst = await worstDelay(url(), work);
    for (const { error } of await work) assert.ok(error !== undefined);
    assert.ok(performance.now() - began < callMaxMs);
    assert.ok(worst < delayMaxMs, `another client waited ${worst.toFixed(0)} ms`);
    await eventually("answer", async () => (await call(url(), "net_version")) === "31");
  });
}

async function delayOf(url: string): Promise<number> {
  const began = performance.now();
  assert.equal(await call(url, "eth_chainId"), "0x1f");
  return performance.now() - began;
}

/** The longest that a plain answer took until `work` was done. */
async function worstDelay(url: string, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  let worst = 0;
  while (!isDone) {
    worst = Math.max(worst, await delayOf(url));
    await pause(betweenQuestionsMs);
  }
  return worst;
}
