// Runs a bundled app for a moment, the node with calls as its first users make them, and writes V8's cache
// of what was compiled. V8 takes it only from its own version; with another one it compiles again.
import { once } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { cacheFile, runBundle } from "../packages/cli/bin/bundle.js";

const account = `0x${"11".repeat(20)}`;
const calls = [
  ["eth_chainId"],
  ["eth_blockNumber"],
  ["eth_accounts"],
  ["eth_getBalance", account, "latest"],
  ["eth_getTransactionCount", account, "pending"],
  ["eth_getBlockByNumber", "latest", true],
  ["eth_call", { to: account, data: "0x" }, "latest"],
  ["eth_estimateGas", { to: account }],
  ["eth_getLogs", {}],
  ["evm_mine"],
  ["eth_feeHistory", "0x1", "latest", []],
];

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

const request = ([method, ...params]) => ({ jsonrpc: "2.0", id: 1, method, params });

/** Runs the node until its calls are answered, and calls `then` before it ends. */
async function runNode(main, then) {
  const port = await freePort();
  const ended = main(["--port", `${port}`]);
  const ask = (body) =>
    fetch(`http://127.0.0.1:${port}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await ask(request(["eth_chainId"])).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const call of calls) await (await ask(request(call))).text();
  await (await ask(calls.map(request))).text();
  then();
  process.kill(process.pid, "SIGTERM");
  return ended;
}

/** Runs the relay's help, which loads all of its modules: a relay needs a node, which is not there yet. */
async function runRelay(main, then) {
  const code = await main(["run", "--help"]);
  then();
  return code;
}

const [, , app] = process.argv;
const { exports, script } = runBundle(app);
process.stdout.write = () => true;
const run = app === "apps/node" ? runNode : runRelay;
process.exitCode = await run(exports.main, () => {
  const scratch = `${cacheFile(app)}.${process.pid}`;
  writeFileSync(scratch, script.createCachedData());
  renameSync(scratch, cacheFile(app));
});
