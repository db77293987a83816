/** Tests that compute threads return the same bytes as the main thread. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createNode } from "@tandem/node";
import { contract, type Method } from "@tandem/rpc";
import { metric } from "../support/clients/metric.js";
import { developmentAccount, send } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call, post, type RpcAnswer } from "../support/rpc.js";
import { readTranscripts } from "../support/transcripts/transcript.js";
import { buildTranscriptChain } from "../support/transcripts/transcript-chain.js";
import { fillIn, type Values } from "../support/transcripts/transcript-match.js";
import type { Hex, WireReceipt } from "../support/wire.js";

const heavy = new Set(
  (contract as readonly Method[]).filter(({ isHeavy }) => isHeavy).map(({ name }) => name),
);

/** The reads of the transcripts for methods that threads answer. */
const reads = readTranscripts()
  .filter((one) => heavy.has(one.subject) && !one.changesChain && !one.needsKeys)
  .filter(({ wires }) => wires.includes("http"))
  .flatMap(({ exchanges }) => exchanges.map(({ request }) => request));

describe("the answers of compute threads", () => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-threads-"));
  const flags = ["--mining", "manual", "--seed", "7", "--data-dir", directory];
  let values: Values;
  let wanted: readonly string[];

  /** Starts a node with ready threads on the chain of the transcripts. */
  async function start(threads: number): Promise<RunningNode> {
    const node = await startLocalNode([...flags, "--threads", `${threads}`]);
    await eventually("threads", async () => {
      return threads === 0 || (await metric(node.url, "tandem_compute_threads")) === threads;
    });
    return node;
  }

  async function answersOf({ url }: RunningNode): Promise<string[]> {
    const answers: string[] = [];
    for (const request of reads)
      answers.push(await (await post(url, fillIn(request, values))).text());
    return answers;
  }

  before(async () => {
    const first = await startLocalNode(flags);
    values = await buildTranscriptChain(first.url);
    await first.stop();
    const node = await start(0);
    wanted = await answersOf(node);
    await node.stop();
  });
  after(() => rmSync(directory, { recursive: true }));

  it("are those of the main thread", async () => {
    const node = await start(2);
    try {
      for (const [i, answer] of (await answersOf(node)).entries()) {
        assert.equal(answer, wanted[i], reads[i]);
      }
      const given = (await metric(node.url, "tandem_compute_requests_total")) ?? 0;
      assert.ok(given > heavy.size, `${given}`);
      assert.equal(await metric(node.url, "tandem_compute_threads_replaced_total"), 0);
    } finally {
      await node.stop();
    }
  });
});

describe("a compute thread", () => {
  let node: RunningNode;
  const given = async () => (await metric(node.url, "tandem_compute_requests_total")) ?? 0;

  before(async () => {
    node = await startLocalNode(["--mining", "auto", "--threads", "1"]);
    await eventually("a thread", async () => {
      return (await metric(node.url, "tandem_compute_threads")) === 1;
    });
  });
  after(() => node.stop());

  it("estimates enough, naming no block, for a contract that stores the height in each", async () => {
    const { url } = node;
    const to = `0x${"c2".repeat(20)}`;
    await call(url, "hardhat_setCode", [to, "0x435f5500"]);
    const account = developmentAccount(0);
    for (let i = 1; i <= 3; i++) {
      const gasLimit = await call<Hex>(url, "eth_estimateGas", [{ from: account.address, to }]);
      const hash = await send(url, account, { to, gasLimit });
      const mined = await call<WireReceipt>(url, "eth_getTransactionReceipt", [hash]);
      assert.deepEqual([mined.status, mined.gasUsed], ["0x1", gasLimit], `transaction ${i}`);
      assert.equal(await given(), i);
    }
  });

  const contract = `0x${"c1".repeat(20)}`;
  const sender = `0x${"5e".repeat(20)}`;
  /** PUSH2 2000, and a loop that counts down and writes each number into a log. */
  const code = "0x6107d05b6001900380600052600160206000a180600357";
  const params = [{ fromBlock: "0x0", toBlock: "latest" }] as const;

  it("sends large answers completely on every transport, also several at once", async () => {
    const { url, wsUrl } = node;
    const socket = await JsonSocket.open(wsUrl);
    try {
      await call(url, "hardhat_setCode", [contract, code]);
      await call(url, "hardhat_setBalance", [sender, "0xffffffffffffffffff"]);
      await call(url, "hardhat_impersonateAccount", [sender]);
      const hash = await call(url, "eth_sendTransaction", [
        { from: sender, to: contract, gas: "0x400000" },
      ]);
      const { logs } = await call<{ logs: unknown[] }>(url, "eth_getTransactionReceipt", [hash]);
      assert.equal(logs.length, 2000);
      const before = await given();
      const one = { jsonrpc: "2.0", id: 1, method: "eth_getLogs", params };
      const zipped = fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "accept-encoding": "gzip" },
        body: JSON.stringify(one),
      });
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => call(url, "eth_getLogs", params)),
        ...Array.from({ length: 2 }, () => socket.call("eth_getLogs", params)),
        zipped.then(async (answer) => ((await answer.json()) as RpcAnswer).result),
        post(url, [one, one]).then(async (answer) =>
          ((await answer.json()) as RpcAnswer[]).map(({ result }) => result),
        ),
      ]);
      for (const answer of answers.slice(0, 7)) assert.deepEqual(answer, logs);
      assert.deepEqual(answers[7], [logs, logs]);
      assert.ok((await given()) > before);
    } finally {
      await socket.close();
    }
  });
});

describe("compute threads", () => {
  it("are refused if no other thread can read the chain", async () => {
    await assert.rejects(
      createNode({ threads: 1 }),
      /^Error: threads: threads share a database on the disk/,
    );
    await using node = await createNode({ threads: "auto", isListening: false });
    assert.equal(await node.request("eth_blockNumber"), "0x0");
  });
});
