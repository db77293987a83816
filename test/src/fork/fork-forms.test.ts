/** Tests that clients read one form of the blocks before a fork, whichever node answers for them. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { emptyBloom, fromHex, toHex } from "@tandem/primitives";
import { type Client, httpClient } from "@tandem/rpc/client";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import {
  blockHash,
  bloom,
  hashOf,
  type Members,
  miner,
  noUncles,
  sent,
  to,
  transactionHash,
  zeroHash,
} from "./common-members.js";
import { type Told, told } from "./other-nodes.js";

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
    ...sent,
    from: "0x0000000000000000000000000000000000000000",
    nonce: "0x0",
    gas: "0x0",
    gasPrice: "0x0",
    value: "0x0",
    v: "0x0",
    r: zeroHash,
    s: zeroHash,
    type: "0x0",
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
