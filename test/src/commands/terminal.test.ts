/** Tests the output of commands: JSON, colours, widths, exit codes, and remedies for errors. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { createLogger, createNode, resolveConfig, startNode } from "@tandem/node";
import { developmentAccount, send } from "../support/development.js";
import { within } from "../support/eventually.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";

const rootstockMainnetHeaders = fileURLToPath(
  new URL("../../vectors/rootstock/mainnet-older-headers.json", import.meta.url),
);
const folder = mkdtempSync(join(tmpdir(), "tandem-terminal-"));
after(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

type Facts = Readonly<Record<string, unknown>>;

/** Runs a command with `--json`. @returns its output, and its exit code. */
async function factsOf(...args: readonly string[]): Promise<{ code: number; facts: Facts }> {
  const { code, stdout, stderr } = await runHere([...args, "--json"]);
  assert.equal(stderr, "", args.join(" "));
  assert.equal(stdout.trimEnd().split("\n").length, 1, args.join(" "));
  return { code, facts: JSON.parse(stdout) as Facts };
}

describe("commands that print facts", () => {
  let node: RunningNode;
  before(async () => {
    node = await startLocalNode();
    await send(node.url, developmentAccount(0), { to: developmentAccount(1).address, value: 1n });
  });
  after(() => node.stop());
  const at = () => ["--url", node.url];

  it("print them as one line of JSON", async () => {
    const chain = join(folder, "chain.rlp");
    const status = await factsOf("status", ...at());
    assert.equal(status.code, 0);
    const { head, health, pool, chainId } = status.facts as Readonly<Record<string, Facts>>;
    assert.equal(head?.number, 1);
    assert.match(`${head?.hash}`, /^0x[0-9a-f]{64}$/);
    assert.deepEqual([health?.status, chainId, pool], ["ready", 31, { pending: 0, queued: 0 }]);
    assert.equal(status.facts.peers, 0);
    const exported = await factsOf("export", chain, ...at());
    assert.deepEqual(exported.facts, { file: chain, url: node.url, blocks: 1, from: 1, head: 1 });
    const imported = await factsOf("import", chain, ...at());
    assert.deepEqual(imported.facts, { file: chain, url: node.url, blocks: 1, added: 0 });
    const verified = await factsOf("headers", "verify", rootstockMainnetHeaders);
    assert.deepEqual([verified.code, verified.facts.isValid, verified.facts.headers], [0, true, 3]);
    const block = await factsOf("inspect", "block", "latest", ...at());
    assert.deepEqual([block.facts.number, block.facts.holds, block.facts.broken], [1, true, null]);
    assert.match(`${block.facts.hashForMergedMining}`, /^0x[0-9a-f]{64}$/);
    const list = (await factsOf("simulate")).facts.scenarios as readonly Facts[];
    assert.ok(list.some(({ name }) => name === "steady"));
    assert.match(`${(await factsOf("version")).facts.version}`, /^\d+\.\d+\.\d+/);
    const settings = (await factsOf("--print-config", "--port", "9545")).facts.settings as Readonly<
      Record<string, Facts>
    >;
    assert.deepEqual(settings.port, { value: 9545, origin: "flag" });
    assert.deepEqual(settings.mnemonic?.origin, "default");
  });

  it("print sentences otherwise, with colours according to the environment", async () => {
    const { stdout } = await runHere(["status", ...at()]);
    assert.match(stdout, /^Price {3}\d+ wei for a unit of gas$/m);
    assert.match(stdout, /^Node {4}Tandem.* at http:/);
    assert.match(stdout, /^Health {2}ready$/m);
    assert.doesNotMatch(stdout, /^Peers/m);
    assert.match(
      stdout,
      /^Head {4}block 1 0x[0-9a-f]{4}…[0-9a-f]{4}, \d+ \w+ old, 1 transaction$/m,
    );
    process.env.FORCE_COLOR = "1";
    try {
      assert.ok((await runHere(["status", ...at()])).stdout.includes("\u001b[32mready\u001b[39m"));
    } finally {
      delete process.env.FORCE_COLOR;
    }
  });

  it("show the names of files and folders on one line, with escapes", async () => {
    const [file, kept] = [join(folder, "a\u001b[2J\nb"), join(folder, "c\u202e\nd")];
    const made = await startLocalNode(["--data-dir", kept]);
    await made.stop();
    const shown = async (...args: readonly string[]) => {
      const { code, stdout } = await runHere(args);
      assert.equal(code, 0, stdout);
      return stdout.replaceAll(folder, "");
    };
    const name = "/a\\u001b[2J\\nb";
    assert.equal(await shown("export", file, ...at()), `1 block of ${node.url} is in ${name}\n`);
    const imported = `1 block of ${name} was imported into ${node.url}, 0 of them new\n`;
    assert.equal(await shown("import", file, ...at()), imported);
    assert.match(await shown("check", kept), /^.* were read\n\/c\\u202e\\nd is sound\n$/);
    assert.equal(await shown("repair", kept), "/c\\u202e\\nd is sound: nothing was changed\n");
  });

  it("say what the API key does not permit, and the rest", async (t) => {
    const file = join(folder, "keys.json");
    writeFileSync(file, JSON.stringify([{ name: "wallet", key: "wallet-1", methods: ["eth_*"] }]));
    const guarded = await startLocalNode(["--api-keys-file", file]);
    t.after(() => guarded.stop());
    const url = `${guarded.url}/wallet-1`;
    const { code, stdout, stderr } = await runHere(["status", "--url", url]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Head {4}block 0 0x/m);
    assert.match(stdout, /^Price {3}\d+ wei/m);
    assert.doesNotMatch(stdout, /^Pool/m);
    const refused = "is not among the methods of this API key";
    for (const name of ["web3_clientVersion", "txpool_status", "net_peerCount"]) {
      assert.ok(stdout.includes(`\nNot shown: the method ${name} ${refused}\n`), stdout);
    }
    const { facts } = await factsOf("status", "--url", url);
    assert.deepEqual([facts.chainId, facts.pool, facts.version], [31, null, null]);
    assert.equal((facts.refusals as readonly string[]).length, 3);
  });

  it("say that the newest block is ahead of the clock", async () => {
    const ahead = await startLocalNode();
    try {
      await call(ahead.url, "evm_increaseTime", [200_000]);
      await call(ahead.url, "evm_mine");
      const { stdout } = await runHere(["status", "--url", ahead.url]);
      assert.match(stdout, /^Head {4}block 1 \S+, 2 days ahead of the clock, 0 transactions$/m);
    } finally {
      await ahead.stop();
    }
  });

  it("exit with 1 for a node that is not ready, and with 3 without a node", async () => {
    const server = createServer(({ url }, response) => {
      const isHealth = url === "/health";
      response.statusCode = isHealth ? 503 : 200;
      const results = ["x\u001b[2J", "0x1f", null, { pending: "0x0", queued: "0x0" }, "0x1", "0x0"];
      const answers = results.map((result, i) => ({ jsonrpc: "2.0", id: i + 1, result }));
      const health = { status: "full\u202e", damage: "a\nb", headAgeSeconds: 1 };
      response.end(JSON.stringify(isHealth ? health : answers));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as { port: number };
    const url = `http://127.0.0.1:${port}`;
    const { code, stdout } = await runHere(["status", "--url", url]);
    assert.equal(code, 1);
    // The answers of a node have no effect on the terminal.
    assert.ok(
      stdout.startsWith(`Node    x\\u001b[2J at ${url}\nHealth  full\\u202e: a\\nb\n`),
      stdout,
    );
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    for (const args of [["status"], ["export", join(folder, "none")], ["inspect", "block", "0"]]) {
      const { code, stderr } = await runHere([...args, "--url", url]);
      assert.equal(code, 3);
      const reason = `no answer over HTTP: connect ECONNREFUSED 127.0.0.1:${port}`;
      const remedy = "start a node by `tandem`, or give the address of one by --url";
      assert.equal(stderr, `tandem: ${reason}: ${remedy}\n`);
    }
  });

  it("end at once where a server refuses /health and answers nothing else", async (t) => {
    t.mock.method(AbortSignal, "timeout", () => new AbortController().signal);
    const given = new Promise<void>((closed) => {
      const both: ServerResponse[] = [];
      const server = createServer(({ url }, response) => {
        both[url === "/health" ? 0 : 1] = response;
        const [health, others] = both;
        if (health === undefined || others === undefined) return;
        others.once("close", closed);
        health.end("no JSON");
      });
      t.after(() => server.close());
      t.after(() => server.closeAllConnections());
      server.listen(0, "127.0.0.1", async () => {
        const { port } = server.address() as { port: number };
        assert.equal((await runHere(["status", "--url", `http://127.0.0.1:${port}`])).code, 3);
      });
    });
    await within("end of the request", given);
  });
});

it("the usage of every npm script fits into 80 columns", () => {
  const scripts = new URL("../../../scripts/", import.meta.url);
  const files = readdirSync(scripts, { recursive: true }).map(String);
  const usages = files
    .filter((name) => name.endsWith(".mjs"))
    .flatMap((name) => {
      const text = readFileSync(new URL(name, scripts), "utf8");
      const [, usage] = /^const usage = `([^`]*)`/m.exec(text) ?? [];
      return usage === undefined ? [] : [{ name, usage }];
    });
  assert.ok(usages.length >= 5, `${usages.length}`);
  const wide = usages.flatMap(({ name, usage }) =>
    usage
      .split("\n")
      .filter((line) => line.length > 80)
      .map((line) => `${name}: ${line}`),
  );
  assert.deepEqual(wide, []);
});

describe("an error names the remedy", () => {
  const says = async (args: readonly string[], message: RegExp, expectedCode = 2) => {
    const { code, stderr } = await runHere(args);
    assert.match(stderr, message, args.join(" "));
    assert.equal(code, expectedCode, args.join(" "));
    // Lines about a genesis are as long as the paths in it.
    assert.ok(!stderr.includes("    at "), stderr);
  };

  it("for flags and commands, of this program and of others", async () => {
    await says(["--prot", "1"], /unknown flag --prot \(did you mean --port\?\)/);
    await says(["--block-time", "3"], /type --mining interval --interval-ms MILLISECONDS$/m);
    await says(["--fork-block-number", "3"], /type --fork-block N$/m);
    await says(["-f", "http://127.0.0.1:1"], /type --fork-url URL$/m);
    await says(["--http"], /type nothing: HTTP and WebSocket are both on --port$/m);
    await says(["--json"], /--json is for --print-config: type --log-format json/);
    await says(["run", "--version"], /type tandem version$/m);
    await says(["exprot"], /unknown command exprot \(did you mean export\?\)/);
    await says(["node"], /unknown command node: type tandem;/);
    await says(["help", "minign"], /no command or topic minign \(did you mean mining\?\)/);
    await says(["completion", "tcsh"], /expected bash, zsh, fish, got tcsh/);
    await says(["--balance", "1e30"], /--balance: expected coins as a decimal integer, got "1e30"/);
    await says(["--gas-limit", "-1"], /--gas-limit: expected gas as a decimal integer, got "-1"/);
    await says(
      ["study", "two-slwo"],
      /no scenario of the study is named two-slwo \(did you mean two-slow\?\): its .* are \w/,
    );
    await says(["--chain", "tset"], /got tset \(did you mean test\?\)/);
    await says(["--chain", "constructor"], /--chain: .* got constructor$/m);
  });

  it("for a missing API key", async (t) => {
    const node = await startLocalNode(["--api-key", "secret"]);
    t.after(() => node.stop());
    const message = /unauthorized: .*: append it to the address, --url http:\/\/host:port\/KEY$/m;
    await says(["status", "--url", node.url], message, 1);
  });

  it("for words that every object of JavaScript has", async () => {
    for (const word of ["constructor", "toString", "__proto__"]) {
      await says([word], new RegExp(`^tandem: unknown command ${word}; tandem help lists`));
      await says(["help", word], new RegExp(`^tandem: there is no command or topic ${word}; `));
      await says([`--${word}`], new RegExp(`^tandem: unknown flag --${word}; tandem run --help`));
    }
  });

  it("in lines that fit into a terminal, and in one line for a program", async () => {
    const typed = [
      ["simulate", "steady", "--seed", "x"],
      ["--block-time", "3"],
      ["study", "equilibrum"],
      ["tx", "0x12"],
      ["status", "--url", "http://127.0.0.1:1"],
      ["exprot"],
      ["--chain-id", "a"],
      ["help", "nothing-of-this-name"],
    ];
    for (const args of typed) {
      const plain = await runHere(args);
      assert.equal(plain.stderr.trimEnd().split("\n").length, 1, plain.stderr);
      for (const columns of [80, 60]) {
        const { stderr } = await runHere(args, { isTTY: true, columns });
        const text = stripVTControlCharacters(stderr);
        for (const line of text.split("\n")) assert.ok(line.length <= columns, line);
        assert.equal(text.replaceAll(/\s+/g, " "), plain.stderr.replaceAll(/\s+/g, " "));
      }
    }
  });

  it("for every way of requesting the version", async () => {
    const { stdout } = await runHere(["version"]);
    for (const flag of ["--version", "-v", "-V"]) {
      assert.equal((await runHere([flag])).stdout, stdout, flag);
    }
  });

  it("for the help of commands on a data directory, which is separate", async () => {
    for (const name of ["check", "repair"]) {
      const { stdout } = await runHere([name, "--help"]);
      assert.ok(stdout.split("\n").length < 24, stdout);
      assert.match(stdout, /--config FILE; tandem run --help\s+explains them/);
      assert.ok(stdout.startsWith(`Usage: tandem ${name} DIR [--json] [FLAGS]\n`), stdout);
    }
  });

  it("for commands of two words, whose first word has a help of its own", async () => {
    for (const [first, second] of [
      ["headers", "verify FILE"],
      ["inspect", "forks"],
    ] as const) {
      for (const args of [[first], [first, "--help"], ["help", first]]) {
        const { code, stdout } = await runHere(args);
        assert.equal(code, 0);
        assert.match(stdout, new RegExp(`^ {2}${first} ${second} `, "m"), args.join(" "));
      }
    }
  });

  it("for files", async () => {
    const wrong = fileOf("wrong.json", '{"port": 1,\n "x": }');
    const position = /wrong\.json is not JSON, line 2, column 7: a value is expected$/m;
    await says(["--config", wrong], position);
    await says(["--chain", wrong], position);
    await says(["simulate", wrong], position);
    const none = join(folder, "none.json");
    const absent = /none\.json cannot be read: there is no such file or folder$/m;
    await says(["--config", none], absent);
    await says(["import", none], absent);
    await says(["headers", "verify", none], absent);
    const genesis = '{"config":{},"alloc":{"0x1":{"balance":"x"}},"gasLimit":"q"}';
    await says(
      ["--chain", fileOf("genesis.json", genesis)],
      /^tandem: --chain: .*genesis\.json is no chain file: geth genesis:\n {2}config\.chainId: it is missing: expected a decimal .*\n {2}gasLimit: expected a decimal .*\n {2}alloc\.0x1\.balance: expected a decimal/,
    );
    const pool = fileOf("pool.json", '{"a": 1}');
    for (const flag of ["--chain", "--init"]) {
      const named = new RegExp(`^tandem: ${flag}: .*pool\\.json is no chain file: chain spec:\n`);
      await says([flag, pool], named);
      await says(["check", folder, flag, pool], named);
    }
  });

  /** The node is in this process, where `tandem run` would change the handling of signals. */
  const refuses = (flags: readonly string[], message: RegExp) =>
    assert.rejects(startLocalNode(flags), message);

  it("but not for the byte order mark that editors of Windows write", () => {
    const marked = fileOf("marked.json", '\ufeff{"port":1234}');
    assert.equal(resolveConfig(["--config", marked], {}).config.port, 1234);
  });

  it("for addresses, states and data directories", async () => {
    const file = fileOf("file.json", "{}");
    await refuses(["--data-dir", file], /file\.json is a file: give a folder/);
    const longName = "a".repeat(300);
    await refuses(["--data-dir", longName], /a cannot be created: its name is too long/);
    for (const command of ["check", "repair"]) {
      await says([command, longName], /a cannot be read: its name is too long/);
    }
    await refuses(["--load-state", join(folder, "none")], /none: there is no such file/);
    await refuses(["--host", "203.0.113.9"], /this machine has no such address/);
    const directory = join(folder, "data");
    const node = await startLocalNode(["--data-dir", directory]);
    try {
      const { origins: _, ...settings } = resolveConfig(["--port", new URL(node.url).port], {});
      const logger = createLogger({ format: "json", level: "error", write() {} });
      const second = startNode({ ...settings, logger, version: "1" });
      await assert.rejects(
        second,
        /stop what uses the port, or choose another: --port 0 takes a free one/,
      );
    } finally {
      await node.stop();
    }
    const other = ["--data-dir", directory, "--accounts", "3"];
    await refuses(other, /the genesis block \(.*--accounts.*\) differ;/);
    const more = ["--data-dir", directory, "--create2-deployer"];
    await refuses(more, /: the genesis block \(.*--create2-deployer.*\) differ;/);
    const renamed = ["--data-dir", directory, "--chain-id", "77"];
    await refuses(renamed, /the chain id \(--chain, --chain-id, --compat\) and .* differ;/);
    await assert.rejects(
      createNode({ dataDir: directory, chainId: 77, isListening: false }),
      /the chain id \(chain, chainId, compat\) and the rules \(chain, hardfork, codeSizeLimit\) differ;/,
    );
  });
});
