/** Tests that clients read one form of the blocks before a fork, whichever node answers for them. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { bloomOf, emptyBloom, fromHex, toHex } from "@tandem/primitives";
import { type Client, httpClient } from "@tandem/rpc/client";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";

type Members = Readonly<Record<string, unknown>>;

/** The members that a node has for a block with one transaction. */
interface Told {
  readonly block: Members;
  readonly transaction: Members;
  readonly receipt: Members;
}

const hashOf = (digits: string) => `0x${digits.repeat(32)}`;
const [blockHash, transactionHash, topic] = [hashOf("b1"), hashOf("7a"), hashOf("70")];
const [from, to, miner] = [`0x${"a1".repeat(20)}`, `0x${"a2".repeat(20)}`, `0x${"a3".repeat(20)}`];
const noUncles = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";
const zeroHash = hashOf("00");

const place = { blockHash, blockNumber: "0x5", transactionIndex: "0x0" };
const log = {
  ...{ ...place, transactionHash, logIndex: "0x0", address: to, data: "0x", topics: [topic] },
};
const bloom = toHex(
  bloomOf([{ address: fromHex(to), topics: [fromHex(topic)], data: fromHex("0x") }] as never),
);

const roots = {
  ...{ transactionsRoot: hashOf("c1"), stateRoot: hashOf("c2"), receiptsRoot: hashOf("c3") },
};
/** The members of a block that every node has. */
const common = {
  ...{ number: "0x5", hash: blockHash, parentHash: hashOf("b0"), ...roots, logsBloom: bloom },
  ...{ extraData: "0x", gasLimit: "0x6691b7", gasUsed: "0x5208", timestamp: "0x5f5e100" },
};
const sent = {
  hash: transactionHash,
  ...place,
  from,
  to,
  gas: "0x5208",
  value: "0x1",
  input: "0x",
};
const mined = {
  transactionHash,
  ...place,
  from,
  to,
  cumulativeGasUsed: "0x5208",
  gasUsed: "0x5208",
};
const signature = { v: "0x1b", r: "0x1f", s: hashOf("5e") };

