import assert from "node:assert/strict";
import { once } from "node:events";
import { before, it } from "node:test";
import type { Worker } from "node:worker_threads";
import { NodeCallError } from "../node-call-error.js";
import { startNodeThread } from "./start.js";

let node: Awaited<ReturnType<typeof startNodeThread>>;
let worker: Worker;
before(async () => {
  const started = once(process, "worker");
  // The native server cannot be in a thread that is ended by force.
  const options = { inMemory: true, server: "node", callGas: 1_000_000_000_000n } as const;
  node = await startNodeThread(options, () => {});
  [worker] = (await started) as [Worker];
});

it("the stack of an error of the node names the function that called", async () => {
  async function callsInVain() {
    await node.request("eth_call", [{ data: "0xfe" }]);
  }
  await assert.rejects(callsInVain(), (error) => {
    assert(error instanceof NodeCallError);
    assert.match(`${error.stack}`, /at async callsInVain /);
    return true;
  });
});

it("requests to a node whose thread has ended fail, those under way and later ones", async () => {
  assert.equal(await node.request("eth_chainId", []), "0x1f");
  // The call is a loop without an end, so that it cannot be answered before.
  const underWay = node.request("eth_call", [{ data: "0x5b5f56" }]);
  const ended = worker.terminate();
  await assert.rejects(underWay, /the thread of the node ended/);
  await ended;
  await assert.rejects(node.request("eth_chainId", []), /the thread of the node ended/);
});
