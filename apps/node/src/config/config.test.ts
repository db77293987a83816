import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Setting, UsageError } from "@tandem/cli";
import { type ApiKey, digestOf } from "@tandem/rpc";
import { walletOf } from "../accounts/accounts.js";
import { ApiKeys } from "../api-keys/keys-file.js";
import { printConfig, resolveConfig } from "./config.js";
import { resolveSettings } from "./node-settings.js";
import { settings } from "./settings.js";

const url = "http://miner:sesame@127.0.0.1:8332";

test("the address of a Bitcoin node is taken from flag or environment, and never shown", () => {
  for (const resolved of [
    resolveConfig(["--bitcoin-rpc", url], {}),
    resolveConfig([], { TANDEM_BITCOIN_RPC: url }),
  ]) {
    assert.equal(resolved.config["bitcoin-rpc"], url);
    const lines = printConfig(resolved);
    assert.ok(lines.some((line) => /^bitcoin-rpc +\(not shown\)/.test(line)));
    assert.ok(lines.every((line) => !line.includes("sesame")));
  }
  assert.equal(resolveConfig([], {}).config["bitcoin-rpc"], undefined);
});

test("an invalid address is refused without repeating it", () => {
  for (const wrong of ["ftp://miner:sesame@host", "miner:sesame@host:8332", "http://:sesame@"]) {
    assert.throws(
      () => resolveConfig(["--bitcoin-rpc", wrong], {}),
      (error) =>
        error instanceof UsageError &&
        /--bitcoin-rpc: expected http/.test(error.message) &&
        !error.message.includes("sesame"),
    );
  }
});

test("a payout is an output script in hex, by default one that anyone can spend", () => {
  const payoutOf = (...args: string[]) =>
    resolveConfig(["--bitcoin-rpc", url, ...args], {}).config["bitcoin-payout"];
  assert.equal(payoutOf(), "51");
  const script = `0014${"ab".repeat(20)}`;
  assert.equal(payoutOf("--bitcoin-payout", script), script);
  for (const wrong of ["", "5", "0x51", "bc1qexample", "51".repeat(101)]) {
    assert.throws(() => payoutOf("--bitcoin-payout", wrong), /expected an output script/);
  }
});

test("a setting that has no effect without another one is refused, and says which", () => {
  const cases: [readonly string[], Record<string, string>, string][] = [
    [["--interval-ms", "50"], {}, "--interval-ms: has no effect unless --mining is interval"],
    [
      ["--mining", "manual"],
      { TANDEM_INTERVAL_MS: "50" },
      "TANDEM_INTERVAL_MS: has no effect unless --mining is interval",
    ],
    [["--bitcoin-payout", "51"], {}, "--bitcoin-payout: has no effect without --bitcoin-rpc"],
    [["--fork-block", "5"], {}, "--fork-block: has no effect without --fork-url"],
    [["--log-credentials", "file"], {}, "--log-credentials: has no effect without --log"],
  ];
  for (const [flags, variables, message] of cases) {
    assert.throws(() => resolveConfig(flags, variables), { message });
  }
  const interval = resolveConfig(["--interval-ms", "50"], { TANDEM_MINING: "interval" });
  assert.equal(interval.config["interval-ms"], 50);
});

test("a setting needs one that exists, and a value that it can have", () => {
  for (const [name, { needs }] of Object.entries<Setting<unknown>>(settings)) {
    if (needs === undefined) continue;
    const other: Setting<unknown> | undefined = settings[needs.setting as keyof typeof settings];
    assert.ok(other, name);
    if (needs.value !== undefined) assert.equal(other.schema.parse(needs.value), needs.value);
  }
});

test("a number is valid only in decimal digits", () => {
  assert.equal(resolveConfig(["--port", "017"], {}).config.port, 17);
  for (const wrong of ["", " 1", "0x10", "1e3", "-1", "1.5", "65536", "true"]) {
    assert.throws(
      () => resolveConfig([], { TANDEM_PORT: wrong }),
      /TANDEM_PORT: expected an integer from 0 to 65535/,
    );
  }
  for (const port of [null, true, [], 1.5, Number.NaN]) {
    assert.throws(() => resolveSettings({ port } as never), /port: expected an integer/);
  }
});

test("an empty name of a file, folder or address is refused wherever it is given", () => {
  const files = ["data-dir", "init", "load-state", "dump-state", "api-keys-file", "config"];
  const named = /: expected the name of a file or folder, got ""$/;
  const refused = (resolved: () => unknown, message: RegExp) =>
    assert.throws(
      resolved,
      (error) => error instanceof UsageError && message.test(error.message),
      `${message}`,
    );
  for (const name of files) {
    const expected = new RegExp(`^--${name}${named.source}`);
    refused(() => resolveConfig([`--${name}=`], {}), expected);
    refused(() => resolveConfig([`--${name}`, ""], {}), expected);
    const variable = `TANDEM_${name.toUpperCase().replaceAll("-", "_")}`;
    refused(() => resolveConfig([], { [variable]: "" }), new RegExp(`^${variable}${named.source}`));
  }
  refused(
    () => resolveConfig(["--log", "nats://a:1", "--log-credentials="], {}),
    /^--log-credentials: expected the name/,
  );
  refused(() => resolveSettings({ dataDir: "" }), /^dataDir: expected the name/);
  refused(() => resolveSettings({ dataDir: "a\0b" }), /^dataDir: expected the name/);
  refused(() => resolveConfig(["--host="], {}), /^--host: expected an address, got ""$/);
});

