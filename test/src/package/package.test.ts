/** Tests the package in an empty folder: its commands, its modules, its types and its documents. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fewOrMany } from "../support/extent.js";
import { fileOf, snippetsOf } from "../support/guide.js";
import { startNodeProcess } from "../support/node-process.js";
import { startOtlpReceiver } from "../support/otlp-receiver.js";
import { installNode, nodeVersions } from "../support/processes/node-binary.js";
import { installTool } from "../support/processes/npm-tool.js";
import {
  installPacked,
  type MadePackage,
  makePackage,
  ownPackage,
  type Project,
} from "../support/processes/packed.js";
import { call } from "../support/rpc.js";
import { startRelayProcess } from "../support/ussd/relay.js";
import { postUssd } from "../support/ussd/ussd.js";
import { readBill } from "./bill.js";

const bytesMax = 16_500_000;

/** A program that uses the types. */
const program = `
import { createNode, type InProcessNode } from "tandem-node";
import { type Client, httpClient } from "tandem-node/client";
import { parseScenario, type Results, runScenario } from "tandem-node/simulator";
import { createNode as createViemNode } from "tandem-node/viem";

export const node: InProcessNode = await createNode({ accounts: 2, mining: "manual" });
export const client: Client = httpClient(node.url);
export const price: bigint = await client.eth_gasPrice({});
export const results: Results = await runScenario(parseScenario({}));
const { client: viem } = await createViemNode();
export const height: bigint = await viem.getBlockNumber();
// @ts-expect-error a setting that there is not
await createNode({ acounts: 2 });
const address = node.accounts[0]?.address ?? "0x";
export const balance: bigint | undefined = await client.eth_getBalance({ address, block: "latest" });
// @ts-expect-error a parameter that is not an address
await client.eth_getBalance({ address: 5 });
`;