const told: Readonly<Record<string, Told>> = {
  "geth, after the merge": {
    block: {
      ...{ ...common, miner, sha3Uncles: noUncles, uncles: [], difficulty: "0x0", size: "0x25b" },
      ...{ baseFeePerGas: "0x7", mixHash: hashOf("d1"), nonce: "0x0000000000000000" },
      ...{ withdrawals: [], withdrawalsRoot: hashOf("c4"), blobGasUsed: "0x0" },
    },
    transaction: {
      ...{ ...sent, ...signature, v: "0x1", yParity: "0x1", nonce: "0x9", gasPrice: "0x8" },
      ...{ type: "0x3", chainId: "0x1", maxFeePerGas: "0x9", maxPriorityFeePerGas: "0x1" },
      ...{ accessList: [], maxFeePerBlobGas: "0x1", blobVersionedHashes: [hashOf("01")] },
    },
    receipt: {
      ...{ ...mined, effectiveGasPrice: "0x8", type: "0x3", status: "0x1", contractAddress: null },
      ...{ logs: [{ ...log, removed: false, blockTimestamp: "0x5f5e100" }], logsBloom: bloom },
    },
  },
  "geth, from before Byzantium": {
    block: {
      ...{ ...common, miner, sha3Uncles: hashOf("ee"), uncles: [hashOf("e1")], size: "0x25b" },
      ...{
        difficulty: "0x1",
        totalDifficulty: "0x2",
        mixHash: hashOf("d1"),
        nonce: "0x1122334455667788",
      },
    },
    transaction: { ...sent, ...signature, nonce: "0x9", gasPrice: "0x8" },
    receipt: { ...mined, contractAddress: null, root: hashOf("c5"), logs: [log], logsBloom: bloom },
  },
  "rskj's payment of miners": {
    block: {
      ...{ ...common, miner, sha3Uncles: noUncles, uncles: [], difficulty: "0x1", size: "0x25b" },
      ...{ totalDifficulty: "0x2", cumulativeDifficulty: "0x1", minimumGasPrice: "60000000" },
      ...{ bitcoinMergedMiningHeader: null, bitcoinMergedMiningCoinbaseTransaction: null },
      ...{ bitcoinMergedMiningMerkleProof: null, hashForMergedMining: null, paidFees: "0x00" },
    },
    transaction: {
      ...{
        ...sent,
        nonce: null,
        gas: "0x0",
        gasPrice: "0x00",
        from: null,
        value: "0x0",
        input: null,
      },
      ...{ v: null, r: null, s: null },
    },
    receipt: {
      ...{ ...mined, from: "0x", contractAddress: "0x", root: "0x01", status: "0x1", logs: [log] },
    },
  },
  anvil: {
    block: {
      ...{ ...common, miner, sha3Uncles: noUncles, uncles: [], difficulty: "0x0", size: "0x25b" },
      ...{ totalDifficulty: "0x0", nonce: "0x0000000000000000", mixHash: zeroHash, sealFields: [] },
      ...{
        withdrawals: null,
        withdrawalsRoot: null,
        parentBeaconBlockRoot: null,
        baseFeePerGas: null,
      },
    },
    transaction: {
      ...{ ...sent, ...signature, nonce: "0x9", gasPrice: null, type: "0x2", chainId: "0x7a69" },
      ...{ yParity: null, maxFeePerGas: "0x8", maxPriorityFeePerGas: "0x1", accessList: null },
    },
    receipt: {
      ...{ ...mined, effectiveGasPrice: "0x8", type: "0x2", status: "0x1", root: hashOf("c5") },
      ...{ contractAddress: null, logs: [{ ...log, blockTimestamp: null }], logsBloom: bloom },
      blockTimestamp: "0x5f5e100",
    },
  },
  "Hardhat, before Berlin": {
    block: {
      ...{
        ...common,
        miner,
        sha3Uncles: noUncles,
        uncles: [],
        difficulty: "0x20000",
        size: "0x25b",
      },
      ...{ totalDifficulty: "0x20001", nonce: "0x0000000000000042", mixHash: zeroHash },
    },
    transaction: { ...sent, ...signature, to: null, nonce: "0x9", gasPrice: "0x8", v: "0xf4f6" },
    receipt: {
      ...mined,
      to: null,
      contractAddress: to,
      status: "0x1",
      logs: [log],
      logsBloom: bloom,
    },
  },
  "Erigon and Parity, with null": {
    block: {
      ...{ ...common, author: miner, sha3Uncles: noUncles, uncles: [], difficulty: "0x1" },
      ...{ size: "0x25b", totalDifficulty: null, nonce: null, mixHash: null, sealFields: ["0x"] },
    },
    transaction: {
      ...{ ...sent, ...signature, nonce: "0x9", gasPrice: "0x8", type: "0x0", chainId: null },
      ...{ creates: null, condition: null, publicKey: null, yParity: null, maxFeePerGas: null },
    },
    receipt: {
      ...{ ...mined, effectiveGasPrice: "0x8", type: "0x0", status: "0x1", root: null },
      ...{
        contractAddress: hashOf("00").slice(0, 42),
        logs: [{ ...log, type: "mined" }],
        logsBloom: bloom,
      },
    },
  },
  "Ganache, with odd quantities": {
    block: {
      ...{ ...common, miner, sha3Uncles: noUncles, uncles: [], difficulty: "0x00", size: "0x03e8" },
      ...{ totalDifficulty: "0x00", nonce: "0x0", mixHash: "0x0", gasUsed: "0x05208" },
      timestamp: "0x05f5e100",
    },
    transaction: {
      ...{ ...sent, ...signature, nonce: "0x09", gasPrice: "0x08", gas: "0x005208", value: "0x01" },
      transactionIndex: "0x00",
    },
    receipt: {
      ...{ ...mined, gasUsed: 21_000, cumulativeGasUsed: 21_000, status: "0x01", logsBloom: bloom },
      ...{ contractAddress: null, logs: [{ ...log, logIndex: "0x00", type: "mined" }] },
    },
  },
  "Celo, without what its blocks do not have": {
    block: { ...common, miner, size: "0x25b", gasLimit: undefined },
    transaction: { ...sent, ...signature, nonce: "0x9", gasPrice: "0x8", feeCurrency: null },
    receipt: { ...mined, status: "0x1", contractAddress: null, logs: [log], logsBloom: null },
  },
};

let upstream: Server;
let node: RunningNode;
let client: Client;
let current = told["geth, after the merge"] as Told;

function answerTo(method: string, params: readonly unknown[]): unknown {
  const { block, transaction, receipt } = current;
  switch (method) {
    case "eth_chainId":
      return "0x1e";
    case "eth_getBlockByNumber":
    case "eth_getBlockByHash":
      return { ...block, transactions: [params[1] === true ? transaction : transactionHash] };
    case "eth_getTransactionByHash":
    case "eth_getTransactionByBlockHashAndIndex":
      return transaction;
    case "eth_getTransactionReceipt":
      return receipt;
    case "eth_getBlockTransactionCountByHash":
      return "0x01";
    case "eth_getStorageAt":
      return "0x";
    case "eth_getBalance":
      return "0x00";
    case "eth_getCode":
      return "0x0";
    default:
      return undefined;
  }
}