test("a value of a config file is refused with its key, the value and the file", () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-config-"));
  const file = join(folder, "tandem.json");
  const refused = (json: unknown, message: string) => {
    writeFileSync(file, JSON.stringify(json));
    assert.throws(() => resolveConfig(["--config", file], {}), { message });
  };
  const place = `in the config file ${file}`;
  const list = 'expected a list, such as ["ORIGIN"]';
  try {
    refused({ "cors-origin": "*" }, `cors-origin ${place}: ${list}, got "*"`);
    refused({ "cors-origin": null }, `cors-origin ${place}: ${list}, got null`);
    refused({ "cors-origin": [1] }, `cors-origin ${place}: expected text, got [1]`);
    refused({ "api-key": "sesame" }, `api-key ${place}: expected a list, such as ["KEY"]`);
    refused({ host: 1 }, `host ${place}: expected text, got 1`);
    refused({ silent: "no" }, `silent ${place}: expected true or false, got "no"`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("no setting refuses a value of another type with words of a library", () => {
  for (const [name, { schema }] of Object.entries(settings)) {
    for (const wrong of [null, {}, [{}], 1.5, "\u0000"]) {
      const message = schema.safeParse(wrong).error?.issues[0]?.message ?? "";
      assert.doesNotMatch(
        message,
        /^(Invalid|Too|Unrecognized)/,
        `${name} ${JSON.stringify(wrong)}`,
      );
    }
  }
});

test("a genesis file is the chain, by either flag but not by both", () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-init-"));
  const file = join(folder, "genesis.json");
  writeFileSync(file, JSON.stringify({ config: { chainId: 5 }, gasLimit: 10_000_000 }));
  const ways = [
    resolveConfig(["--init", file], {}).config,
    resolveSettings({ init: file }).config,
    resolveSettings({ chain: file }).config,
  ];
  for (const { chain } of ways) assert.equal(chain, file);
  const { origins } = resolveConfig([], { TANDEM_INIT: file });
  assert.equal(origins.chain, "environment");
  rmSync(folder, { recursive: true });
  const both = { init: "genesis.json", chain: "test" } as const;
  assert.throws(() => resolveSettings(both), /^Error: init: chain is also given/);
  assert.throws(
    () => resolveConfig(["--init", "a", "--chain", "b"], {}),
    /--init: --chain is also given/,
  );
});

test("a file of keys without a key does not open the node by accident", () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-keys-"));
  const file = join(folder, "keys");
  const keysWith = (text: string, ...flags: string[]) => {
    writeFileSync(file, text);
    return new ApiKeys(
      resolveConfig(["--api-keys-file", file, ...flags], {}).config,
      "--api-keys-file",
    ).atStart;
  };
  try {
    const digests = (keys: readonly ApiKey[]) => keys.map(({ digest }) => digest);
    assert.deepEqual(digests(keysWith("# mine\n\n one \n")), [digestOf("one")]);
    assert.deepEqual(digests(keysWith("# later\n", "--api-key", "two")), [digestOf("two")]);
    for (const text of ["", "# later\n"]) assert.throws(() => keysWith(text), /has no key/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("errors after the resolution name a setting as it was given, and others as flags", () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-spelling-"));
  const file = join(folder, "config.json");
  writeFileSync(file, JSON.stringify({ mnemonic: "a b", seed: 1 }));
  const cases: [readonly string[], Record<string, string>, string][] = [
    [["--mnemonic", "a b"], {}, "--mnemonic"],
    [[], { TANDEM_MNEMONIC: "a b" }, "TANDEM_MNEMONIC"],
    [["--config", file], {}, `mnemonic in the config file ${file}`],
  ];
  for (const [flags, variables, name] of cases) {
    const resolved = resolveConfig(flags, variables);
    assert.equal(resolved.spell("mnemonic"), name);
    assert.equal(resolved.spell("fork-url"), "--fork-url");
    assert.throws(() => walletOf(resolved), { message: new RegExp(`^${name}: expected 12`) });
  }
  rmSync(folder, { recursive: true });
  const missing = { TANDEM_CHAIN: "/none/file" };
  assert.throws(() => resolveConfig([], missing), /^Error: TANDEM_CHAIN: expected test, main/);
});

test("the variable with the address of a node for other programs is no setting", () => {
  assert.doesNotThrow(() => resolveConfig([], { TANDEM_RPC_URL: "http://127.0.0.1:8545" }));
});
