/** Tests the methods of explorers for blocks before a fork, of a node that does not have these methods. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { developmentAccount, emptyAccount, send } from "../support/development.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call, post } from "../support/rpc.js";

/** The transactions of the block that is shown. */
const count = 5;
/** The height of the block that is forked. */
const forked = 2;

const contract = `0x${"c0".repeat(20)}`;
const word = (value: number) => `0x${value.toString(16).padStart(64, "0")}`;

let origin: RunningNode;
let proxy: Server;
let node: RunningNode;
/** The methods that the forked node lacks. */
let lacks = /^$/;
/** The methods that the forked node was asked for. */
const asked: string[] = [];
/** The answer to a method in place of its own. */
let instead: { readonly method: string; readonly value: unknown } | undefined;
/** The fields that its blocks lack. */
let without: readonly string[] = [];

function answerOf(text: string): string {
  const answer = JSON.parse(text) as { result?: unknown };
  if (typeof answer.result === "object" && answer.result !== null) {
    for (const name of without) delete (answer.result as Record<string, unknown>)[name];
  }
  return JSON.stringify(answer);
}

before(async () => {
  origin = await startLocalNode();
  const to = emptyAccount(1).address;
  await call(origin.url, "anvil_setStorageAt", [contract, word(5), word(7)]);
  await call(origin.url, "evm_setAutomine", [false]);
  for (let i = 0; i < count; i++) {
    const data = `0x${"ab".repeat(10 + i)}`;
    await send(origin.url, developmentAccount(0), { to, data, gasLimit: 50_000 });
  }
  await call(origin.url, "evm_mine");
  await call(origin.url, "evm_mine");
  proxy = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, method } = JSON.parse(body) as { readonly id: number; readonly method: string };
    asked.push(method);
    if (method === instead?.method) {
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: instead.value }));
      return;
    }
    if (!lacks.test(method)) {
      response.end(answerOf(await (await post(origin.url, body)).text()));
      return;
    }
    const error = { code: -32601, message: `the method ${method} does not exist` };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  node = await startLocalNode(["--fork-url", url]);
});
after(async () => {
  await node?.stop();
  proxy?.closeAllConnections();
  proxy?.close();
  await origin?.stop();
});

const requests = async () => {
  const { hash } = (await call(origin.url, "eth_getBlockByNumber", ["0x1", false])) as {
    readonly hash: string;
  };
  const numbered = [0, 1, forked].flatMap((height) => [
    ["erigon_getHeaderByNumber", [height]],
    ["eth_getHeaderByNumber", [`0x${height}`]],
    ["ots_getBlockDetails", [height]],
    ["ots_getBlockTransactions", [height, 0, 25]],
  ]);
  const pages = [0, 1, 2, 3].map((page) => ["ots_getBlockTransactions", ["0x1", page, 2]]);
  const hashed = ["ots_getBlockDetailsByHash", "eth_getHeaderByHash"].map((name) => [name, [hash]]);
  const slots = [
    "eth_getStorageValues",
    [{ [contract]: ["0x5", word(0)], [hash.slice(0, 42)]: ["0x5"] }, hash],
  ];
  return [...numbered, ...pages, ...hashed, slots] as [string, unknown[]][];
};

for (const [what, lacking, fields] of [
  ["these methods", /^(ots|erigon)_|_get(Header|StorageValues)/, []],
  [
    "them and the receipts of a block",
    /^(ots|erigon)_|_get(Header|StorageValues|BlockReceipts)/,
    [],
  ],
  ["them and the fees of its blocks", /^(ots|erigon)_|_get(Header|StorageValues)/, ["paidFees"]],
] as const) {
  it(`answers like a node that has them if the forked one lacks ${what}`, async () => {
    for (const [method, params] of await requests()) {
      without = fields;
      lacks = /^$/;
      const expected = await call(node.url, method, params);
      lacks = lacking;
      asked.length = 0;
      const found = await call(node.url, method, params);
      assert.deepEqual(found, expectedWithout(expected, fields), `${method} ${params}`);
      assert.ok(
        asked.some((one) => lacks.test(one)) && !lacks.test(asked.at(-1) ?? ""),
        `asked for ${asked}`,
      );
    }
  });
}

/** Returns an answer of the origin without what the blocks of the proxy lack. */
function expectedWithout(answer: unknown, fields: readonly string[]): unknown {
  const { block, fullblock } = answer as Record<string, Record<string, unknown> | undefined>;
  for (const name of fields) {
    delete block?.[name];
    delete fullblock?.[name];
  }
  return answer;
}

it("refuses pages as large as no node gives", async () => {
  lacks = /^(ots|erigon)_/;
  for (const [page, size, named] of [
    [0, 251, "size"],
    [0, 0, "size"],
    [0, [5], "size"],
    [-1, 5, "page"],
    [0.5, 5, "page"],
  ]) {
    const params = ["0x1", page, size];
    await assert.rejects(
      call(node.url, "ots_getBlockTransactions", params),
      new RegExp(`-32602 ${named}: expected`),
    );
  }
});

it("refuses reads of no slot, and of more than a node answers", async () => {
  lacks = /_getStorageValues/;
  for (const given of [{}, { [contract]: [] }, { [contract]: Array(1025).fill("0x0") }, null]) {
    await assert.rejects(
      call(node.url, "eth_getStorageValues", [given, "0x1"]),
      /-32602 requests: expected 1 to 1024 storage positions/,
    );
  }
});

it("names an answer without the form of a block, its transactions or receipts", async () => {
  lacks = /^(ots|erigon)_/;
  const page = ["0x1", 0, 25];
  for (const [method, value, named] of [
    ["eth_getBlockByNumber", "0x1", "a block"],
    ["eth_getBlockByNumber", { transactions: [null] }, "transactions"],
    ["eth_getBlockReceipts", [null, null, null, null, null], "5 receipts"],
    ["eth_getBlockReceipts", null, "5 receipts"],
  ] as const) {
    instead = { method, value };
    const error = new RegExp(
      `-32000 the forked node .* answered ${method} with .*: expected ${named}`,
    );
    await assert.rejects(call(node.url, "ots_getBlockTransactions", page), error);
  }
  instead = undefined;
});

it("passes on every other error, and null for a block that is not there", async () => {
  lacks = /./;
  await assert.rejects(
    call(node.url, "ots_getBlockDetails", [1]),
    /-32601 the method eth_getBlock/,
  );
  lacks = /^(ots|erigon)_/;
  assert.equal(await call(node.url, "ots_getBlockDetailsByHash", [`0x${"11".repeat(32)}`]), null);
});
