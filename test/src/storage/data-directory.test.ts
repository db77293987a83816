/** Tests what a node leaves on the disk, what it refuses there, and its configuration. */
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, describe, it } from "node:test";
import { createNode } from "@tandem/node";
import { openStore, table } from "@tandem/store";
import { coin, developmentAccount, send } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { type RunningNode, runTandem, startNodeProcess } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import { assertKept, loadUntil, nothingTold } from "../support/scenes/load.js";
import type { Hex, WireBlock, WireReceipt } from "../support/wire.js";

let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), "tandem-directory-"));
});
after(() => rm(root, { recursive: true, force: true }));

const [giver, taker] = [developmentAccount(0), developmentAccount(1)];

async function directory(): Promise<string> {
  return mkdtemp(join(root, "chain-"));
}

async function withNode<T>(
  flags: readonly string[],
  use: (node: RunningNode) => Promise<T>,
): Promise<T> {
  const node = await startLocalNode(flags);
  try {
    return await use(node);
  } finally {
    assert.equal(await node.stop(), 0, node.output());
  }
}

async function pay(url: string, value: bigint): Promise<WireReceipt> {
  const hash = await send(url, giver, { to: taker.address, value });
  return eventually("receipt", async () => {
    const receipt = await call<WireReceipt | null>(url, "eth_getTransactionReceipt", [hash]);
    return receipt ?? undefined;
  });
}

const reads = [
  ["eth_getBlockByNumber", ["latest", true]],
  ["eth_getBlockByNumber", ["earliest", true]],
  ["eth_getBalance", [giver.address, "latest"]],
  ["eth_getBalance", [taker.address, "0x1"]],
  ["eth_getTransactionCount", [giver.address, "pending"]],
  ["eth_getLogs", [{ fromBlock: "0x0", toBlock: "latest" }]],
] as const;
const readAll = (url: string) =>
  Promise.all(reads.map(([method, params]) => call(url, method, params)));

/** Runs a node that must end by itself with the exit code 1 and messages that match every pattern. */
const assertRefused = (given: readonly string[], ...words: readonly RegExp[]): Promise<void> =>
  assertRefusedBy(runHere, given, ...words);

async function assertRefusedBy(
  run: (args: readonly string[]) => ReturnType<typeof runTandem>,
  given: readonly string[],
  ...words: readonly RegExp[]
): Promise<void> {
  const flags = given.includes("--port") ? given : ["--port", "0", ...given];
  const { code, stdout, stderr } = await run(["run", ...flags]);
  const said = `${stdout}\n${stderr}`;
  assert.equal(code, 1, said);
  for (const pattern of words) assert.match(said, pattern);
  assert.doesNotMatch(said, /\n\s+at .*\.js:\d+/, "a sentence, not a stack");
}

/** Returns the folder of LevelDB below the data directory. */
async function findLevel(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some(({ name }) => name === "CURRENT")) return folder;
  for (const entry of entries.filter((item) => item.isDirectory())) {
    const found = await findLevel(join(folder, entry.name)).catch(() => undefined);
    if (found !== undefined) return found;
  }
  throw new Error(`no LevelDB below ${folder}`);
}

