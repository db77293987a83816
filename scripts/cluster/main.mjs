// npm run cluster: runs a complete cluster on this machine, to try it and to kill parts of it:
// servers of the log, a sealer, a standby, replicas, and a load balancer.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setUpForNpm } from "../end-with-npm.mjs";
import { freePort } from "../free-port.mjs";
import { ensureNats, findNats } from "../nats.mjs";
import { assertPort } from "../port-flag.mjs";
import { root } from "../setup.mjs";
import { goOnWithoutOutput } from "../without-output.mjs";
import { ensureBalancer, findBalancer, startBalancer } from "./balancer.mjs";
import { startNatsServers } from "./nats-servers.mjs";
import { createParts } from "./parts.mjs";

const usage = `npm run cluster -- [FLAGS]

  --port N        port of the balancer; 0 chooses a free one [8545]
  --servers N     servers of the log: 1 or 3 [3]
  --replicas N    nodes that only follow [2]
  --data-dir DIR  keep chains and log here; without it all is gone at exit

Flags of nodes follow a second --, for instance:
  npm run cluster -- -- --mining interval --interval-ms 1000
`;

function readFlags() {
  const string = (value) => ({ type: "string", default: value });
  const options = {
    port: string("8545"),
    servers: string("3"),
    replicas: string("2"),
    "data-dir": { type: "string" },
    help: { type: "boolean", short: "h" },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  assertPort("port", values.port);
  if (!["1", "3"].includes(values.servers)) throw new Error("--servers: expected 1 or 3");
  if (!/^\d$/.test(values.replicas)) throw new Error("--replicas: expected a digit");
  return { ...values, nodeFlags: positionals };
}

const say = (text) => process.stdout.write(`${text}\n`);

/** Starts a node, and waits until it answers. */
async function startNode(parts, folder, { name, role, log, flags }) {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const program = join(root, "apps/node/bin/tandem.js");
  const own = ["--port", `${port}`, "--log", log, "--role", role, "--log-format", "json"];
  const data = ["--data-dir", join(folder, name)];
  // The nodes have the flags of Node that `npm run cluster` has.
  const args = [...process.execArgv, program, ...own, ...data, ...flags];
  const part = parts.start({ name, command: process.execPath, args, at: `http://${address}` });
  await parts.ready(part, async () => (await fetch(`http://${address}/health`)).ok);
  return { name, address };
}

/** Prints the processes and commands to try. */
function describe(parts, { url, statusUrl }, folder) {
  say(`\n${"part".padEnd(12)}${"process".padEnd(10)}address`);
  for (const { name, child, at } of parts.list()) {
    say(`${name.padEnd(12)}${`${child.pid}`.padEnd(10)}${at}`);
  }
  const pidOf = (wanted) => parts.list().find(({ name }) => name === wanted)?.child.pid;
  say(`
All nodes, by one address: ${url} and ${url.replace("http", "ws")}
What the balancer knows of them: ${statusUrl}
Files and what each part prints (NAME.log): ${folder}

Things to try:
  curl ${url}/health                 role, lag and epoch of one of the nodes
  kill -9 ${pidOf("sealer")}                kill the sealer: the standby seals within the time of the lease
  kill -STOP ${pidOf("sealer")}             stand it still for longer than its lease, then wake it: kill -CONT ${pidOf("sealer")}
  kill -9 ${pidOf("nats-1")}                kill a server of the log: of three, two are enough

Ready. Ctrl-C ends everything.`);
}

async function run(flags, parts, folder) {
  const log = await startNatsServers(parts, folder, Number(flags.servers));
  const nodes = [];
  const add = async (name, role) =>
    nodes.push(await startNode(parts, folder, { name, role, log, flags: flags.nodeFlags }));
  // The first node with the role `auto` becomes the sealer.
  await add("sealer", "auto");
  await add("standby", "auto");
  for (let i = 1; i <= Number(flags.replicas); i++) await add(`replica-${i}`, "replica");
  const port = flags.port === "0" ? await freePort() : Number(flags.port);
  describe(parts, await startBalancer(parts, folder, port, nodes), folder);
}

function openFolder(directory) {
  if (directory === undefined) return mkdtempSync(join(tmpdir(), "tandem-cluster-"));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}

async function main(flags) {
  if (flags.help) return say(usage);
  setUpForNpm("apps/node");
  goOnWithoutOutput();
  ensureNats();
  ensureBalancer();
  if (findNats() === undefined)
    throw new Error("nats-server is missing: apt-get install nats-server");
  if (findBalancer() === undefined) throw new Error("haproxy is missing: apt-get install haproxy");
  const folder = openFolder(flags["data-dir"]);
  const parts = createParts(folder, say);
  let ending;
  const end = (code) => {
    ending ??= parts.end().then(() => {
      if (flags["data-dir"] === undefined) rmSync(folder, { recursive: true, force: true });
      process.exit(code);
    });
    return ending;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end(0));
  try {
    await run(flags, parts, folder);
  } catch (error) {
    if (ending === undefined) process.stderr.write(`${error.message}\n`);
    await end(1);
  }
}

/** Returns undefined for wrong flags, which it tells. */
function flagsOrUsage() {
  try {
    return readFlags();
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}

const flags = flagsOrUsage();
if (flags !== undefined) {
  await main(flags).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
