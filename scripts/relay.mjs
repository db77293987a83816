// npm run relay: sets up what is missing, starts a development node, deploys the contract and funds
// it, starts the USSD relay, and shows a request for each of its screens.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { loadApp } from "../packages/cli/bin/bundle.js";
import { optimizeWasmLater } from "../packages/cli/bin/optimize-wasm-later.js";
import { setUpForNpm } from "./end-with-npm.mjs";
import { assertPort } from "./port-flag.mjs";
import { root } from "./setup.mjs";
import { goOnWithoutOutput } from "./without-output.mjs";

const usage = `npm run relay -- [FLAGS]

  --mode MODE         demonstration: one wallet for all users;
                      extended: a wallet and a PIN for each [demonstration]
  --port N            port of POST /ussd [3000]
  --node-port N       port of the node [8545, or a free one when that is taken]
  --node-url URL      use a node that runs already
  --contract ADDRESS  use a MicroLoan contract that is there already
  --phone BOOLEAN     a phone in the browser, at /phone [true]
  --data-dir DIR      keep chain, wallet and answers here; without it all is
                      gone at exit
`;
const derivationPath = "m/44'/60'/0'/0";
const nodePort = 8545;
/** Maximum milliseconds for a child to be ready. */
const readyMsMax = 300_000;

