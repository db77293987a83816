/** Tests raw headers, receipts and receipt proofs of blocks of every size against the blocks' roots. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMPTFromProof, verifyMerkleProof } from "@ethereumjs/mpt";
import { RLP } from "@ethereumjs/rlp";
import { fromHex, toHex } from "@tandem/primitives";
import {
  getBytes,
  hexlify,
  Interface,
  type InterfaceAbi,
  keccak256,
  SigningKey,
  toBeHex,
} from "ethers";
import { proofFailures } from "../support/chain-checks/independent-proof.js";
import {
  bloomOf,
  encodeHeader,
  encodeReceipt,
  listRoot,
  rawOf,
} from "../support/chain-checks/recompute.js";
import { compileOne } from "../support/compile.js";
import { sign } from "../support/development.js";
import { assertInvalidParameters } from "../support/refused.js";
import { call } from "../support/rpc.js";
import { callAll } from "../support/rpc-batch.js";
import { withFundedNode } from "../support/scenes/funded-node.js";
import { senderOf } from "../support/signer.js";
import type { Hex, WireBlock, WireReceipt, WireTransaction } from "../support/wire.js";

/** Hundreds of calls with logs fit in one block. */
const gasLimit = 400_000_000n;
/**
 * Includes sizes beyond 128 and 256, from which the keys of the trie are longer, and from 256 on a worker
 * thread hashes. The key of index 0 is an exception.
 */
const sizes = [0, 1, 2, 130, 300] as const;
const senders = 50;
const unknown: Hex = `0x${"ab".repeat(32)}`;

const emitter = new Interface(compileOne("Emitter.sol", "Emitter").abi as InterfaceAbi);
const chain = withFundedNode(gasLimit, build);
const ask = <T>(method: string, ...params: readonly unknown[]) =>
  call<T>(chain.url(), method, params);

interface Sample {
  readonly block: WireBlock<WireTransaction>;
  readonly receipts: readonly WireReceipt[];
}
const keyOf = (n: number) => new SigningKey(senderOf(n).privateKey);
const samples = new Map<number, Sample>();
let empty: WireBlock;

function sampleOf(size: number): Sample {
  const found = samples.get(size);
  assert.ok(found !== undefined, `a block of ${size} transactions`);
  return found;
}

/** Signs types 1 and 2, which `signer` does not support. */
const typist = { address: toHex(senderOf(99).address) as Hex, key: keyOf(99) };
let typistNonce = 0;

/** Returns transfers, calls with zero to four logs, calls that fail, and typed transactions, in turn. */
function rawsOf(count: number, contract: Hex): Hex[] {
  const to = fromHex(contract);
  return Array.from({ length: count }, (_, i) => {
    const sender = 1 + (i % senders);
    if (i % 4 === 0) return chain.sign(sender, { to: senderOf(200 + i).address, value: 1n });
    if (i % 9 === 5 || i === 1) {
      const fields = { type: 1 + (i % 2), to: contract, gasLimit: 100_000, nonce: typistNonce++ };
      const data = emitter.encodeFunctionData("emitMany", [2, toBeHex(i, 32), i]);
      return sign(typist, { ...fields, data }).raw;
    }
    const gas = { gasLimit: i % 7 === 0 ? 24_200n : 100_000n };
    const topic = toBeHex(i + 1, 32);
    const data = fromHex(emitter.encodeFunctionData("emitMany", [i % 5, topic, i]));
    return chain.sign(sender, { to, data, ...gas });
  });
}

async function read(number: string): Promise<Sample> {
  const block = await ask<WireBlock<WireTransaction>>("eth_getBlockByNumber", number, true);
  const receipts = await callAll<WireReceipt>(
    chain.url(),
    block.transactions.map(({ hash }) => ({ method: "eth_getTransactionReceipt", params: [hash] })),
  );
  return { block, receipts };
}

async function build(): Promise<void> {
  const contract = await chain.deployEmitter();
  for (const size of sizes) {
    await chain.mineWith(rawsOf(size, contract));
    samples.set(size, await read("latest"));
  }
  await chain.mineEmpty(1);
  empty = await ask<WireBlock>("eth_getBlockByNumber", "latest", false);
}

/**
 * Returns the first, the last, and the two indexes between which keys change their length, if they
 * exist.
 */
const indexesIn = (size: number) =>
  [...new Set([0, 1, 127, 128, 129, size - 1])].filter((index) => index >= 0 && index < size);

