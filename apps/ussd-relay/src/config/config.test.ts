import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { helpOf, UsageError } from "@tandem/cli";
import { commands } from "../commands/table.js";
import { printConfig, resolveConfig } from "./config.js";
import { declarationOf, environmentName, type SettingName, settingNames } from "./settings.js";

const key = `0x${"1A".repeat(32)}`;
const contract = `0x${"Ab".repeat(20)}`;

function fileOf(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "tandem-env-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "relay.env");
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

const refuses = (
  args: readonly string[],
  message: RegExp,
  environment: Readonly<Record<string, string>> = {},
) => {
  assert.throws(
    () => resolveConfig(args, environment),
    (error) => error instanceof UsageError && message.test(error.message),
  );
};

describe("the relay's configuration", () => {
  it("is in no pipe, which Node empties", { skip: process.platform === "win32" }, (t) => {
    const pipe = `${fileOf(t, "")}.pipe`;
    execFileSync("mkfifo", [pipe]);
    spawn("sh", ["-c", ': > "$0"', pipe]);
    refuses(["--env-file", pipe], /relay\.env\.pipe is empty: Node reads a pipe/);
  });

  it("takes a flag before a variable, a variable before the file, and the file before the default", (t) => {
    const lines = [
      "# a comment",
      "",
      "USSD_RELAY_PORT=1",
      "USSD_RELAY_HOST=file",
      "export USSD_RELAY_CURRENCY='RBTC'",
      `USSD_RELAY_PRIVATE_KEY="${key}"`,
      "OTHER=not ours",
    ];
    const file = fileOf(t, lines.join("\n"));
    const environment = { USSD_RELAY_HOST: "variable", USSD_RELAY_PORT: "2" };
    const { value, origins } = resolveConfig(["--port", "3", "--env-file", file], environment);
    assert.equal(value("port"), 3);
    assert.equal(value("host"), "variable");
    assert.equal(value("currency"), "RBTC");
    assert.equal(value("private-key"), key.toLowerCase());
    assert.equal(value("chain-id"), 31);
    assert.equal(value("phone"), false);
    assert.deepEqual(
      [origins.port, origins.host, origins.currency, origins["chain-id"]],
      ["flag", "environment", "file", "default"],
    );
  });

  it("names the nearest valid name for an invalid one", (t) => {
    refuses(["--prot", "1"], /unknown flag --prot \(did you mean --port\?\)/);
    refuses([], /unknown environment variable USSD_RELAY_PROT \(did you mean USSD_RELAY_PORT\?\)/, {
      USSD_RELAY_PROT: "1",
    });
    const file = fileOf(t, "USSD_RELAY_CONTRAKT=1");
    refuses(["--env-file", file], /unknown .* USSD_RELAY_CONTRAKT in .*USSD_RELAY_CONTRACT\?/);
  });

  it("refuses values with the expected form", () => {
    refuses(["--port", "70000"], /--port: expected an integer from 0 to 65535, got "70000"/);
    refuses(["--port", ""], /--port: expected an integer/);
    refuses(["--port", "1", "--port", "2"], /given twice/);
    refuses(["--port"], /--port needs a value/);
    refuses(["extra"], /unexpected argument extra/);
    refuses(["--node-url", "ftp://x"], /expected an http: or https: URL/);
    refuses(["--contract", "0x12"], /--contract: expected an address/);
    refuses(["--gateway-window-seconds", "1801"], /expected an integer from 1 to 1800/);
    refuses(["--phone", "yes"], /--phone: expected true or false, got "yes"/);
    refuses(["--service-code", "384"], /--service-code: expected a code such as \*384#/);
    refuses(
      ["--env-file", "/nowhere/at/all"],
      /^the environment file \/nowhere\/at\/all cannot be read: there is no such file or folder$/,
    );
    if (process.platform !== "win32") {
      refuses(
        ["--env-file", "/dev/zero"],
        /environment file \/dev\/zero cannot be read: it is longer than/,
      );
    }
  });

  it("names a missing value without a default", () => {
    const { value } = resolveConfig(["--contract", contract], {});
    assert.equal(value("contract"), contract.toLowerCase());
    assert.throws(() => value("private-key"), /^UsageError|USSD_RELAY_PRIVATE_KEY is missing/);
    assert.throws(
      () => resolveConfig([], {}).value("contract"),
      /--contract or USSD_RELAY_CONTRACT is missing/,
    );
  });

  it("never takes a key from the command line, and never shows one", (t) => {
    refuses(["--private-key", key], /USSD_RELAY_PRIVATE_KEY or --env-file/);
    const almost = key.slice(0, -1);
    const zero = `0x${"0".repeat(64)}`;
    for (const wrong of [almost, zero, `0x${"f".repeat(64)}`]) {
      assert.throws(
        () => resolveConfig([], { USSD_RELAY_PRIVATE_KEY: wrong }),
        (error) => error instanceof UsageError && !error.message.includes(wrong.slice(2, 20)),
      );
    }
    const file = fileOf(t, `USSD_RELAY_PRIVATE_KEY ${key}`);
    assert.throws(
      () => resolveConfig(["--env-file", file], {}),
      (error) => error instanceof UsageError && !error.message.includes(key.slice(2)),
    );
    const given = resolveConfig(["--node-url", "http://node:1/secret"], {
      USSD_RELAY_PRIVATE_KEY: key,
    });
    const printed = printConfig(given).join("\n");
    assert.match(printed, /^port +3000 \(default\)$/m);
    assert.match(printed, /^node-url +http:\/\/node:1\/\(key\) \(flag\)$/m);
    assert.match(printed, /^contract +null \(default\)$/m);
    assert.doesNotMatch(printed, /secret|1a1a/i);
  });

  it("shows no secret, valid or not, from any source", (t) => {
    const mnemonic = `${"abandon ".repeat(11)}about`;
    const right: Partial<Record<SettingName, string>> = {
      "private-key": key,
      mnemonic,
      "master-key": `0x${"5e".repeat(32)}`,
      "redis-url": "redis://user:hunter2hunter2@host:1/0",
      "keystore-passphrase": "correct horse battery staple",
      "gateway-key": "the key of a gateway",
    };
    const secrets = settingNames.filter((name) => declarationOf(name).isSecret);
    assert.deepEqual([...secrets].sort(), Object.keys(right).sort());
    const asFile = (texts: typeof right) =>
      Object.entries(texts).map(
        ([name, text]) => `${environmentName(name as SettingName)}=${text}`,
      );
    const printed = printConfig(
      resolveConfig(["--env-file", fileOf(t, asFile(right).join("\n"))], {}),
    ).join("\n");
    for (const name of secrets) {
      const given = right[name] ?? "";
      assert.match(printed, new RegExp(`^${name} +\\(not shown\\) \\(file\\)$`, "m"));
      assert.ok(
        !printed.includes(given) && commands.every((one) => !helpOf(one).includes(given)),
        name,
      );
      refuses([`--${name}`, given], /everybody on this machine can read a command line/);
      const wrong = name.endsWith("passphrase") ? "" : `!${given.slice(0, 12)}`;
      assert.throws(
        () => resolveConfig([], { [environmentName(name)]: wrong }),
        (error) => error instanceof UsageError && (wrong === "" || !error.message.includes(wrong)),
        name,
      );
    }
    for (const url of ["htp://node/hunter2", "http://user:hunter2@node"]) {
      assert.throws(
        () => resolveConfig(["--node-url", url], {}),
        (error) => error instanceof UsageError && !error.message.includes("hunter2"),
      );
    }
    // A setting that is called a key or a secret is secret.
    for (const name of settingNames) {
      if (/key$|secret|passphrase$|password|mnemonic/.test(name)) assert.ok(secrets.includes(name));
    }
  });
});
