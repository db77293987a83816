/**
 * Tests the methods of the tables "Chain and client information", "Blocks", "Transactions and
 * receipts".
 */
import assert from "node:assert/strict";
import { it } from "node:test";
import { verifyMerkleProof } from "@ethereumjs/mpt";
import { RLP } from "@ethereumjs/rlp";
import { getBytes, hexlify, keccak256, toUtf8Bytes } from "ethers";
import { encodeHeader, encodeReceipt } from "../chain-checks/recompute.js";
import { assertInvalidParameters } from "../refused.js";
import { call } from "../rpc.js";
import { type CaseContext, unknownHash, unknownNumber } from "../scenes/sample-chain.js";
import { data, quantity } from "../shape.js";
import type { Hex, WireBlock, WireReceipt, WireTransaction } from "../wire.js";

const hexOf = (text: string): Hex => `0x${Buffer.from(text).toString("hex")}`;
const askOf =
  ({ urlOf }: CaseContext) =>
  <T>(method: string, ...params: readonly unknown[]) =>
    call<T>(urlOf(), method, params);

export function chainCases(context: CaseContext): void {
  const ask = askOf(context);

  it("say which chain this is, and that no keys are held", async () => {
    assert.equal(await ask("eth_chainId"), "0x1f");
    assert.equal(await ask("net_version"), "31");
    assert.deepEqual(await ask("eth_accounts"), []);
    assert.equal(await ask("eth_protocolVersion"), "0x3e");
    assert.equal(await ask("native_protocolVersion"), "0x3e");
    assert.equal(await ask("rsk_protocolVersion"), "0x3e");
    assert.match(await ask("web3_clientVersion"), /^Tandem\/v[\d.]+\/[^/]+-[^/]+\/node[\d.]+$/);
  });

  it("say how high the chain is and what gas costs", async () => {
    const head = await ask<WireBlock>("eth_getBlockByNumber", "latest");
    assert.equal(await ask("eth_blockNumber"), head.number);
    const price = await ask<Hex>("eth_gasPrice");
    assert.ok(quantity(price));
    const floor = (BigInt(head.minimumGasPrice) * 11n) / 10n;
    const paid = await pricesPaid(Number(head.number));
    const middle = (paid.length - 1) / 2;
    const larger = (median: bigint | undefined) => (median && median > floor ? median : floor);
    assert.ok(BigInt(price) >= larger(paid[Math.floor(middle)]));
    assert.ok(BigInt(price) <= larger(paid[Math.ceil(middle)]));
  });

  /** Returns the paid prices in ascending order. The chain has fewer than twenty blocks. */
  async function pricesPaid(head: number): Promise<bigint[]> {
    const prices: bigint[] = [];
    for (let height = 0; height <= head; height++) {
      const block = await ask<WireBlock<WireTransaction>>(
        "eth_getBlockByNumber",
        `0x${height.toString(16)}`,
        true,
      );
      prices.push(...block.transactions.map(({ gasPrice }) => BigInt(gasPrice)));
    }
    return prices.sort((a, b) => Number(a - b));
  }

  it("hash bytes with keccak-256", async () => {
    for (const text of ["", "hello world", "x".repeat(1000)]) {
      assert.equal(await ask("web3_sha3", hexOf(text)), keccak256(toUtf8Bytes(text)));
    }
    await assertInvalidParameters(context.urlOf(), "web3_sha3", [
      [],
      ["hello"],
      ["0xabc"],
      ["0xzz"],
      [12],
      [null],
    ]);
  });
}