describe("a stored chain", () => {
  it("is unchanged after a restart, and continues", async () => {
    const flags = ["--data-dir", await directory()];
    const receipts: WireReceipt[] = [];
    const seen = await withNode(flags, async ({ url }) => {
      for (const value of [1n, 2n, 3n]) receipts.push(await pay(url, value));
      return readAll(url);
    });
    await withNode(flags, async ({ url }) => {
      assert.deepEqual(await readAll(url), seen);
      for (const receipt of receipts) {
        const params = [receipt.transactionHash];
        assert.deepEqual(await call(url, "eth_getTransactionReceipt", params), receipt);
      }
      const [head] = seen as [WireBlock];
      const next = await pay(url, 4n);
      assert.equal(BigInt(next.blockNumber), BigInt(head.number) + 1n);
      const block = await call<WireBlock>(url, "eth_getBlockByNumber", [next.blockNumber]);
      assert.equal(block.parentHash, head.hash);
    });
    await withNode(flags, async ({ url }) => {
      const gained = await call<Hex>(url, "eth_getBalance", [taker.address, "latest"]);
      assert.equal(BigInt(gained), 10_000n * coin + 10n);
    });
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`loses nothing if ${signal} ends it in the middle of its work`, async () => {
      const flags = ["--data-dir", await directory()];
      const node = await startNodeProcess(flags);
      const told = nothingTold();
      const enough = () => eventually("receipts", () => told.receipts.size >= 10);
      assert.equal(await loadUntil(node, told, enough, signal), 0, node.output());
      await withNode(flags, ({ url }) => assertKept(url, told));
    });
  }

  it("is created in a folder that does not exist yet", async () => {
    const folder = join(await directory(), "deep", "er");
    await withNode(["--data-dir", folder], async ({ url }) => void (await pay(url, 1n)));
    assert.ok(await findLevel(folder));
  });

  for (const setting of [
    ["--chain", "main"],
    ["--accounts", "11"],
    ["--balance", "5"],
  ]) {
    it(`is refused with ${setting.join(" ")}, which results in another one`, async () => {
      const folder = await directory();
      await withNode(["--data-dir", folder], async ({ url }) => void (await pay(url, 1n)));
      const flags = ["--data-dir", folder, ...setting];
      await assertRefused(flags, /another data directory/, /--chain|genesis/);
      await withNode(["--data-dir", folder], async ({ url }) => {
        assert.equal(await call(url, "eth_blockNumber"), "0x1", "a refusal changes nothing");
      });
    });
  }

  it("is refused if a newer version wrote it", async () => {
    const folder = await directory();
    await withNode(["--data-dir", folder], async ({ url }) => void (await pay(url, 1n)));
    const store = await openStore({ directory: await findLevel(folder), isDurable: true });
    const number = store.get(table.schema, "only");
    assert.ok(number !== undefined);
    const batch = store.batch();
    batch.put(table.schema, "only", number + 1n);
    await batch.commit();
    await store.close();
    await assertRefused(["--data-dir", folder], /newer/, /another data directory/);
  });

  async function withLayout(number: bigint): Promise<string> {
    const folder = await directory();
    await withNode(["--data-dir", folder], async ({ url }) => void (await pay(url, 1n)));
    const store = await openStore({ directory: await findLevel(folder), isDurable: true });
    const batch = store.batch();
    batch.put(table.schema, "only", number);
    await batch.commit();
    await store.close();
    return folder;
  }

  it("is upgraded to this layout if an older version wrote it", async () => {
    const folder = await withLayout(1n);
    const flags = ["--data-dir", folder];
    await withNode(flags, async ({ url }) =>
      assert.equal(Number((await pay(url, 1n)).blockNumber), 2),
    );
    const store = await openStore({ directory: await findLevel(folder), isDurable: true });
    assert.equal(store.get(table.schema, "only"), table.schemaNumber);
    await store.close();
  });

  it("is refused if its layout is too old to be upgraded", async () => {
    await assertRefused(
      ["--data-dir", await withLayout(0n)],
      /too old/,
      /export/,
      /another data directory/,
    );
  });

  it("is refused if this process uses it under another name, and so is another process after that", async () => {
    const folder = await directory();
    const link = `${folder}-link`;
    await symlink(folder, link);
    await withNode(["--data-dir", folder], async ({ url }) => {
      for (const name of [link, relative(process.cwd(), folder)]) {
        await assert.rejects(createNode({ dataDir: name, isListening: false }), /in use/);
        const checked = await runHere(["check", name]);
        assert.match(checked.stderr, /in use/);
      }
      await assertRefusedBy(runTandem, ["--data-dir", folder], /in use/, /another data directory/);
      await pay(url, 1n);
    });
    await using again = await createNode({ dataDir: link, isListening: false });
    assert.equal(await again.request("eth_blockNumber"), "0x1");
  });

  it("is refused as a wrong flag if its folder cannot be created", async () => {
    const folder = await directory();
    const file = join(folder, "file");
    const link = join(folder, "link");
    await writeFile(file, "not a folder");
    await symlink("missing", link);
    const reasons = [
      [file, "is a file: give a folder"],
      [join(file, "below"), "a part of its path is a file"],
      ["/dev/null", "is not a folder"],
      [link, `is a link to ${await realpath(folder)}/missing, which does not exist`],
    ] as const;
    for (const [path, reason] of reasons) {
      const { code, stderr } = await runHere(["run", "--port", "0", "--data-dir", path]);
      assert.equal(code, 2, stderr);
      assert.ok(stderr.includes(`the data directory ${path} `) && stderr.includes(reason), stderr);
    }
  });
});

describe("a copy of a data directory", () => {
  async function assertWhole(copy: string, read: readonly unknown[]): Promise<void> {
    const { code, stdout, stderr } = await runHere(["check", copy]);
    assert.equal(code, 0, stdout + stderr);
    await withNode(["--data-dir", copy], async ({ url }) => {
      assert.deepEqual(await readAll(url), read);
      assert.equal((await pay(url, 1n)).status, "0x1");
    });
  }

  it("has the whole chain if the node is stopped", async () => {
    const [original, copy] = [await directory(), join(await directory(), "copy")];
    const read = await withNode(["--data-dir", original], async ({ url }) => {
      await pay(url, 3n);
      return readAll(url);
    });
    await cp(original, copy, { recursive: true });
    await assertWhole(copy, read);
  });

  it("of one moment has what the node had announced, and the node runs on", async (t) => {
    const [original, copy] = [await directory(), join(await directory(), "copy")];
    const node = await startLocalNode(["--data-dir", original]);
    t.after(() => node.stop());
    for (let value = 1n; value <= 5n; value++) await pay(node.url, value);
    const read = await readAll(node.url);
    // Nothing is written meanwhile, as in a snapshot of the file system.
    cpSync(original, copy, { recursive: true });
    await assertWhole(copy, read);
    await pay(node.url, 6n);
    assert.equal(await node.stop(), 0);
  });
});