/** Commands in an empty folder, with their output and their exit code. */
const terminalCases: readonly {
  readonly args: readonly string[];
  readonly code?: number;
  readonly says: RegExp;
}[] = [
  { args: ["--prot", "1"], code: 2, says: /unknown flag --prot \(did you mean --port\?\)/ },
  { args: ["help"], says: /^ +run +run a node/m },
  { args: ["status", "--url", "http://127.0.0.1:9"], code: 3, says: /start a node by `tandem`/ },
  { args: ["help", "mining"], says: /--mining/ },
  { args: ["completion", "bash"], says: /^complete .* tandem$/m },
  { args: ["completion", "zsh"], says: /^#compdef tandem$/m },
  { args: ["completion", "fish"], says: /^complete -c tandem/m },
  { args: ["man"], says: /^\.TH / },
  { args: ["schema"], says: /"\$schema"/ },
  { args: ["version", "--json"], says: /^\{"version":"\d+\.\d+\.\d+/ },
  { args: ["--print-config", "--json"], says: /^\{"settings":\{/ },
  { args: ["simulate", "--json"], says: /"scenarios":\[/ },
  {
    args: ["simulate", "two-pools-race", "--seed", "1-3", "--set", "stop.bitcoinBlocks=500"],
    code: 1,
    says: /3 runs, each with a seed\s+of its own[\s\S]*99 % confidence[\s\S]*FAILED/,
  },
  { args: ["tx", "0x12"], code: 2, says: /0x and 64 hex digits/ },
  { args: ["headers", "verify", "none"], code: 2, says: /there is no such file or folder/ },
  { args: ["check", "none"], code: 2, says: /none is not the data directory of a node/ },
];

const packed: MadePackage = await makePackage();
after(packed.remove);
const installed = await installPacked(packed);

describe("the packed file", () => {
  it("is small, and has no source map and no test", () => {
    assert.ok(packed.unpackedSize < bytesMax, `${packed.unpackedSize} bytes`);
    const page = readFileSync(join(packed.folder, "README.md"), "utf8");
    const stated = Number(/file, of ([\d.]+) MB/.exec(page)?.[1]);
    const actual = packed.size / 1_000_000;
    assert.ok(Math.abs(stated - actual) < 0.5, `install.md says ${stated} MB, it has ${actual}`);
    const names = readdirSync(packed.folder, { recursive: true }).map(String);
    assert.ok(names.length > 0);
    assert.deepEqual(
      names.filter((name) => /\.map$|\.test\.|\.tsbuildinfo$/.test(name)),
      [],
    );
  });

  it("has a valid manifest and types according to publint and attw", () => {
    assert.deepEqual(packed.problems, []);
  });

  it("lists the packages inside as CycloneDX prescribes, each with its licence", () => {
    const { components } = readBill(packed.folder);
    const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
    for (const name of ["@ethereumjs/evm", "viem", "preact", "mcl-wasm", "classic-level"]) {
      assert.ok(names.includes(name), name);
    }
    const texts = readFileSync(join(packed.folder, "THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const [i, { version, licenses, properties }] of components.entries()) {
      assert.ok(licenses !== undefined, names[i]);
      if (properties[0]?.value !== "bundled") continue;
      assert.ok(texts.includes(`\n${names[i]} ${version} (`), names[i]);
    }
    const sections = texts.split(`${"=".repeat(80)}\n`).map((one) => one.split("\n\n"));
    const once = sections.map(([, ...text]) => text.join("\n\n").trim());
    assert.equal(new Set(once).size, once.length, "each text is there once");
  });

  it("has no dangling links", () => {
    const pages = ["README.md", ...readdirSync(join(packed.folder, "docs"))].filter((name) =>
      name.endsWith(".md"),
    );
    for (const page of pages) {
      const folder = join(packed.folder, page === "README.md" ? "" : "docs");
      const text = readFileSync(join(folder, page), "utf8");
      for (const [, to = ""] of text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)) {
        assert.ok(existsSync(join(folder, to)), `${page} links to ${to}`);
      }
    }
  });
});

describe("a project that installed the packed file", {
  skip: typeof installed === "string" ? installed : false,
}, () => {
  const project = installed as Project;
  before(() => {
    for (const name of ["viem", "@types"]) {
      symlinkSync(ownPackage(name), project.path(`node_modules/${name}`), "junction");
    }
  });
  after(() => project.remove());
  const command = (name: string) => project.path(`node_modules/${packed.name}/bin/${name}.js`);

  it("starts a node by npx, which answers, and shows a browser the explorer", async () => {
    const steps = snippetsOf("install.md").filter(({ step }) => step === "start");
    assert.deepEqual(
      steps.map(({ text }) => text),
      ["npx tandem\n"],
    );
    const { stdout, stderr } = await project.run("npx", ["tandem", "version"]);
    assert.equal(stdout, `${packed.version}\n`, stderr);
    // The command that npx starts, without npx, which does not pass on signals.
    const link = project.path("node_modules/.bin/tandem");
    const traces = await startOtlpReceiver();
    const node = await startNodeProcess([], traces.environment, [], [process.execPath, link]);
    try {
      assert.equal(await call(node.url, "eth_chainId"), "0x1f");
      await call(node.url, "evm_mine");
      assert.equal(await call(node.url, "eth_blockNumber"), "0x1");
      const tracer = "{ fault: function() {}, result: function(ctx) { return ctx.block; } }";
      assert.equal(await call(node.url, "debug_traceCall", [{}, "latest", { tracer }]), 1);
      const page = await fetch(node.url, { headers: { accept: "text/html" } });
      assert.match(await page.text(), /<title>Tandem explorer<\/title>/);
      await traces.span("import", ({ name }) => name === "import block");
    } finally {
      await node.stop();
      await traces.stop();
    }
  });

  for (const version of nodeVersions.slice(0, fewOrMany(0, nodeVersions.length))) {
    it(`is installed, and starts a node, with Node ${version}`, async (t) => {
      const binary = await installNode(version);
      if (typeof binary === "string") return t.skip(binary);
      t.after(binary.remove);
      const other = await installPacked(packed, [], binary.path);
      if (typeof other === "string") return t.skip(other);
      t.after(other.remove);
      const told = await other.run("npx", ["tandem", "version"]);
      assert.equal(told.stdout, `${packed.version}\n`, told.stderr);
      const link = other.path("node_modules/.bin/tandem");
      const node = await startNodeProcess([], {}, [], [binary.path, link]);
      t.after(() => node.stop());
      const client = await call<string>(node.url, "web3_clientVersion");
      assert.ok(client.endsWith(`/node${version}`), client);
      await call(node.url, "evm_mine");
      assert.equal(await call(node.url, "eth_blockNumber"), "0x1");
    });
  }

  it("stores the compiled code of a node that ran, for every user, and of no command that prints", async () => {
    const installed = project.path(`node_modules/${packed.name}`);
    const program = `import { setFlagsFromString } from "node:v8";
      import { load } from ${JSON.stringify(join(installed, "bin/load.js"))};
      setFlagsFromString("--heap-growing-percent=100");
      const { isCached } = await load("tandem");
      console.log(isCached);`;
    project.write("cached.mjs", program);
    const { stdout, stderr } = await project.run("node", ["cached.mjs"]);
    assert.equal(stdout, "true\n", stderr);
    const lib = join(installed, "lib");
    const stored = () => readdirSync(lib).filter((name) => /^tandem\.cjs\..*\.cache$/.test(name));
    const [cache = ""] = stored();
    if (process.platform !== "win32") assert.equal(statSync(join(lib, cache)).mode & 0o777, 0o644);
    renameSync(join(lib, cache), project.path("kept.cache"));
    for (const args of [["--version"], ["--help"], ["--print-config"], ["run", "--help"]]) {
      assert.equal((await project.run("node", [command("tandem"), ...args])).code, 0);
      assert.deepEqual(stored(), [], args.join(" "));
    }
    renameSync(project.path("kept.cache"), join(lib, cache));
  });

  it("shows in an empty folder its help, its version, and the next steps", async () => {
    for (const { args, code = 0, says } of terminalCases.slice(0, fewOrMany(3, 20))) {
      const ended = await project.run("node", [command("tandem"), ...args]);
      assert.equal(ended.code, code, `${args}: ${ended.stderr}`);
      // Failed expectations are a result, which goes to stdout with the code 1.
      assert.match(code > 1 ? ended.stderr : ended.stdout, says);
      const widest = Math.max(...ended.stdout.split("\n").map((line) => line.length));
      assert.ok(args[0] !== "help" || widest <= 80, `${args}: ${widest} columns`);
    }
  });

  it("starts the relay, with its page, on contracts that it deployed", async () => {
    // A native server installed beside the package is detected.
    const native = ownPackage("uWebSockets.js");
    symlinkSync(native, project.path("node_modules/uWebSockets.js"), "junction");
    const { platform, arch, versions } = process;
    const binary = `binaries/uws_${platform}_${arch}_${versions.modules}.node`;
    const server = existsSync(join(native, binary)) ? "uws" : "node";
    const flags = ["--chain-id", "4242"];
    const node = await startNodeProcess(flags, {}, [], [process.execPath, command("tandem")]);
    try {
      const health = await (await fetch(`${node.url}/health`)).json();
      assert.equal((health as { server?: unknown }).server, server);
      for (const mode of ["demonstration", "extended"]) {
        const file = project.path(`${mode}.env`);
        const args = ["prepare", file, "--mode", mode, "--node-url", node.url, "--json"];
        const prepared = await project.run("node", [command("tandem-relay"), ...args]);
        assert.equal(prepared.code, 0, prepared.stderr);
        const { settings } = JSON.parse(prepared.stdout);
        assert.match(settings.contract, /^0x[0-9a-f]{40}$/);
        assert.doesNotMatch(prepared.stdout, /"(?:private-key|mnemonic|.*passphrase|master-key)"/);
      }
      const help = await project.run("npx", ["tandem-relay", "help"]);
      assert.match(help.stdout, /^ {2}prepare FILE /m);
      const data = project.path("sessions");
      const settings = ["--env-file", project.path("demonstration.env"), "--data-dir", data];
      const own = { USSD_RELAY_PRIVATE_KEY: undefined };
      const relay = await startRelayProcess(settings, own, command("tandem-relay"));
      try {
        for (const path of ["/phone", "/phone/page/main.js", "/phone/menu/gsm.js"]) {
          assert.equal((await fetch(new URL(path, relay.url))).status, 200, path);
        }
        const { body } = await postUssd(relay.url, { sessionId: "packed", text: "1" });
        assert.match(body, /^END /);
      } finally {
        await relay.stop();
      }
    } finally {
      await node.stop();
    }
  });

  it("runs the guide's programs", async () => {
    project.write("node.mjs", fileOf("install.md", "node.mjs"));
    project.write("simulate.mjs", fileOf("install.md", "simulate.mjs"));
    const node = await project.run("node", ["node.mjs"]);
    assert.match(node.stdout, /^head 1 at http:/, node.stderr);
    project.write("client.mjs", fileOf("install.md", "client.mjs"));
    const client = await project.run("node", ["client.mjs"]);
    assert.match(client.stdout, /^0x\w{64} is in block 1, gas 21000$/m, client.stderr);
    assert.match(client.stdout, /^\d+ wei, nonce 1\n-32000: .*\nhead 2$/m);
    const simulation = await project.run("node", ["simulate.mjs"]);
    assert.match(simulation.stdout, /^\d+ blocks, and \d+ that lost$/m, simulation.stderr);
  });

  /** Checks a program and every declaration that it reads, with a compiler. */
  async function assertTyped(compiler: string): Promise<void> {
    project.write("program.mts", program);
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];
    const { code, stdout } = await project.run("node", [
      compiler,
      ...flags,
      ...["--types", "node"],
      "program.mts",
    ]);
    assert.equal(code, 0, stdout);
  }

  it("has types", () => assertTyped(ownPackage("typescript/bin/tsc")));

  for (const version of ["5.9.3"].slice(0, fewOrMany(0, 1))) {
    it(`has types for TypeScript ${version}`, async (t) => {
      const tool = await installTool(`typescript@${version}`);
      if (typeof tool === "string") return t.skip(tool);
      t.after(tool.remove);
      await assertTyped(tool.path("typescript/bin/tsc"));
    });
  }

  it("runs the guide's node that is a process", async () => {
    project.write("process.mjs", fileOf("testing.md", "process.mjs"));
    const { code, stdout, stderr } = await project.run("node", ["process.mjs"]);
    assert.deepEqual([code, stdout], [0, "the node is ready\n"], stderr);
  });

  it("runs the guide's tests with node:test, with the project's own viem", async () => {
    project.write("payments.test.mjs", fileOf("testing.md", "payments.test.mjs"));
    const { code, stdout } = await project.run("node", ["--test", "payments.test.mjs"]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /pass 2/);
  });
});