export function blockCases(context: CaseContext): void {
  const ask = askOf(context);

  it("find a block by tag, number and hash, and null where there is none", async () => {
    const genesis = await ask<WireBlock>("eth_getBlockByNumber", "earliest");
    assert.equal(genesis.number, "0x0");
    for (const tag of ["safe", "finalized"]) {
      assert.ok(quantity((await ask<WireBlock>("eth_getBlockByNumber", tag)).number));
    }
    assert.equal(await ask("eth_getBlockByNumber", unknownNumber), null);
    assert.equal(await ask("eth_getBlockByNumber", unknownNumber, true), null);
    assert.equal(await ask("eth_getBlockByHash", unknownHash), null);
    assert.equal(await ask("eth_getBlockByHash", unknownHash, true), null);
  });

  it("count transactions and uncles", async () => {
    for (const [height, count] of context.sampleOf().transactionCounts.entries()) {
      const number = `0x${height.toString(16)}`;
      const { hash } = await ask<WireBlock>("eth_getBlockByNumber", number);
      const expected = `0x${count.toString(16)}`;
      assert.equal(await ask("eth_getBlockTransactionCountByNumber", number), expected);
      assert.equal(await ask("eth_getBlockTransactionCountByHash", hash), expected);
      assert.equal(await ask("eth_getUncleCountByBlockNumber", number), "0x0");
      assert.equal(await ask("eth_getUncleCountByBlockHash", hash), "0x0");
    }
    for (const kind of ["eth_getBlockTransactionCountByNumber", "eth_getUncleCountByBlockNumber"]) {
      assert.equal(await ask(kind, unknownNumber), null);
      for (const tag of ["latest", "earliest", "pending"])
        assert.ok(quantity(await ask(kind, tag)));
    }
    assert.equal(await ask("eth_getBlockTransactionCountByHash", unknownHash), null);
    assert.equal(await ask("eth_getUncleCountByBlockHash", unknownHash), null);
  });

  it("refuse what is not a block", async () => {
    const url = context.urlOf();
    const notHashes = [[], [null], ["0xabcd"], ["latest"], [`0x${"zz".repeat(32)}`], [{}]];
    const notNumbers = [[], [null], ["newest"], ["12"], [unknownHash], ["0x"], [true]];
    for (const method of [
      "eth_getBlockByHash",
      "eth_getBlockTransactionCountByHash",
      "eth_getUncleCountByBlockHash",
    ]) {
      await assertInvalidParameters(url, method, notHashes);
    }
    for (const method of [
      "eth_getBlockByNumber",
      "eth_getBlockTransactionCountByNumber",
      "eth_getUncleCountByBlockNumber",
    ]) {
      await assertInvalidParameters(url, method, notNumbers);
    }
    await assertInvalidParameters(url, "eth_getBlockByNumber", [
      ["latest", "yes"],
      ["latest", 1],
    ]);
  });
}

export function transactionCases(context: CaseContext): void {
  const ask = askOf(context);

  it("find a transaction by hash and by its place, and null where there is none", async () => {
    const block = await ask<WireBlock<WireTransaction>>("eth_getBlockByNumber", "0x5", true);
    for (const index of [0, 1, 127, 128, block.transactions.length - 1]) {
      const tx = block.transactions[index];
      const at = `0x${index.toString(16)}`;
      assert.deepEqual(await ask("eth_getTransactionByHash", tx?.hash), tx);
      assert.deepEqual(await ask("eth_getTransactionByBlockHashAndIndex", block.hash, at), tx);
      assert.deepEqual(await ask("eth_getTransactionByBlockNumberAndIndex", "0x5", at), tx);
    }
    const over = `0x${block.transactions.length.toString(16)}`;
    assert.equal(await ask("eth_getTransactionByBlockHashAndIndex", block.hash, over), null);
    assert.equal(await ask("eth_getTransactionByBlockNumberAndIndex", "0x5", over), null);
    assert.equal(await ask("eth_getTransactionByBlockHashAndIndex", unknownHash, "0x0"), null);
    assert.equal(await ask("eth_getTransactionByBlockNumberAndIndex", unknownNumber, "0x0"), null);
    assert.equal(await ask("eth_getTransactionByBlockNumberAndIndex", "earliest", "0x0"), null);
    assert.equal(await ask("eth_getTransactionByHash", unknownHash), null);
    assert.equal(await ask("eth_getTransactionReceipt", unknownHash), null);
  });

  it("refuse what is not a hash or an index", async () => {
    const url = context.urlOf();
    const { legacy } = context.sampleOf();
    const notHashes = [[], [null], ["0xabcd"], [legacy.slice(2)], [1]];
    await assertInvalidParameters(url, "eth_getTransactionByHash", notHashes);
    await assertInvalidParameters(url, "eth_getTransactionReceipt", notHashes);
    await assertInvalidParameters(url, "eth_getTransactionByBlockHashAndIndex", [
      ...notHashes,
      [unknownHash],
      [unknownHash, "one"],
      [unknownHash, null],
    ]);
    await assertInvalidParameters(url, "eth_getTransactionByBlockNumberAndIndex", [
      [],
      ["latest"],
      ["latest", "zero"],
      ["newest", "0x0"],
    ]);
    await assertInvalidParameters(url, "eth_sendRawTransaction", [
      [],
      [null],
      ["0xabc"],
      ["hello"],
    ]);
  });
}

