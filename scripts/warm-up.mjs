// Runs a bundled app briefly, the node with typical first calls, and writes V8's cache of the
// compiled code. A test suite ends before most of the code is optimized, so its code is compiled
// here. V8 accepts the cache only from its own version, and compiles again otherwise.
import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { cacheFile, runBundle } from "../packages/cli/bin/bundle.js";
import { freePort } from "./free-port.mjs";

const account = `0x${"11".repeat(20)}`;
const reads = [
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

/** Stores the first word of its input, emits it as an event with two topics, and returns it. */
const code = "6000356000556000546000526001600260206000a260206000f3";
/** Returns these 26 bytes of code. */
const creation = `0x601a600c600039601a6000f3${code}`;
/** Reverts. */
const failing = "0x60006000fd";

const request = ([method, ...params]) => ({ jsonrpc: "2.0", id: 1, method, params });

/** Sends transactions, fails, and reverts to a snapshot, as a test does. */
async function runSuite(ask) {
  const [from, to] = await ask("eth_accounts");
  const send = async (transaction) => {
    const hash = await ask("eth_sendTransaction", { from, gas: "0x100000", ...transaction });
    await ask("eth_getTransactionByHash", hash);
    return ask("eth_getTransactionReceipt", hash);
  };
  const { contractAddress } = await send({ data: creation });
  const snapshot = await ask("evm_snapshot");
  const call = { from, to: contractAddress, data: `0x${"02".padStart(64, "0")}` };
  await ask("eth_call", call, "latest");
  await ask("eth_estimateGas", call);
  await send(call);
  await send({ to, value: "0x1" });
  await ask("eth_sendTransaction", { from, gas: "0x100000", data: failing });
  await ask("eth_call", { from, data: failing }, "latest");
  const raw = await ask("eth_signTransaction", { ...call, gas: "0x100000" });
  await ask("eth_sendRawTransaction", raw);
  await ask("eth_getLogs", { address: contractAddress });
  await ask("evm_increaseTime", "0x1");
  await ask("hardhat_mine", "0x2");
  await ask("evm_revert", snapshot);
  await ask("hardhat_metadata");
}

/** Runs a node until its calls are answered, and calls `then` before it ends. */
async function runNode(main, flags, then) {
  const port = await freePort();
  const ended = main(["--port", `${port}`, ...flags]);
  const post = (body) =>
    fetch(`http://127.0.0.1:${port}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }).then((answer) => answer.json());
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await post(request(["eth_chainId"])).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const one of reads) await post(request(one));
  await post(reads.map(request));
  await runSuite(async (...one) => {
    const { result, error } = await post(request(one));
    return error?.data?.txHash ?? result;
  });
  then?.();
  process.kill(process.pid, "SIGTERM");
  return ended;
}

/** Runs a node for tests, whose database is in memory, and one without flags. */
async function runNodes(main, then) {
  await runNode(main, ["--compat", "hardhat"]);
  return runNode(main, ["--unlocked"], then);
}

/** Runs the relay's help, which loads all of its modules: running a relay requires a node. */
async function runRelay(main, then) {
  const code = await main(["run", "--help"]);
  then();
  return code;
}

const [, , app] = process.argv;
const { exports, script } = await runBundle(app);
process.stdout.write = () => true;
const run = app === "apps/node" ? runNodes : runRelay;
process.exitCode = await run(exports.main, () => {
  const scratch = `${cacheFile(app)}.${process.pid}`;
  writeFileSync(scratch, script.createCachedData());
  // The app keeps its files to their owner; this one is for every user of the clone, as the bundle is.
  chmodSync(scratch, 0o644);
  renameSync(scratch, cacheFile(app));
});
