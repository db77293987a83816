/**
 * Tests that every request is answered without an internal error, and the node is unchanged
 * afterwards; with development controls, the resulting chain is valid.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Interface, type InterfaceAbi } from "ethers";
import fc from "fast-check";
import { assertFollows, testPace } from "../support/chain-checks/header-rules.js";
import { proofFailures } from "../support/chain-checks/independent-proof.js";
import { compileOne } from "../support/compile.js";
import { developmentAccount, send } from "../support/development.js";
import { patienceMs } from "../support/eventually.js";
import { endOfRounds, fewOrMany, seedOr } from "../support/extent.js";
import {
  bodiesAbout,
  type FuzzRequest,
  type Known,
  requestsAbout,
} from "../support/mutations/request-mutations.js";
import type { RunningNode } from "../support/node-process.js";
import { withLocalNode } from "../support/node-suite.js";
import { ask, call, post, type RpcAnswer } from "../support/rpc.js";
import { callAll } from "../support/rpc-batch.js";
import type { Hex, WireBlock, WireReceipt } from "../support/wire.js";

/** The number of requests in `npm test`. */
const fewRequests = 2_000;
/** The number of requests to a node with controls: a few of them mine thousands of blocks. */
const controlRequests = fewOrMany(400, 20_000);
const batchLength = 400;
/** The number of concurrent batches, so that one side writes while the other reads. */
const workers = 2;
const bodies = fewOrMany(100, 2_000);
const seed = seedOr(20_260);
const word: Hex = `0x${"5a".repeat(32)}`;

/** Mines a block with a contract's creation and one with logs, on a node with automining. */
async function build(url: string): Promise<Known> {
  const { abi, bytecode } = compileOne("Emitter.sol", "Emitter");
  const contract = new Interface(abi as InterfaceAbi);
  const account = developmentAccount(1);
  const creation = await send(url, account, { data: bytecode, gasLimit: 2_000_000 });
  const created = await call<WireReceipt>(url, "eth_getTransactionReceipt", [creation]);
  const to = created.contractAddress as Hex;
  const data = contract.encodeFunctionData("emitMany", [3, word, 0]);
  const transactionHash = await send(url, account, { to, data, gasLimit: 100_000 });
  const { blockHash } = await call<WireReceipt>(url, "eth_getTransactionReceipt", [
    transactionHash,
  ]);
  return { blockHash, transactionHash, contract: to };
}

/** Returns facts that no request may change. */
async function factsOf(url: string, { blockHash, transactionHash, contract }: Known) {
  const questions: readonly (readonly [string, ...unknown[]])[] = [
    ["eth_chainId"],
    ["eth_getBlockByHash", blockHash, true],
    ["eth_getBlockByNumber", "0x1", true],
    ["eth_getBlockByNumber", "0x2", false],
    ["eth_getTransactionByHash", transactionHash],
    ["eth_getTransactionReceipt", transactionHash],
    ["eth_getLogs", { fromBlock: "0x0", toBlock: "0x2" }],
    ["eth_getCode", contract, "0x2"],
    ["eth_getBalance", developmentAccount(1).address, "0x2"],
    ["trace_transaction", transactionHash],
    ["native_getTransactionReceiptNodesByHash", blockHash, transactionHash],
    ["debug_traceTransaction", transactionHash, { tracer: "callTracer" }],
    ["web3_sha3", "0x68656c6c6f20776f726c64"],
  ];
  const facts: unknown[] = [];
  for (const [method, ...params] of questions) facts.push(await call(url, method, params));
  return facts;
}

/** The maximum characters of an id that is echoed; a longer one is refused, and its answer has none. */
const idCharactersMax = 16 * 1024;

/** Returns the id of the answer: a valid id is echoed, any other is answered as null. */
const echoOf = (id: unknown) => {
  if (typeof id === "string") return id.length > idCharactersMax ? null : id;
  return typeof id === "number" ? id : null;
};

function assertAnswer(answer: RpcAnswer, about: string): void {
  const got = `${about}: ${JSON.stringify(answer).slice(0, 300)}`;
  assert.equal(answer.jsonrpc, "2.0", got);
  assert.ok("id" in answer, got);
  assert.equal(Number("result" in answer) + Number("error" in answer), 1, got);
  if (answer.error === undefined) return;
  assert.ok(Number.isInteger(answer.error.code), got);
  assert.match(answer.error.message, /\S/, got);
  assert.notEqual(answer.error.code, -32603, got);
}

const shown = (value: unknown) => JSON.stringify(value).slice(0, 2_000);

interface Counts {
  sent: number;
  answered: number;
  refused: number;
  /**
   * Minimum gas prices that were requested for a next block, which need not follow from its
   * parent's price.
   */
  readonly requestedPrices: Set<bigint>;
}

