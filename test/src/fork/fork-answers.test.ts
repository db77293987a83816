/** Tests a fork of a node whose answers have no form, or do not come. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { coin, developmentAccount } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { type RunningNode, startNodeProcess } from "../support/node-process.js";
import { failureOf, promised } from "../support/promised.js";
import { call, post } from "../support/rpc.js";

let origin: RunningNode;
let proxy: Server;
let url: string;
/** Answers instead of the origin, if there is one. */
let answer: ((response: ServerResponse, body: string) => void) | undefined;
const result = (value: unknown) => (response: ServerResponse, body: string) => {
  const { id } = JSON.parse(body) as { readonly id: number };
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result: value }));
};

before(async () => {
  origin = await startLocalNode();
  await call(origin.url, "evm_mine");
  proxy = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (answer !== undefined) return answer(response, body);
    response.end(await (await post(origin.url, body)).text());
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
after(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await origin.stop();
});

it("names an answer of the other node that has not the form of a state", async () => {
  const node = await startLocalNode(["--fork-url", url]);
  try {
    let account = 0;
    for (const [value, shown] of [
      [null, "null: expected .*; it may no longer have the forked block"],
      ["0xzz", '"0xzz": expected '],
      [5, "5: expected "],
      [
        "0x010000000000000000",
        '"0x10000000000000000": expected a hex quantity up to 18446744073709551615',
      ],
      [`0x${"f".repeat(65)}`, `"0x${"f".repeat(57)}…: expected `],
      [{ a: "b".repeat(100) }, '\\{"a":"b+…: expected '],
    ] as const) {
      answer = result(value);
      const address = `0x${(0xab00 + account++).toString(16).padStart(40, "0")}`;
      const named = new RegExp(`-32000 the forked node ${url} answered eth_get\\w+ with ${shown}`);
      await assert.rejects(call(node.url, "eth_getBalance", [address, "latest"]), named);
      await assert.rejects(call(node.url, "eth_call", [{ to: address }, "latest"]), named);
      answer = undefined;
      assert.equal(await call(node.url, "eth_getBalance", [address, "latest"]), "0x0");
    }
  } finally {
    answer = undefined;
    await node.stop();
  }
});

it("names a code that is longer than one that a request sets", async () => {
  const node = await startLocalNode(["--fork-url", url]);
  try {
    answer = async (response, body) => {
      const { method } = JSON.parse(body);
      const code = `0x${"5b".repeat(13_107_201)}`;
      if (method === "eth_getCode") return result(code)(response, body);
      response.end(await (await post(origin.url, body)).text());
    };
    const named = /answered eth_getCode with "0x5b[5b]+…: expected at most 13107200 bytes$/;
    await assert.rejects(call(node.url, "eth_getCode", [`0x${"ef".repeat(20)}`, "latest"]), named);
  } finally {
    answer = undefined;
    await node.stop();
  }
});

it("names an answer that is no list of logs", async () => {
  const node = await startLocalNode(["--fork-url", url]);
  const log = { address: `0x${"ab".repeat(20)}`, topics: [], data: "0x" };
  try {
    for (const [value, shown] of [
      [null, "null: expected a list of logs"],
      [[null], "null: expected a log"],
      [[{ ...log, topics: "0x" }], '"0x": expected a list of topics'],
      [[{ ...log, data: 5 }], "5: expected bytes in hex"],
      [[log], "nothing: expected 32 bytes in hex"],
    ] as const) {
      answer = result(value);
      const named = new RegExp(`-32000 the forked node ${url} answered eth_getLogs with ${shown}`);
      await assert.rejects(call(node.url, "eth_getLogs", [{ fromBlock: "0x0" }]), named);
    }
  } finally {
    answer = undefined;
    await node.stop();
  }
});

it("does not start on such answers, and says which", async () => {
  answer = result("0x1");
  try {
    const { code, stderr } = await runHere(["run", "--port", "0", "--fork-url", url]);
    assert.equal(code, 2);
    assert.match(stderr, /^tandem: --fork-url: the forked node .* answered eth_getBlockByNumber/);
  } finally {
    answer = undefined;
  }
});

/** Answers like the other node, except that the given members of a block have other values. */
const withBlock = (members: object) => async (response: ServerResponse, body: string) => {
  const { result, ...rest } = JSON.parse(await (await post(origin.url, body)).text());
  const isBlock = typeof result === "object" && result !== null && "parentHash" in result;
  response.end(JSON.stringify({ ...rest, result: isBlock ? { ...result, ...members } : result }));
};

it("does not start from a block that is not the one asked for, or that no block can follow", async () => {
  try {
    for (const [members, expected] of [
      [{ number: "0x0" }, '"0x0": expected block 1'],
      [{ number: "0x1fffffffffffff" }, '"0x1fffffffffffff": expected a hex quantity up to '],
      [{ timestamp: "0x1fffffffffffff" }, '"0x1fffffffffffff": expected a hex quantity up to '],
      [{ gasLimit: "0x8000000000000000" }, '"0x8000000000000000": expected a hex quantity up to '],
    ] as const) {
      answer = withBlock(members);
      const flags = ["run", "--port", "0", "--fork-url", url, "--fork-block", "1"];
      const { code, stderr } = await runHere(flags);
      assert.equal(code, 2, stderr);
      assert.match(stderr, new RegExp(`^tandem: --fork-url: the forked node .* with ${expected}`));
    }
  } finally {
    answer = undefined;
  }
});

it("goes on from a block whose gas limit is below the minimum of this node's chains", async () => {
  answer = withBlock({ gasLimit: "0xf4240" });
  const node = await startLocalNode(["--fork-url", url]);
  try {
    await call(node.url, "evm_mine");
    const { gasLimit } = await call<{ gasLimit: string }>(node.url, "eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    assert.ok(Math.abs(Number(gasLimit) - 1_000_000) <= 1_000_000 / 1024, gasLimit);
  } finally {
    answer = undefined;
    await node.stop();
  }
});

it("does not wait for the other node when it stops", async () => {
  const node = await startNodeProcess(["--fork-url", url]);
  const asked = promised<void>();
  let requests = 0;
  answer = () => {
    requests++;
    asked.resolve();
  };
  try {
    const params = [`0x${"cd".repeat(20)}`, "latest"];
    const read = failureOf(() => call(node.url, "eth_getBalance", params));
    await asked.promise;
    assert.equal(await node.stop(), 0);
    await read;
    // Balance, nonce and code: a node that waits repeats each four times, in a hundred seconds.
    assert.ok(requests <= 3, `${requests} requests`);
  } finally {
    answer = undefined;
    await node.stop("SIGKILL");
  }
});

it("names such an answer to a script that traces, and a script reads what there is", async () => {
  const node = await startLocalNode(["--fork-url", url]);
  const [rich, stranger] = [`0x${"ab".repeat(20)}`, `0x${"cd".repeat(20)}`];
  const trace = (address: string, part: string) => {
    const tracer = `{ fault: function() {}, step: function(log, db) { this.seen = ${part}; },
      result: function() { return this.seen; } }`.replaceAll("ADDRESS", `toAddress("${address}")`);
    const stateOverrides = { [stranger]: { code: "0x00" } };
    return call(node.url, "debug_traceCall", [
      { to: stranger },
      "latest",
      { tracer, stateOverrides },
    ]);
  };
  try {
    const parts = "[db.getBalance(ADDRESS), db.getNonce(ADDRESS), db.exists(ADDRESS)]";
    assert.deepEqual(await trace(rich, parts), ["0", 0, false]);
    const account = developmentAccount(3).address;
    assert.deepEqual(await trace(account, parts), [String(10_000n * coin), 0, true]);
    answer = result("0xzz");
    const named = new RegExp(`-32000 the forked node ${url} answered eth_get\\w+ with "0xzz"`);
    const unread = `0x${"ef".repeat(20)}`;
    await assert.rejects(trace(unread, "db.getState(ADDRESS, toWord('0x5'))[31]"), named);
    answer = undefined;
    assert.equal(await trace(unread, "db.getState(ADDRESS, toWord('0x5'))[31]"), 0);
    assert.equal(await trace(unread, "toHex(db.getCode(ADDRESS))"), "0x");
  } finally {
    answer = undefined;
    await node.stop();
  }
});
