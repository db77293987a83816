/** Tests the nonce of a user's next request with nodes that answer in different ways about the pending block. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { ConnectionError } from "@tandem/rpc/client";
import { toEventSelector } from "viem";
import { answeringNode } from "../testing/answering-node.js";
import { NoContract } from "./chain.js";
import { connectForwarder } from "./forwarder.js";

const addressOf = (byte: string) => `0x${byte.repeat(20)}` as const;
const options = { contract: addressOf("cc"), forwarder: addressOf("fe") };
const word = (nonce: number) => ({ result: `0x${nonce.toString(16).padStart(64, "0")}` });
const refusal = { error: { code: -32602, message: "the pending block is not supported" } };

describe("the nonce of a user's next request", () => {
  for (const { title, pending, latest, nonce } of [
    { title: "follows those that are pending", pending: word(6), latest: word(5), nonce: 6n },
    {
      title: "is that of the newest block with a node that has no pending one",
      pending: refusal,
      latest: word(5),
      nonce: 5n,
    },
  ]) {
    it(title, async (t) => {
      const nodeUrl = await answeringNode(t, ({ params }) =>
        params[1] === "pending" ? pending : latest,
      );
      assert.equal(await connectForwarder({ ...options, nodeUrl }).nonceOf(addressOf("aa")), nonce);
    });
  }

  it("is unknown where there is no forwarder", async (t) => {
    const nodeUrl = await answeringNode(t, () => ({ result: "0x" }));
    const forwarder = connectForwarder({ ...options, nodeUrl });
    await assert.rejects(forwarder.nonceOf(addressOf("aa")), NoContract);
  });
});

it("a contract that answers anything but yes does not trust the forwarder", async (t) => {
  for (const answer of ["0x", word(0).result, word(2).result, `0x${"ff".repeat(32)}`]) {
    const nodeUrl = await answeringNode(t, () => ({ result: answer }));
    const forwarder = connectForwarder({ ...options, nodeUrl });
    await assert.rejects(forwarder.assertTrusted(), NoContract, answer);
  }
  const nodeUrl = await answeringNode(t, () => word(1));
  await connectForwarder({ ...options, nodeUrl }).assertTrusted();
});

describe("the execution of a user's request", () => {
  const user = addressOf("aa");
  const hashOf = (byte: string) => `0x${byte.repeat(32)}` as const;
  const wordOf = (value: number) => value.toString(16).padStart(64, "0");
  const topic = `0x${"00".repeat(12)}${"aa".repeat(20)}` as const;
  const effect = { topics: [hashOf("01"), topic], data: `0x${wordOf(500)}` } as const;
  const request = { user, nonce: 3, block: 1000, effect };
  const executed = toEventSelector("ExecutedForwardRequest(address,uint256,bool)");
  const logOf = (address: string, topics: readonly string[], data: string) => ({
    address,
    topics,
    data,
    blockNumber: "0x3e9",
    blockHash: hashOf("0b"),
    transactionHash: hashOf("0e"),
    transactionIndex: "0x0",
    logIndex: "0x0",
  });
  const paid = logOf(options.contract, effect.topics, effect.data);
  const done = (nonce: number, isSuccess = true) =>
    logOf(options.forwarder, [executed, topic], `0x${wordOf(nonce)}${wordOf(Number(isSuccess))}`);

  const found = async (t: TestContext, logs: object, block = 1000) => {
    const asked: unknown[] = [];
    const nodeUrl = await answeringNode(t, ({ method, params }) => {
      if (method === "eth_blockNumber") return { result: "0x3eb" };
      asked.push(...params);
      return Array.isArray(logs) ? { result: logs } : logs;
    });
    const forwarder = connectForwarder({ ...options, nodeUrl });
    return { receipt: await forwarder.executionOf({ ...request, block }), asked };
  };

  it("is the transaction with the events of the payment and of its nonce", async (t) => {
    const before = [logOf(options.contract, effect.topics, `0x${wordOf(499)}`), done(2)].map(
      (log) => ({ ...log, transactionHash: hashOf("0d") }),
    );
    const { receipt, asked } = await found(t, [...before, paid, done(3)]);
    const place = { blockNumber: 1001, confirmations: 3 };
    assert.deepEqual(receipt, { hash: hashOf("0e"), isSuccess: true, ...place });
    const address = [options.forwarder, options.contract];
    const [filter] = asked as [Readonly<Record<string, unknown>>];
    assert.deepEqual([filter.address, filter.topics], [address, [null, [topic]]]);
    // A reorg may have replaced the blocks before its signature by fewer.
    assert.deepEqual([filter.fromBlock, filter.toBlock], ["0x384", "latest"]);
    const [first] = (await found(t, [], 9)).asked as [Readonly<Record<string, unknown>>];
    assert.equal(first.fromBlock, "0x0");
  });

  it("is unknown while the node does not answer, which is no reason to call a payment failed", async () => {
    const forwarder = connectForwarder({ ...options, nodeUrl: "http://127.0.0.1:9" });
    await assert.rejects(forwarder.executionOf(request), ConnectionError);
  });

  it("is unknown while the node is overloaded or fails, which is no reason either", async (t) => {
    const data = { limit: "requests-per-second", max: 100 };
    for (const error of [
      { code: -32005, message: "limit exceeded: requests-per-second is at most 100", data },
      { code: -32603, message: "internal error" },
    ]) {
      await assert.rejects(found(t, { error }), ConnectionError, error.message);
    }
  });

  it("is none for another payment, another nonce, a failure, and where logs are not searched", async (t) => {
    const other = logOf(options.contract, [hashOf("02"), topic], effect.data);
    const less = logOf(options.contract, effect.topics, `0x${wordOf(499)}`);
    const refused = { error: { code: -32005, message: "the range is too long" } };
    const data = { limit: "log-range-blocks", max: 100 };
    for (const logs of [
      ...[[], [paid], [done(3)], [done(3), paid], [other, done(3)], [less, done(3)]],
      ...[[paid, done(2)], [paid, done(3, false)], refused, { error: { ...refused.error, data } }],
    ]) {
      assert.equal((await found(t, logs)).receipt, undefined, JSON.stringify(logs));
    }
  });
});