before(async () => {
  upstream = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, method, params } = JSON.parse(body);
    const result = answerTo(method, params);
    const error = { code: -32601, message: `the method ${method} does not exist` };
    response.end(
      JSON.stringify({ jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) }),
    );
  }).listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  node = await startLocalNode(["--fork-url", url, "--accounts", "0"]);
  client = httpClient(node.url);
});
after(async () => {
  await node?.stop();
  upstream?.closeAllConnections();
  upstream?.close();
});

const bytes = { block: fromHex(blockHash) as never, hash: fromHex(transactionHash) as never };

for (const [name, one] of Object.entries(told)) {
  it(`shows blocks, transactions and receipts of ${name}`, async () => {
    current = one;
    const [block, whole, details, page, header] = [
      await client.eth_getBlockByHash({ hash: bytes.block }),
      await client.eth_getBlockByNumber({ block: { number: 5 }, full: true }),
      await client.ots_getBlockDetailsByHash({ hash: bytes.block }),
      await client.ots_getBlockTransactions({ block: { number: 5 }, page: 0, size: 25 }),
      await client.eth_getHeaderByHash({ hash: bytes.block }),
    ];
    assert.deepEqual(block?.transactions, [bytes.hash]);
    assert.equal(toHex(block?.miner ?? new Uint8Array()), miner);
    assert.equal(block?.timestamp, 100_000_000);
    assert.equal(header?.size, block?.size);
    assert.equal(details?.block.number, 5);
    const [transaction, receipt] = [
      await client.eth_getTransactionByHash({ hash: bytes.hash }),
      await client.eth_getTransactionReceipt({ hash: bytes.hash }),
    ];
    assert.deepEqual(whole?.transactions, [transaction]);
    assert.deepEqual(page?.fullblock.transactions[0]?.hash, bytes.hash);
    assert.equal(page?.receipts[0]?.gasUsed, receipt?.gasUsed);
    assert.equal(receipt?.effectiveGasPrice, transaction?.gasPrice);
    assert.equal(toHex(receipt?.logsBloom ?? emptyBloom), bloom);
    assert.equal(receipt?.logs.length, 1);
    assert.notEqual(receipt?.status === undefined, receipt?.root === undefined);
    const { code, stdout, stderr } = await runHere(["tx", transactionHash, "--url", node.url]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Block +5 /m);
  });
}

it("writes what a node left out or wrote in another form as the specification does", async () => {
  const ask = async (name: string) => {
    current = told[name] as Told;
    return {
      block: await call<Members>(node.url, "eth_getBlockByHash", [blockHash, false]),
      sent: await call<Members>(node.url, "eth_getTransactionByHash", [transactionHash]),
      mined: await call<Members>(node.url, "eth_getTransactionReceipt", [transactionHash]),
    };
  };
  const payment = await ask("rskj's payment of miners");
  assert.equal(payment.block.minimumGasPrice, "0x3938700");
  assert.equal(payment.block.bitcoinMergedMiningHeader, null);
  assert.equal("hashForMergedMining" in payment.block, false);
  assert.deepEqual(payment.sent, {
    ...{ ...sent, from: "0x0000000000000000000000000000000000000000", nonce: "0x0", gas: "0x0" },
    ...{ gasPrice: "0x0", value: "0x0", v: "0x0", r: zeroHash, s: zeroHash, type: "0x0" },
  });
  assert.equal(payment.mined.contractAddress, null);
  assert.equal("root" in payment.mined, false);
  const { block, sent: old, mined: gas } = await ask("Ganache, with odd quantities");
  assert.deepEqual([block.difficulty, block.size, block.gasUsed], ["0x0", "0x3e8", "0x5208"]);
  assert.deepEqual([block.nonce, block.mixHash], ["0x0000000000000000", zeroHash]);
  assert.deepEqual([old.nonce, old.gas, old.r], ["0x9", "0x5208", `0x${"1f".padStart(64, "0")}`]);
  assert.deepEqual([gas.gasUsed, gas.status, gas.type], ["0x5208", "0x1", "0x0"]);
  const celo = (await ask("Celo, without what its blocks do not have")).block;
  assert.deepEqual([celo.uncles, celo.sha3Uncles, celo.gasLimit], [[], noUncles, "0x0"]);
  const merged = (await ask("geth, after the merge")).block;
  assert.equal(merged.withdrawalsRoot, hashOf("c4"));
});

it("writes counts and states so too", async () => {
  const { url } = node;
  assert.equal(await call(url, "eth_getBlockTransactionCountByHash", [blockHash]), "0x1");
  assert.equal(await call(url, "eth_getBalance", [to, "0x4"]), "0x0");
  assert.equal(await call(url, "eth_getCode", [to, "0x4"]), "0x");
  assert.equal(await call(url, "eth_getStorageAt", [to, "0x0", "0x4"]), zeroHash);
});
