import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import {
  decodeBitcoinBlock,
  decodeBitcoinHeader,
  encodeBitcoinTransaction,
  hashBitcoinHeader,
  hashToInteger,
  targetFromBits,
  toDisplay,
} from "@tandem/bitcoin";
import { compressCoinbase, taggedHash, WorkExpired } from "@tandem/consensus";
import { Fault, type Work } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import { type BitcoinNodeLimits, bitcoinNodeLimits } from "./limits.js";
import { bitcoinRpc } from "./rpc.js";
import { type BitcoinNode, createBitcoinNode } from "./sealer.js";
import { type FakeBitcoin, password, startFakeBitcoin } from "./testing/fake-bitcoin.js";

const now = 1_700_000_000;
const easyTarget = 2n ** 255n;
/** No hash is that low. */
const noTarget = 0n;
const difficultBits = "1d00ffff";

const work = (fields: Partial<Work> = {}): Work => ({
  hashForMergedMining: new Uint8Array(32).fill(7),
  target: easyTarget,
  timestamp: now,
  parentHash: new Uint8Array(32),
  paidFees: 0n,
  ...fields,
});

/** Short limits, for quick tests. */
const hasty: BitcoinNodeLimits = {
  ...bitcoinNodeLimits,
  retryMsMin: 5,
  retryMsMax: 20,
  templateMsMin: 5,
  templateMsMax: 10,
};

/** The log messages about the result of a submission. */
const outcomes: ReadonlySet<string> = new Set([
  "the Bitcoin node accepted our block",
  "the Bitcoin node refused our block",
  "a Bitcoin block could not be submitted",
]);