export function rawCases(context: CaseContext): void {
  const ask = askOf(context);

  it("give the header's bytes by hash, number and tag, under both names", async () => {
    for (const height of context.sampleOf().transactionCounts.keys()) {
      const number = `0x${height.toString(16)}`;
      const block = await ask<WireBlock>("eth_getBlockByNumber", number);
      const raw = encodeHeader(block);
      assert.equal(await ask("native_getRawBlockHeaderByHash", block.hash), raw);
      assert.equal(await ask("native_getRawBlockHeaderByNumber", number), raw);
      assert.equal(await ask("rsk_getRawBlockHeaderByNumber", number), raw);
    }
    assert.ok(data(await ask("native_getRawBlockHeaderByNumber", "latest")));
    assert.equal(await ask("native_getRawBlockHeaderByNumber", unknownNumber), null);
    assert.equal(await ask("native_getRawBlockHeaderByHash", unknownHash), null);
  });

  it("give a receipt's bytes, and the path to them from the root", async () => {
    const method = "native_getTransactionReceiptNodesByHash";
    const { deployment, legacy, failed } = context.sampleOf();
    for (const hash of [deployment, legacy, failed]) {
      const receipt = await ask<WireReceipt>("eth_getTransactionReceipt", hash);
      const raw = hexlify(encodeReceipt(receipt));
      assert.equal(await ask("native_getRawTransactionReceiptByHash", hash), raw);
      const nodes = await ask<Hex[]>(method, receipt.blockHash, hash);
      const { receiptsRoot } = await ask<WireBlock>("eth_getBlockByHash", receipt.blockHash);
      const key = RLP.encode(Number(receipt.transactionIndex));
      const proof = nodes.map((node) => getBytes(node));
      const found = await verifyMerkleProof(key, proof);
      assert.equal(found && hexlify(found), raw);
      assert.equal(keccak256(nodes[0] as Hex), receiptsRoot, "the root stands first");
    }
    assert.equal(await ask("native_getRawTransactionReceiptByHash", unknownHash), null);
    assert.equal(await ask(method, unknownHash, failed), null);
    const { blockHash } = await ask<WireReceipt>("eth_getTransactionReceipt", failed);
    assert.equal(await ask(method, blockHash, unknownHash), null);
    assert.equal(await ask(method, blockHash, legacy), null, "it is in another block");
  });

  it("refuse what is not a hash or a number", async () => {
    const url = context.urlOf();
    const notHashes = [[], [null], ["0xabcd"], [unknownHash.slice(2)], [1]];
    await assertInvalidParameters(url, "native_getRawBlockHeaderByHash", notHashes);
    await assertInvalidParameters(url, "native_getRawTransactionReceiptByHash", notHashes);
    await assertInvalidParameters(url, "native_getRawBlockHeaderByNumber", [
      [],
      ["newest"],
      ["0x"],
    ]);
    await assertInvalidParameters(url, "native_getTransactionReceiptNodesByHash", [
      [],
      [unknownHash],
      [unknownHash, "0x12"],
    ]);
  });
}
