/**
 * Tests clients that request more than their share: others are served meanwhile, and nothing
 * accumulates.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Interface, type InterfaceAbi } from "ethers";
import { isShortHold } from "../attacks/bounds.js";
import { compileOne } from "../compile.js";
import { developmentAccount, send, sign } from "../development.js";
import { eventually } from "../eventually.js";
import type { LoopHoldMeter } from "../loop-hold/loop-hold.js";
import type { NodeContext } from "../node-suite.js";
import { ask, call, post, type RpcAnswer } from "../rpc.js";
import { callAll } from "../rpc-batch.js";
import type { Hex, WireReceipt } from "../wire.js";

const account = developmentAccount(9);
const playground = compileOne("Playground.sol", "Playground");
const contract = new Interface(playground.abi as InterfaceAbi);
/** The transactions of the requested block; its JSON is about 70 KB. */
const transactions = 120;
/** The number of requests for it in one batch, whose answer is about 10 MB. */
const batchLength = 150;
/** The number of requests, whose unread answers would be about 140 MB: more than twice what a socket and the kernel keep. */
const pipelined = 2_000;
/** The maximum fraction of those answers that a node may compute. */
const answeredShareMax = 0.5;
/** The interval is long enough that the requests cost little compared with the measured work. */
const betweenQuestionsMs = 10;
/** Number of consecutive reads of an unchanged count after which it is final. */
const looksAtRest = 20;

/**
 * @param meter of the node's process, which was started with its environment.
 * @param isExecuted whether endless calls are made too, in which the server has no part.
 */
export function greedyCases({ url }: NodeContext, meter: LoopHoldMeter, isExecuted: boolean): void {
  let height: Hex = "0x0";
  let endless: Hex = "0x";
  before(async () => {
    await meter.open();
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
  after(() => meter.close());
  /**
   * Asserts that another client is answered until `work` is done, and that the loop is never held
   * for long.
   */
  async function assertOthersServed(work: Promise<unknown>): Promise<void> {
    await meter.read();
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    while (!isDone) {
      assert.equal(await call(url(), "eth_chainId"), "0x1f");
      await pause(betweenQuestionsMs);
    }
    const { longestMs } = await meter.read();
    assert.ok(isShortHold(longestMs), `the loop was held for ${longestMs} ms of processor`);
  }
  /** Returns the number of blocks in the node's answers so far. */
  async function blocksAnswered(): Promise<number> {
    const text = await (await fetch(`${url()}/metrics`)).text();
    const line =
      /^tandem_requests_total\{method="eth_getBlockByNumber",outcome="answered"\} (\d+)$/m;
    return Number(line.exec(text)?.[1] ?? 0);
  }
  const wholeBlock = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "eth_getBlockByNumber",
    params: [height, true],
  });

  it("a long batch of costly calls is answered, and others need not wait for it", async () => {
    const batch = Array.from({ length: batchLength }, (_, id) => wholeBlock(id));
    // The answer is parsed only afterwards, because that takes this process as long as it may take
    // the node.
    const work = post(url(), batch).then((response) => response.bytes());
    await assertOthersServed(work);
    const answers = JSON.parse((await work).toString()) as RpcAnswer[];
    assert.equal(answers.length, batchLength);
    assert.ok(answers.every(({ id, result }, i) => id === i && result !== undefined));
  });

  it("one who sends requests on and on and reads no answer is held off or dropped", async () => {
    const { hostname, port } = new URL(url());
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.pause();
    const body = JSON.stringify(wholeBlock(1));
    const head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    const request = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    const before = await blocksAnswered();
    let answered = 0;
    const atRest = async () => {
      for (let looks = 0; looks < looksAtRest; looks++) {
        const now = (await blocksAnswered()) - before;
        if (now > answered) looks = 0;
        answered = now;
      }
    };
    try {
      for (let i = 0; i < pipelined; i++) socket.write(request);
      await eventually("first answer", async () => (await blocksAnswered()) > before);
      await assertOthersServed(atRest());
    } finally {
      socket.destroy();
    }
    assert.ok(answered < answeredShareMax * pipelined, `${answered} answers are kept for it`);
  });

  if (!isExecuted) return;
  it("calls that never end are ended, and others need not wait for them", async () => {
    const data = contract.encodeFunctionData("forever");
    const request = { to: endless, data, gas: "0xffffffffff" };
    const methods = ["eth_call", "eth_estimateGas", "eth_call", "eth_estimateGas"];
    const work = Promise.all(methods.map((method) => ask(url(), method, [request, "latest"])));
    await assertOthersServed(work);
    for (const { error } of await work) assert.ok(error !== undefined);
    await eventually("answer", async () => (await call(url(), "net_version")) === "31");
  });
}