interface Line {
  readonly level: "warn" | "info";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

describe("a block sealed on a Bitcoin node", () => {
  let fake: FakeBitcoin;
  let lines: Line[] = [];
  let node: BitcoinNode;
  const never = new AbortController().signal;
  const logger: Logger = {
    error: () => assert.fail("nothing of this is an error"),
    warn: (fields, message) => lines.push({ level: "warn", fields: { ...fields }, message }),
    info: (fields, message) => lines.push({ level: "info", fields: { ...fields }, message }),
    debug() {},
  };
  const messages = () => lines.map(({ level, message }) => `${level}: ${message}`);
  const countOf = (method: string) => fake.calls.filter((call) => call.method === method).length;
  /** Resolves when this number of blocks have been answered since the start of the test. */
  const settled = (blocks: number) =>
    until(() => lines.filter(({ message }) => outcomes.has(message)).length >= blocks);
  const isAsked = (method: string) => (call: { readonly method: string }) => call.method === method;

  function createNode(limits: BitcoinNodeLimits = hasty): BitcoinNode {
    return createBitcoinNode({
      rpc: bitcoinRpc(fake.url, limits),
      payoutScript: Uint8Array.of(0x51),
      apartSecondsMax: 300,
      logger,
      limits,
    });
  }
  before(async () => {
    fake = await startFakeBitcoin();
    await fake.stop();
  });
  after(() => fake.stop());
  const begin = async (fields: Readonly<Record<string, unknown>> = {}) => {
    fake = await startFakeBitcoin();
    fake.renew(fields);
    lines = [];
    node = createNode();
  };
  afterEach(async () => {
    await node?.close();
    await fake.stop();
  });

  it("has its proof in the Bitcoin block that is submitted", async () => {
    await begin();
    const proof = await node.seal(work(), never);
    const { params } = await fake.called(isAsked("submitblock"));
    const { header, transactions } = decodeBitcoinBlock(Buffer.from(params[0] as string, "hex"));
    assert.deepEqual(new Uint8Array(header), proof.bitcoinMergedMiningHeader);
    const [coinbase] = transactions;
    assert.ok(coinbase?.witnesses);
    const bytes = encodeBitcoinTransaction(coinbase);
    assert.deepEqual(taggedHash(bytes), work().hashForMergedMining);
    assert.deepEqual(compressCoinbase(bytes), proof.bitcoinMergedMiningCoinbaseTransaction);
    assert.equal(proof.bitcoinMergedMiningMerkleProof.length, 0);
    const { time, bits } = decodeBitcoinHeader(header);
    assert.deepEqual([time, bits], [now, 0x207fffff]);
    await settled(1);
    const hash = Buffer.from(toDisplay(hashBitcoinHeader(header))).toString("hex");
    assert.deepEqual(lines.at(-1)?.fields, { height: 1, hash });
    assert.deepEqual(messages(), ["info: the Bitcoin node accepted our block"]);
  });

  it("is submitted exactly if Bitcoin's own, harder target is also met", async () => {
    // One of our proofs in eight is a Bitcoin block.
    const bits = "200fffff";
    await begin({ bits });
    let expected = 0;
    for (let i = 0; i < 40; i++) {
      const hashForMergedMining = new Uint8Array(32).fill(i);
      const proof = await node.seal(work({ hashForMergedMining }), never);
      const header = proof.bitcoinMergedMiningHeader;
      const found = hashToInteger(hashBitcoinHeader(header));
      assert.ok(found <= easyTarget);
      if (found > targetFromBits(Number.parseInt(bits, 16))) continue;
      expected += 1;
      await settled(expected);
      const [given] = fake.calls.at(-1)?.params ?? [];
      assert.ok(String(given).startsWith(Buffer.from(header).toString("hex")));
    }
    assert.ok(expected > 0 && expected < 40, `${expected} of 40`);
    assert.equal(countOf("submitblock"), expected);
  });

  it("is searched for our target alone if Bitcoin's is easier", async () => {
    await begin();
    const target = 2n ** 248n;
    const { bitcoinMergedMiningHeader } = await node.seal(work({ target }), never);
    assert.ok(hashToInteger(hashBitcoinHeader(bitcoinMergedMiningHeader)) <= target);
    await settled(1);
    assert.equal(countOf("submitblock"), 1);
  });

  it("builds on the previous Bitcoin block, even if it was submitted only now", async () => {
    await begin();
    let before: Uint8Array | undefined;
    for (let height = 1; height <= 5; height++) {
      const { bitcoinMergedMiningHeader: header } = await node.seal(work(), never);
      const { previousHash } = decodeBitcoinHeader(header);
      if (before !== undefined) assert.deepEqual(previousHash, hashBitcoinHeader(before));
      before = header;
    }
    await settled(5);
    assert.equal(fake.template.height, 6);
  });

  it("requests no second template within a second without a submission", async () => {
    await begin({ bits: difficultBits });
    node = createNode({ ...hasty, templateMsMin: 60_000 });
    for (let i = 0; i < 5; i++) await node.seal(work(), never);
    assert.equal(countOf("getblocktemplate"), 1);
  });

  it("is refused with a reason if no time is valid for both chains, and retried later", async () => {
    await begin({ mintime: now + 4000, curtime: now + 4000 });
    await assert.rejects(node.seal(work(), never), (error) => {
      assert.ok(error instanceof Fault && error.data.code === "unsealable");
      return /Bitcoin's next block is 4000 s later than ours/.test(error.message);
    });
    fake.renew({ mintime: now - 100, curtime: now + 4000 });
    node = createNode();
    const { bitcoinMergedMiningHeader } = await node.seal(work(), never);
    assert.equal(decodeBitcoinHeader(bitcoinMergedMiningHeader).time, now + 299);
  });

  it("waits for a node that provides no template, and logs it once for each reason", async () => {
    await begin();
    const refusal = (code: number) => ({
      status: 500,
      body: JSON.stringify({ result: null, error: { code, message: `code ${code}` } }),
    });
    const troubles = [
      { status: 401, body: "" },
      { status: 500, body: "no JSON" },
      "cut",
      refusal(-28),
      refusal(-10),
      { status: 200, body: '{"result":{"height":1},"error":null}' },
    ] as const;
    for (const trouble of troubles) {
      fake.behaviour = trouble;
      const sealing = node.seal(work(), never);
      const asked = fake.calls.length;
      // There are several attempts, and one warning.
      await until(() => fake.calls.length >= asked + 4);
      assert.equal(lines.filter(({ level }) => level === "warn").length, 1, `${messages()}`);
      fake.behaviour = "well";
      await sealing;
      await settled(1);
      assert.ok(messages().includes("info: the Bitcoin node answers again"));
      assert.ok(!JSON.stringify(lines).includes(password));
      lines = [];
    }
  });

  it("waits for an unreachable node, and continues by itself", async () => {
    await begin();
    await node.seal(work(), never);
    await settled(1);
    await fake.stop();
    const sealing = node.seal(work(), never);
    await until(() => messages().some((line) => line.startsWith("warn")));
    await fake.start();
    await sealing;
    await settled(2);
    assert.deepEqual(messages(), [
      "info: the Bitcoin node accepted our block",
      "warn: the Bitcoin node provides no template: mining waits for it",
      "info: the Bitcoin node answers again",
      "info: the Bitcoin node accepted our block",
    ]);
  });

  it("stays valid if its Bitcoin block is refused, and the next uses a newer template", async () => {
    await begin();
    const answers = ["inconclusive", "bad-prevblk", "duplicate", "rejected: high-hash"];
    for (const [i, answer] of answers.entries()) {
      fake.submitAnswer = answer;
      await node.seal(work(), never);
      await settled(i + 1);
      assert.equal(lines.at(-1)?.message, "the Bitcoin node refused our block");
      assert.equal(lines.at(-1)?.fields.answer, answer);
      assert.equal(countOf("getblocktemplate"), i + 1);
    }
  });

  it("submits its Bitcoin block again if the connection breaks, or the node is still starting", async () => {
    await begin();
    const starting = '{"result":null,"error":{"code":-28,"message":"Loading block index"}}';
    const cases = [
      ["cut", "duplicate"],
      [{ status: 500, body: starting }, "rejected: duplicate"],
    ] as const;
    for (const [i, [trouble, answer]] of cases.entries()) {
      const before = countOf("submitblock");
      await sealWhile(() => {
        fake.behaviour = trouble;
      });
      await until(() => countOf("submitblock") >= before + 2);
      fake.submitAnswer = answer;
      fake.behaviour = "well";
      await settled(i + 1);
      assert.equal(messages().at(-1), "info: the Bitcoin node accepted our block");
    }
    // The node gives up on a node that is unreachable for long, and our chain continues.
    node = createNode({ ...hasty, submitTriesMax: 3 });
    const before = countOf("submitblock");
    await sealWhile(() => {
      fake.behaviour = "cut";
    });
    await until(() => messages().includes("warn: a Bitcoin block could not be submitted"));
    assert.equal(countOf("submitblock"), before + 3);
  });

  it("passes the template's work identifier on", async () => {
    await begin({ workid: "w1" });
    await node.seal(work(), never);
    await settled(1);
    assert.deepEqual(fake.calls.at(-1)?.params[1], { workid: "w1" });
  });

  it("uses the newest template, also if it changes during the search", async () => {
    await begin({ height: 10 });
    const stopping = new AbortController();
    const sealing = node.seal(work({ target: noTarget }), stopping.signal);
    const asksFor = (id: string) => (call: { readonly params: readonly unknown[] }) =>
      (call.params[0] as { readonly longpollid?: string }).longpollid === id;
    await fake.called(asksFor("1"));
    fake.renew({ height: 11 });
    await fake.called(asksFor("2"));
    stopping.abort(new Error("the head moved"));
    await assert.rejects(sealing, { message: "the head moved" });
  });

  it("continues its search if the node becomes unreachable meanwhile, and after that", async () => {
    await begin();
    const stopping = new AbortController();
    const sealing = node.seal(work({ target: noTarget }), stopping.signal);
    const isPolling = (call: { readonly params: readonly unknown[] }) =>
      "longpollid" in (call.params[0] as object);
    await fake.called(isPolling);
    await fake.stop();
    await until(() => messages().some((line) => line.startsWith("warn")));
    const polled = fake.calls.filter(isPolling).length;
    await fake.start();
    await until(() => fake.calls.filter(isPolling).length > polled);
    assert.equal(messages().at(-1), "info: the Bitcoin node answers again");
    stopping.abort(new Error("enough"));
    await assert.rejects(sealing, { message: "enough" });
  });

  it("continues with a renewed template, also without long polling", async () => {
    await begin({ longpollid: undefined });
    const stopping = new AbortController();
    const sealing = node.seal(work({ target: noTarget }), stopping.signal);
    await until(() => countOf("getblocktemplate") >= 4);
    stopping.abort(new Error("enough"));
    await assert.rejects(sealing, { message: "enough" });
    assert.deepEqual(messages(), []);
  });

  it("abandons work that has expired", async () => {
    await begin();
    node = createNode({ ...hasty, workMsMax: 30 });
    await assert.rejects(node.seal(work({ target: noTarget }), never), WorkExpired);
    fake.behaviour = "silent";
    node = createNode({ ...hasty, workMsMax: 30 });
    await assert.rejects(node.seal(work(), never), WorkExpired);
  });

  it("does not prevent the node from stopping", async () => {
    await begin();
    node = createNode({ ...hasty, closeMs: 20 });
    await sealWhile(() => {
      fake.behaviour = "silent";
    });
    await fake.called(isAsked("submitblock"));
    await node.close();
    assert.equal(lines.at(-1)?.message, "a Bitcoin block could not be submitted");
    const stopping = new AbortController();
    const sealing = createNode().seal(work(), stopping.signal);
    stopping.abort(new Error("the node ends"));
    await assert.rejects(sealing, { message: "the node ends" });
  });

  /** Seals a block, and changes the node's behaviour between template and submission. */
  async function sealWhile(change: () => void): Promise<void> {
    fake.behaviour = "well";
    await node.seal(work(), never);
    change();
  }
});

/** Polls in turns of the event loop. The runner ends a test that waits too long. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
