import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { printConfig, resolveConfig } from "./config.js";
import { resolveSettings } from "./node-settings.js";

const settingsOf = (...args: string[]) => resolveConfig(args, {}).config;

describe("--compat", () => {
  it("is none by default: no keys, no chain id but the chain's own, the standard errors", () => {
    const { compat, unlocked, errors, "chain-id": chainId } = settingsOf();
    assert.deepEqual(
      { compat, unlocked, errors, chainId },
      {
        compat: "none",
        unlocked: false,
        errors: "standard",
        chainId: undefined,
      },
    );
  });

  it("sets the defaults of the other node, and reports it", () => {
    const resolved = resolveConfig(["--compat", "hardhat"], {});
    const { config, origins } = resolved;
    assert.equal(config["chain-id"], 31_337);
    assert.equal(config.accounts, 20);
    assert.equal(config.timestamp, "now");
    assert.equal(config["report-failures"], true);
    assert.match(config["client-version"] ?? "", /^HardhatNetwork\//);
    assert.equal(origins.unlocked, "compat");
    assert.ok(printConfig(resolved).some((line) => /^unlocked +true \(compat\)$/.test(line)));
    const anvil = settingsOf("--compat", "anvil");
    assert.deepEqual([anvil.errors, anvil.accounts], ["anvil", 10]);
    assert.equal(anvil["report-failures"], false);
    assert.match(anvil["client-version"] ?? "", /^anvil\//);
  });

  it("does not change given settings, from any source", () => {
    const args = ["--compat", "hardhat", "--chain-id", "5", "--errors", "standard"];
    const { config, origins } = resolveConfig(args, { TANDEM_ACCOUNTS: "3" });
    assert.deepEqual([config["chain-id"], config.errors, config.accounts], [5, "standard", 3]);
    assert.equal(origins.accounts, "environment");
    assert.equal(resolveSettings({ compat: "anvil", timestamp: 7 }).config.timestamp, 7);
  });

  it("does not change settings that another setting determines", () => {
    assert.equal(settingsOf("--compat", "hardhat", "--seed", "7").timestamp, undefined);
    const forked = settingsOf("--compat", "hardhat", "--fork-url", "http://127.0.0.1:9545");
    assert.equal(forked["chain-id"], 31_337);
    const anvils = settingsOf("--compat", "anvil", "--fork-url", "http://127.0.0.1:9545");
    assert.equal(anvils["chain-id"], undefined);
    assert.equal(settingsOf("--compat", "anvil", "--data-dir", "chain")["in-memory"], false);
  });

  it("does not show an id that the file of the chain determines", (t) => {
    const folder = mkdtempSync(join(tmpdir(), "tandem-compat-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "genesis.json");
    writeFileSync(file, JSON.stringify({ config: { chainId: 5 }, gasLimit: 10_000_000 }));
    for (const compat of ["hardhat", "anvil"]) {
      assert.equal(settingsOf("--compat", compat, "--chain", file)["chain-id"], undefined);
    }
  });
});

describe("the settings of a cluster", () => {
  it("are refused without a log, each with its name", () => {
    const given = [
      ["--role", "replica"],
      ["--apply", "facts"],
      ["--lease-ms", "2000"],
      ["--snapshot-messages", "1000"],
    ] as const;
    for (const [flag, value] of given) {
      assert.throws(() => settingsOf(flag, value), {
        message: `${flag}: has no effect without --log`,
      });
    }
  });

  it("exclude state that the log does not contain, each with its name", () => {
    for (const [flag, value] of [
      ["--fork-url", "http://127.0.0.1:9545"],
      ["--load-state", "state.json"],
    ] as const) {
      assert.throws(() => settingsOf("--log", "nats://127.0.0.1:4222", flag, value), {
        message: `${flag}: cannot be used in a cluster: the other nodes would not have that state`,
      });
    }
  });
});