describe("a temporary chain", () => {
  it("is refused if there is no place for it", async () => {
    const nowhere = { TMPDIR: join(root, "nowhere") };
    const { code, stderr } = await runHere(["run", "--port", "0"], undefined, nowhere);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^tandem: no temporary folder .* \(ENOENT\): set TMPDIR to a folder/);
  });

  it("is removed after a signal", async () => {
    const folder = await directory();
    const node = await startNodeProcess([], { TMPDIR: folder });
    await pay(node.url, 1n);
    assert.notDeepEqual(await readdir(folder), []);
    assert.equal(await node.stop("SIGINT"), 0);
    assert.deepEqual(await readdir(folder), []);
  });
});

describe("a port", () => {
  it("in use is named", async () => {
    await withNode([], async ({ url }) => {
      const { port } = new URL(url);
      await assertRefused(["--port", port], new RegExp(port), /in use|uses the port/);
    });
  });
});

describe("configuration", () => {
  const usage = async (args: readonly string[], environment = {}) => {
    const { code, stdout, stderr } = await runHere(args, undefined, environment);
    assert.equal(code, 2, `${args}: ${stdout}${stderr}`);
    return stderr;
  };
  const printed = async (args: readonly string[], environment = {}) => {
    const flags = [...args, "--print-config"];
    const { code, stdout, stderr } = await runHere(flags, undefined, environment);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  /** Returns the line of `--print-config` for one setting. */
  const lineOf = (text: string, name: string) =>
    text.split("\n").find((line) => new RegExp(`(^|[^-\\w])${name}\\b`).test(line)) ?? "";

  it("names the correct flag, command or value for an invalid one", async () => {
    assert.match(await usage(["run", "--prot", "1"]), /--prot.*--port/s);
    assert.match(await usage(["run", "--data-dri", "x"]), /--data-dir/);
    assert.match(await usage(["run", "--mining", "atuo"]), /auto/);
    assert.match(await usage(["run", "--log-format", "jsno"]), /json/);
    assert.match(await usage(["rnu"]), /run/);
    assert.match(await usage(["run", "--port"]), /--port/);
    assert.match(await usage(["run", "--port", "70000"]), /port.*65,?535/s);
    assert.match(await usage(["run", "--accounts", "many"]), /accounts/);
    assert.match(await usage(["run", "stray"]), /stray/);
    assert.match(await usage(["run"], { TANDEM_PORT: "abc" }), /TANDEM_PORT/);
  });

  it("takes flags before the environment, the environment before the file, and the file before defaults", async () => {
    const file = join(root, "config.json");
    await writeFile(file, JSON.stringify({ port: 1111, accounts: 3, "gas-limit": "20000000" }));
    const environment = { TANDEM_PORT: "2222", TANDEM_ACCOUNTS: "4" };
    const text = await printed(["run", "--config", file, "--port", "3333"], environment);
    for (const [name, value, origin] of [
      ["port", /3333/, /flag/],
      ["accounts", /4/, /environment|TANDEM_ACCOUNTS/],
      ["gas-limit", /20000000/, /file/],
      ["chain", /test/, /default/],
    ] as const) {
      assert.match(lineOf(text, name), value, name);
      assert.match(lineOf(text, name), origin, name);
    }
    assert.match(lineOf(await printed(["run", "--config", file]), "port"), /1111/);
    assert.match(lineOf(await printed(["run"]), "port"), /8545/);
  });

  it("does not show secrets", async () => {
    const text = await printed(["run", "--api-key", "tell-nobody", "--mnemonic", "a b c"]);
    assert.doesNotMatch(text, /tell-nobody|a b c/);
  });

  it("refuses a file that is missing, not JSON, or has unknown keys", async () => {
    assert.match(await usage(["run", "--config", join(root, "none.json")]), /none\.json/);
    const broken = join(root, "broken.json");
    await writeFile(broken, "{");
    assert.match(await usage(["run", "--config", broken]), /broken\.json/);
    const misspelled = join(root, "misspelled.json");
    await writeFile(misspelled, JSON.stringify({ prot: 1 }));
    assert.match(await usage(["run", "--config", misspelled]), /prot.*port/s);
    assert.match(await usage(["run", "--chain", join(root, "no-chain.json")]), /no-chain\.json/);
  });

  it("listens at the address of the environment", async () => {
    const keys = join(root, "keys");
    await mkdir(root, { recursive: true });
    await writeFile(keys, "first-key\n\nsecond-key\n");
    const environment = { TANDEM_CHAIN: "main", TANDEM_API_KEYS_FILE: keys };
    const node = await startNodeProcess([], environment);
    try {
      assert.equal(node.chainId, 30);
      assert.equal(await call(`${node.url}/second-key`, "eth_chainId"), "0x1e");
      await assert.rejects(call(node.url, "eth_chainId"), /-32016/);
    } finally {
      await node.stop();
    }
  });
});
