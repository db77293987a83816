import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { it } from "node:test";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { NodeCallError } from "../node-call-error.js";
import { startNodeThread } from "./start.js";

it("requests to a node whose thread has ended fail, those under way and later ones", async () => {
  const started = once(process, "worker");
  // The native server cannot be in a thread that is ended by force.
  const node = await startNodeThread({ inMemory: true, server: "node" }, () => {});
  const [worker] = (await started) as [Worker];
  assert.equal(await node.request("eth_chainId", []), "0x1f");
  const underWay = node.request("eth_chainId", []);
  const ended = worker.terminate();
  await assert.rejects(underWay, /the thread of the node ended/);
  await ended;
  await assert.rejects(node.request("eth_chainId", []), /the thread of the node ended/);
});

it("the stack of an error of the node names the function that called", async () => {
  const node = await startNodeThread({ inMemory: true }, () => {});
  async function callsInVain() {
    await node.request("eth_call", [{ data: "0xfe" }]);
  }
  await assert.rejects(callsInVain(), (error) => {
    assert(error instanceof NodeCallError);
    assert.match(`${error.stack}`, /at async callsInVain /);
    return true;
  });
});

it("threads do not load again what the command of the process loads first", async () => {
  // `hardhat run` has the process load Hardhat so, and each thread would load the project too.
  const preload = `import { isMainThread } from "node:worker_threads"; if (!isMainThread) console.log("loaded")`;
  const program = `
    import { startNodeThread } from ${JSON.stringify(new URL("./start.js", import.meta.url))};
    const options = { inMemory: true, server: "node", compat: "hardhat", buildInfo: ["nowhere"] };
    const node = await startNodeThread(options, () => {});
    await node.request("eth_call", [{ data: "0xfe" }]).catch(({ message }) => console.log(message));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    `data:text/javascript,${encodeURIComponent(preload)}`,
    "--input-type=module",
    "--eval",
    program,
  ]);
  assert.equal(stdout, "VM Exception while processing transaction: invalid opcode\n");
});