for (const size of sizes) {
  describe(`a block of ${size} transactions`, () => {
    it("has this number, with logs and failures among them", () => {
      const { block, receipts } = sampleOf(size);
      assert.equal(block.transactions.length, size);
      if (size < 130) return;
      assert.ok(receipts.some(({ status }) => status === "0x0"));
      assert.ok(receipts.some(({ logs }) => logs.length === 4));
      assert.deepEqual([...new Set(receipts.map(({ type }) => type))].sort(), [
        "0x0",
        "0x1",
        "0x2",
      ]);
    });

    it("has raw headers whose keccak-256 is its hash", async () => {
      const { block } = sampleOf(size);
      const byHash = await ask<Hex>("native_getRawBlockHeaderByHash", block.hash);
      const byNumber = await ask<Hex>("native_getRawBlockHeaderByNumber", block.number);
      assert.equal(keccak256(byHash), block.hash);
      assert.equal(byNumber, byHash);
      assert.equal(byHash, encodeHeader(block));
    });

    it("has the roots and the bloom of its content", async () => {
      const { block, receipts } = sampleOf(size);
      assert.equal(await listRoot(block.transactions.map(rawOf)), block.transactionsRoot);
      assert.equal(await listRoot(receipts.map(encodeReceipt)), block.receiptsRoot);
      assert.equal(bloomOf(receipts.flatMap(({ logs }) => logs)), block.logsBloom);
      for (const { logs, logsBloom } of receipts) assert.equal(bloomOf(logs), logsBloom);
      const gas = receipts.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), 0n);
      assert.equal(BigInt(block.gasUsed), gas);
      const fees = receipts.reduce(
        (sum, one) => sum + BigInt(one.gasUsed) * BigInt(one.effectiveGasPrice),
        0n,
      );
      assert.equal(BigInt(block.paidFees), fees);
    });

    it("has receipts whose raw form is the value in the receipts trie", async () => {
      const { receipts } = sampleOf(size);
      const raws = await callAll<Hex>(
        chain.url(),
        receipts.map(({ transactionHash }) => ({
          method: "native_getRawTransactionReceiptByHash",
          params: [transactionHash],
        })),
      );
      assert.deepEqual(
        raws,
        receipts.map((receipt) => hexlify(encodeReceipt(receipt))),
      );
    });

    it("proves a receipt by the nodes on the path to it, root first", async () => {
      const { block } = sampleOf(size);
      for (const index of indexesIn(size)) await assertProven(block, index);
    });

    it("has a merged-mining proof that can be verified by its JSON alone", () => {
      assert.deepEqual(proofFailures(sampleOf(size).block), []);
    });
  });
}

async function assertProven(block: WireBlock<WireTransaction>, index: number): Promise<void> {
  const hash = block.transactions[index]?.hash;
  const about = `block of ${block.transactions.length}, index ${index}`;
  const nodes = await ask<Hex[]>("native_getTransactionReceiptNodesByHash", block.hash, hash);
  const raw = await ask<Hex>("native_getRawTransactionReceiptByHash", hash);
  const proof = nodes.map((node) => getBytes(node));
  const root = getBytes(block.receiptsRoot);
  const key = RLP.encode(index);
  assert.equal(keccak256(nodes[0] as Hex), block.receiptsRoot, about);
  const proven = await verifyMerkleProof(key, proof, { root });
  assert.ok(proven !== null, about);
  assert.equal(hexlify(proven), raw, about);
  const trie = await createMPTFromProof(proof, { root });
  assert.equal(hexlify((await trie.get(key, true)) ?? new Uint8Array(0)), raw, about);
  // Every node is necessary for the path.
  for (const missing of proof.keys()) {
    const fewer = proof.filter((_, i) => i !== missing);
    await assert.rejects(async () => {
      const scratch = await createMPTFromProof(fewer, { root });
      if ((await scratch.get(key, true)) === null) throw new Error("not there");
    }, `${about}, node ${missing}`);
  }
  const bent = proof.map((node) => Uint8Array.from(node));
  const last = bent.at(-1) as Uint8Array;
  last[last.length - 1] = (last[last.length - 1] as number) ^ 1;
  await assert.rejects(verifyMerkleProof(key, bent, { root }), about);
}

describe("raw data of unknown objects", () => {
  const all = ["native_getRawBlockHeaderByHash", "native_getRawTransactionReceiptByHash"];

  it("is null for unknown hashes and for heights above the head", async () => {
    for (const method of all) assert.equal(await ask(method, unknown), null, method);
    assert.equal(await ask("native_getRawBlockHeaderByNumber", "0xffffff"), null);
  });

  it("has no nodes of a transaction of another block", async () => {
    const { block } = sampleOf(1);
    const hash = block.transactions[0]?.hash;
    const method = "native_getTransactionReceiptNodesByHash";
    assert.equal(await ask(method, sampleOf(2).block.hash, hash), null);
    assert.equal(await ask(method, empty.hash, hash), null);
    assert.equal(await ask(method, unknown, hash), null);
    assert.equal(await ask(method, block.hash, unknown), null);
  });

  it("supports tags, and the names of the reference network", async () => {
    const latest = await ask<Hex>("native_getRawBlockHeaderByNumber", "latest");
    assert.equal(keccak256(latest), empty.hash);
    const earliest = await ask<Hex>("native_getRawBlockHeaderByNumber", "earliest");
    const genesis = await ask<WireBlock>("eth_getBlockByNumber", "0x0", false);
    assert.equal(keccak256(earliest), genesis.hash);
    assert.equal(await ask("rsk_getRawBlockHeaderByNumber", "latest"), latest);
    assert.equal(empty.receiptsRoot, await listRoot([]));
  });

  it("is refused for an invalid hash", async () => {
    for (const method of all) {
      await assertInvalidParameters(chain.url(), method, [[], ["0x12"], [null], [1], ["latest"]]);
    }
    await assertInvalidParameters(chain.url(), "native_getTransactionReceiptNodesByHash", [
      [unknown],
      ["latest", unknown],
      [unknown, "0x0"],
    ]);
  });
});