function countAnswer({ method, params }: FuzzRequest, answer: RpcAnswer, counts: Counts): void {
  if (answer.error !== undefined) {
    counts.refused++;
    return;
  }
  counts.answered++;
  if (!String(method).endsWith("_setNextBlockBaseFeePerGas")) return;
  for (const price of Object.values(params as object)) counts.requestedPrices.add(BigInt(price));
}

async function sendBatch(
  url: string,
  requests: readonly FuzzRequest[],
  counts: Counts,
): Promise<void> {
  // The comparison uses the sent JSON, which has no undefined and no -0.
  const text = JSON.stringify(requests);
  const sent = JSON.parse(text) as FuzzRequest[];
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: text,
    // One of its requests may mine the maximum number of blocks.
    signal: AbortSignal.timeout(patienceMs),
  });
  assert.equal(response.status, 200);
  const answers = (await response.json()) as RpcAnswer[];
  assert.ok(Array.isArray(answers), JSON.stringify(answers));
  assert.equal(answers.length, sent.length, "every request of a batch is answered");
  for (const [i, answer] of answers.entries()) {
    assertAnswer(answer, shown(sent[i]));
    assert.deepEqual(answer.id, echoOf(sent[i]?.id), shown(sent[i]));
    countAnswer(sent[i] as FuzzRequest, answer, counts);
  }
  counts.sent += sent.length;
}

/** Sends batches until the end, some of them concurrently. */
async function sendAll(
  node: RunningNode,
  known: Known,
  isOver: (sent: number) => boolean,
): Promise<Counts> {
  const requests = requestsAbout(known);
  const counts: Counts = { sent: 0, answered: 0, refused: 0, requestedPrices: new Set() };
  let next = 0;
  const worker = async () => {
    for (let at = next; !isOver(at); at = next) {
      next += batchLength;
      const batch = fc.sample(requests, { seed: seed + at, numRuns: batchLength });
      await sendBatch(node.url, batch, counts).catch((error) => {
        throw new Error(`batch at ${at}: ${error.message}\n${node.output().slice(-2_000)}`);
      });
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  assert.equal(counts.sent, next);
  return counts;
}

describe("arbitrary requests to a node", () => {
  const { node, url } = withLocalNode(["--no-dev-rpc"]);

  it("are answered without an internal error, and do not change the node", async (context) => {
    const known = await build(url());
    const before = await factsOf(url(), known);
    const { sent, answered, refused } = await sendAll(node(), known, endOfRounds(fewRequests));
    context.diagnostic(`${sent} requests: ${refused} refused`);
    assert.ok(answered > sent / 10 && refused > sent / 10, `${answered} answered`);
    assert.deepEqual(await factsOf(url(), known), before);
    assert.doesNotMatch(node().output(), /"level":(50|60)/);
  });

  it("are answered if they are not valid requests", async () => {
    const known = await build(url());
    for (const body of fc.sample(bodiesAbout(known), { seed, numRuns: bodies })) {
      const response = await post(url(), body);
      const text = await response.text();
      // A body that happens to be a valid notification has no answer.
      if (response.status === 204) continue;
      assert.equal(response.status, 200, `${shown(body)}: ${text}`);
      const answer = JSON.parse(text) as RpcAnswer | RpcAnswer[];
      for (const one of [answer].flat()) assertAnswer(one, shown(body));
    }
    assert.equal((await ask(url(), "eth_chainId")).result, "0x1f");
  });
});

describe("arbitrary requests to a node with controls", () => {
  const { node, url } = withLocalNode(["--calls", "off"]);

  it("are answered without an internal error, and result in a valid chain that continues", async () => {
    const known = await build(url());
    const { requestedPrices } = await sendAll(node(), known, (sent) => sent >= controlRequests);
    const head = Number(await call<Hex>(url(), "eth_blockNumber"));
    const heights = Array.from({ length: Math.min(head, 300) }, (_, i) => head - i).reverse();
    const blocks = await callAll<WireBlock>(
      url(),
      heights.map((n) => ({
        method: "eth_getBlockByNumber",
        params: [`0x${n.toString(16)}`, false],
      })),
    );
    assert.deepEqual(blocks.flatMap(proofFailures), []);
    for (const [i, block] of blocks.entries()) {
      const parent = blocks[i - 1];
      if (parent === undefined) continue;
      const isRequested = requestedPrices.has(BigInt(block.minimumGasPrice));
      const { minimumGasPrice } = isRequested ? block : parent;
      const before = { ...parent, minimumGasPrice };
      assertFollows(before, block, testPace, BigInt(block.uncles.length));
    }
    await call(url(), "anvil_reset");
    await call(url(), "evm_mine");
    assert.equal(await call(url(), "eth_blockNumber"), "0x1");
    assert.doesNotMatch(node().output(), /"level":(50|60)/);
  });
});
