/** Tests that batches of large answers do not fill a node's memory while they are computed. */
import assert from "node:assert/strict";
import { type IncomingMessage, request } from "node:http";
import { describe, it } from "node:test";
import { toHex } from "@tandem/primitives";
import { assemble } from "../support/assemble.js";
import { type Account, developmentAccount, send, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { fewOrMany } from "../support/extent.js";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import { call, post, type RpcAnswer } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

/** Logs of 96 KB each, which nearly fill a block. */
const [logs, logBytes] = [30, 98_304];
const emitter = `0x${"c0".repeat(20)}`;
const emitting = assemble(
  ...Array.from({ length: logs }, () => [logBytes, 0, "LOG0"] as const).flat(),
);
/** Two batches are 532 of the 536.9 MB that a client may have unfinished. */
const entries = 45;
/** The characters of the data of the logs of one answer. */
const answerLength = logs * 2 * logBytes;

/** Returns its first 3.5 MB of memory: PUSH3 · PUSH0 · RETURN. The text is more than what is left. */
const returning = "0x623567e05ff3";
const returnedBytes = 0x3567e0;
const [contract, unusedGas] = [`0x${"c1".repeat(20)}`, "0x2faf080"];
const largeCall = {
  jsonrpc: "2.0",
  id: 1,
  method: "eth_call",
  params: [{ to: contract, gas: unusedGas }, "latest", { [contract]: { code: returning } }],
};

/** A batch of large answers, which are written only when they are sent, and whose last entry waits for a block. */
function batchOf(sender: Account) {
  const { raw, hash } = sign(sender, { nonce: 0, to: sender.address });
  const range = { fromBlock: "0x1", toBlock: "0x1" };
  const large = { jsonrpc: "2.0", id: 1, method: "eth_getLogs", params: [range] };
  const waiting = { ...large, method: "eth_sendRawTransactionSync", params: [raw, 60_000] };
  return { hash, text: JSON.stringify([...Array(entries).fill(large), waiting]) };
}

/** Sends a batch on a connection of its own. Returns its answer, of which nothing but the head is read. */
const begin = (url: string, { text }: ReturnType<typeof batchOf>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": text.length };
    const sent = request(url, { method: "POST", agent: false, headers }, resolve);
    sent.on("error", reject);
    sent.end(text);
  });

describe("the answers of batches that are computed", () => {
  // The unit tests of the package rpc show the limit on both servers, with a smaller one.
  for (const server of ["auto", "node"].slice(0, fewOrMany(1, 2))) {
    it(`are limited for each client, with --server ${server}`, async () => {
      const flags = ["--calls", "off", "--mining", "manual", "--server", server];
      const node = await startLocalNode(flags);
      const { url } = node;
      try {
        await call(url, "hardhat_setCode", [emitter, toHex(emitting)]);
        await send(url, developmentAccount(0), { to: emitter, gasLimit: 29_000_000 });
        await call(url, "evm_mine");
        const batches = [1, 2].map((n) => batchOf(developmentAccount(n)));
        const begun = batches.map((one) => begin(url, one));
        for (const { hash } of batches) {
          await eventually("batch that waits", async () => {
            return (await call(url, "eth_getTransactionByHash", [hash])) !== null;
          });
        }
        const refused = await post(url, [largeCall]);
        const { id, error } = (await refused.json()) as RpcAnswer;
        const data = { limit: "client-answers-bytes", max: 512 * 1024 * 1024 };
        assert.deepEqual([id, error?.code, error?.data], [null, -32005, data]);
        const other = await JsonSocket.open(node.wsUrl, "127.0.0.2");
        const { length } = await other.call<Hex>("eth_call", largeCall.params);
        assert.equal(length, 2 + 2 * returnedBytes);
        await other.close();
        await call(url, "evm_mine");
        for (const answer of await Promise.all(begun)) {
          // The head tells the length, so the rest need not be read.
          assert.ok(Number(answer.headers["content-length"]) > entries * answerLength);
          answer.on("error", () => {});
          answer.destroy();
        }
      } finally {
        await node.stop();
      }
    });
  }
});
