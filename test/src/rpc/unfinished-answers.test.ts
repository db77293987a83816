/** Tests that batches of large answers do not fill a node's memory while they are computed. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fewOrMany } from "../support/extent.js";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import { post, type RpcAnswer } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

/** Returns its first 3.5 MB of memory: PUSH3 · PUSH0 · RETURN. */
const returning = "0x623567e05ff3";
const returnedBytes = 0x3567e0;
const [contract, unusedGas] = [`0x${"c0".repeat(20)}`, "0x2faf080"];
/** Two batches are 504 MB, of the 512 MiB that a client may have unfinished, and then unread. */
const [batches, entries] = [3, 36];
const resultLength = 2 + 2 * returnedBytes;

const largeCall = (id: number) => ({
  ...{ jsonrpc: "2.0", id, method: "eth_call" },
  params: [{ to: contract, gas: unusedGas }, "latest", { [contract]: { code: returning } }],
});
const batch = Array.from({ length: entries }, (_, id) => largeCall(id));

describe("the answers of batches that are computed", () => {
  // The unit tests of the package rpc show the limit on both servers, with a smaller one.
  for (const server of ["auto", "node"].slice(0, fewOrMany(1, 2))) {
    it(`are limited for each client, with --server ${server}`, async () => {
      const node = await startLocalNode(["--calls", "off", "--server", server]);
      try {
        const other = await JsonSocket.open(node.wsUrl, "127.0.0.2");
        const asked = Array.from({ length: batches }, () => post(node.url, batch));
        const { params } = largeCall(1);
        assert.equal((await other.call<Hex>("eth_call", params)).length, resultLength);
        const answers = await Promise.all(asked);
        const bytes = await Promise.all(answers.map((answer) => answer.bytes()));
        const isWhole = ({ length }: Buffer) => length > entries * resultLength;
        const refused = bytes.filter((one) => !isWhole(one));
        assert.equal(refused.length, 1);
        const data = { limit: "client-answers-bytes", max: 512 * 1024 * 1024 };
        for (const one of refused) {
          const { id, error } = JSON.parse(one.toString()) as RpcAnswer;
          assert.deepEqual([id, error?.code, error?.data], [null, -32005, data]);
        }
        await other.close();
      } finally {
        await node.stop();
      }
    });
  }
});