function readFlags() {
  const string = { type: "string" };
  const options = {
    mode: { type: "string", default: "demonstration" },
    port: { type: "string", default: "3000" },
    "node-port": string,
    "node-url": string,
    contract: string,
    phone: { type: "string", default: "true" },
    "data-dir": string,
    help: { type: "boolean", short: "h" },
  };
  try {
    const { values } = parseArgs({ options });
    assertMode(values);
    assertPort("port", values.port);
    if (values["node-port"] !== undefined) assertPort("node-port", values["node-port"]);
    if (!["true", "false"].includes(values.phone)) {
      throw new Error(`--phone: expected true or false, got ${values.phone}`);
    }
    return values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

function assertMode({ mode, contract }) {
  if (mode !== "demonstration" && mode !== "extended") {
    throw new Error(`--mode: expected demonstration or extended, got ${mode}`);
  }
  if (mode === "extended" && contract !== undefined) {
    throw new Error(
      "--contract belongs to the demonstration: a new one is deployed with its forwarder",
    );
  }
}

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/** Children in the order of their starts. They end in the reverse order. */
const children = [];

/** Starts a program, shows its lines, and waits for the line that reports that it is ready. */
function begin(name, args, { env = {}, isReady, show }) {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  children.push({ child, ended });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} is not ready in time`)), readyMsMax);
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = isReady(line);
      if (found) {
        clearTimeout(timer);
        resolve(found);
      }
      if (show(line)) process.stdout.write(`${line}\n`);
    });
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`${name} ended with ${signal ?? `code ${code}`}`));
      if (!isEnding) void end(wasToldToEnd(code, signal) ? 0 : 1);
    });
  });
}

const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Returns whether a child ended because of a signal. A signal to the whole group, such as Ctrl-C,
 * may end a child before this process handles it, and is no failure.
 */
const wasToldToEnd = (code, signal) => code === 0 || endSignals.includes(signal);

let isEnding = false;
let removeData = () => {};

async function end(code) {
  if (isEnding) return;
  isEnding = true;
  for (const { child, ended } of children.reverse()) {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
  }
  removeData();
  process.exit(code);
}

function openData(directory) {
  if (directory !== undefined) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return directory;
  }
  const temporary = mkdtempSync(join(tmpdir(), "tandem-relay-"));
  removeData = () => rmSync(temporary, { recursive: true, force: true });
  return temporary;
}

async function startNode(flags, data) {
  if (flags["node-url"] !== undefined) return flags["node-url"];
  const port = flags["node-port"] ?? ((await isFree(nodePort)) ? nodePort : 0);
  const { developmentMnemonic } = await relayModule();
  const args = ["--port", String(port), "--log-format", "json", "--mnemonic", developmentMnemonic];
  const { url } = await begin(
    "the node",
    [join(root, "apps/node/bin/tandem.js"), "run", ...args, "--data-dir", join(data, "chain")],
    {
      isReady: (line) => line.includes('"msg":"ready"') && JSON.parse(line),
      show: (line) => /"level":[45]0/.test(line),
    },
  );
  return url;
}

/** Writes the settings of the relay to a plaintext environment file that only its owner can read. */
async function prepareWallet({ mode, contract }, data, nodeUrl) {
  const file = join(data, `${mode === "extended" ? "extended" : "relay"}.env`);
  if (existsSync(file)) return file;
  if (mode === "extended") {
    process.stdout.write("Deploying the contracts, funding the pool and ten users…\n");
  }
  const { prepareTrial } = await relayModule();
  const keystore = join(data, "relayer.json");
  // The keystore of an interrupted start cannot be used without the settings.
  rmSync(keystore, { force: true });
  await prepareTrial({ mode, nodeUrl, file, keystore, contract, derivationPath });
  return file;
}

const isExtended = ({ mode }) => mode === "extended";

async function relayModule() {
  const loaded = await loadApp("apps/ussd-relay");
  optimizeWasmLater();
  return loaded;
}

function startRelay(flags, data, nodeUrl, environmentFile) {
  const args = ["--port", flags.port, "--node-url", nodeUrl, "--env-file", environmentFile];
  args.push("--phone", flags.phone);
  // The address of another node may contain a key, and may have no explorer.
  if (flags["node-url"] === undefined) args.push("--explorer-url", nodeUrl);
  if (flags.contract !== undefined) args.push("--contract", flags.contract);
  return begin(
    "the relay",
    [
      join(root, "apps/ussd-relay/bin/ussd-relay.js"),
      "run",
      ...args,
      "--data-dir",
      join(data, isExtended(flags) ? "users" : "sessions"),
    ],
    { isReady: (line) => /^Ready: POST (\S+)$/.exec(line)?.[1], show: () => true },
  );
}

const recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const screens = [
  ["the main menu", ""],
  ["the balance", "1"],
  ["the prompt for a recipient", "2"],
  ["the prompt for an amount", `2*${recipient}`],
  ["a transfer", `2*${recipient}*1.5`],
  ["a loan", "3"],
];

/** Two users register, and the first pays the second. A PIN confirms each payment. */
const extendedScreens = [
  ["the choice of a language, since the number is new", ""],
  ["the first user registers with the PIN 2580", "1*2580*2580"],
  ["and another with the PIN 1470", "1*1470*1470", "%2B254700000002"],
  ["the menu", ""],
  ["the balance", "1"],
  ["a transfer to the other number", "2*0700000002*1.5*2580"],
  ["a loan, when the transfer is confirmed", "3*2580"],
];

function showRequests(flags, url, nodeUrl) {
  const requests = (isExtended(flags) ? extendedScreens : screens).map(
    ([what, text, number = "%2B254700000001"], i) =>
      `# ${what}\ncurl -s ${url} -d 'text=${text}' -d 'phoneNumber=${number}' -d 'sessionId=demo-${Date.now()}-${i}'; echo\n`,
  );
  process.stdout.write(`\nOn a chain of its own at ${nodeUrl}. A post for each screen:\n\n`);
  process.stdout.write(`${requests.join("\n")}\nCtrl-C ends it.\n`);
}

const flags = readFlags();
if (flags.help) {
  process.stdout.write(usage);
  process.exit(0);
}
setUpForNpm("apps/node", "apps/ussd-relay");
goOnWithoutOutput();
// The handler stays, because npm sends its own signal in addition to the terminal's, which must not
// interrupt the end.
for (const signal of endSignals) process.on(signal, () => void end(0));
try {
  const data = openData(flags["data-dir"]);
  const nodeUrl = await startNode(flags, data);
  const environmentFile = await prepareWallet(flags, data, nodeUrl);
  const url = await startRelay(flags, data, nodeUrl, environmentFile);
  if (!isEnding) showRequests(flags, url, nodeUrl);
} catch (error) {
  if (!isEnding) process.stderr.write(`npm run relay: ${error.message}\n`);
  await end(1);
}
