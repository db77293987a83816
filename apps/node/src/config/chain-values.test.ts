import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { UsageError } from "@tandem/cli";
import { toHex } from "@tandem/primitives";
import { walletOf } from "../accounts/accounts.js";
import { chainSpecOf } from "../chain-spec/chain-spec.js";
import { printConfig, resolveConfig } from "./config.js";
import { resolveSettings } from "./node-settings.js";
import type { ResolvedSettings } from "./resolved-settings.js";

const folder = mkdtempSync(join(tmpdir(), "tandem-chain-values-"));
after(() => rmSync(folder, { recursive: true }));

const chainFile = (name: string, json: unknown) => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(json));
  return file;
};

const alloc = { "0x00000000000000000000000000000000000000aa": { balance: "16" } };
const forks = { orchid: 0, wasabi: 0, papyrus: 0, iris: 0, london: 0, shanghai: 0 };
const parameters = {
  name: "lab",
  chainId: 4242,
  forks,
  blockSeconds: 3,
  difficultyDivisor: 400,
  minimumDifficulty: 1,
  minimumGasLimit: 3_000_000,
  futureSecondsMax: 0,
  bitcoinTimeSecondsMax: 300,
};
const genesis = { timestamp: 1_700_000_000, difficulty: 1 };
const open = chainFile("open.json", { ...parameters, genesis });
const stated = chainFile("stated.json", {
  ...parameters,
  codeSizeLimit: 50_000,
  genesis: { ...genesis, gasLimit: 9_000_000, minimumGasPrice: 7, alloc },
});
const geth = chainFile("geth.json", { config: { chainId: 5 }, gasLimit: "0x989680", alloc });

const specOf = (settings: ResolvedSettings) =>
  chainSpecOf(settings, walletOf(settings).accounts, 0);

const flags = {
  "gas-limit": "8000000",
  "minimum-gas-price": "5",
  accounts: "3",
  balance: "2",
  "code-size-limit": "60000",
} as const;
const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);

test("the open members of a chain file are taken from the settings", () => {
  const { codeSizeLimit, genesis } = specOf(resolveConfig(["--chain", open, ...given], {}));
  assert.deepEqual(
    [codeSizeLimit, genesis.gasLimit, genesis.minimumGasPrice],
    [60_000, 8_000_000n, 5n],
  );
  assert.deepEqual(
    genesis.accounts.map(({ balance }) => balance),
    Array(3).fill(2n * 10n ** 18n),
  );
  const defaults = specOf(resolveConfig(["--chain", open], {}));
  assert.equal(defaults.genesis.gasLimit, 30_000_000n);
  assert.equal(defaults.genesis.minimumGasPrice, 60_000_000n);
  assert.equal(defaults.genesis.accounts.length, 10);
  assert.equal("codeSizeLimit" in defaults, false);
});

test("the members that a chain file defines are used, and a setting for one is refused with a message", () => {
  for (const [name, value] of Object.entries(flags)) {
    const refused = new RegExp(`^--${name}: .*stated.json defines the .*: omit it`);
    assert.throws(
      () => resolveConfig(["--chain", stated, `--${name}`, value], {}),
      (error) => error instanceof UsageError && refused.test(error.message),
      name,
    );
    const variable = `TANDEM_${name.toUpperCase().replaceAll("-", "_")}`;
    assert.throws(
      () => resolveConfig(["--init", stated], { [variable]: value }),
      new RegExp(`^UsageError|^Error: ${variable}: `),
      variable,
    );
  }
  assert.throws(() => resolveSettings({ chain: stated, gasLimit: 1n }), /^Error: gasLimit: /);
  const { codeSizeLimit, genesis } = specOf(resolveConfig(["--chain", stated], {}));
  assert.deepEqual(
    [codeSizeLimit, genesis.gasLimit, genesis.minimumGasPrice, genesis.accounts.length],
    [50_000, 9_000_000n, 7n, 1],
  );
});

test("a geth genesis leaves the minimum gas price and the contract size open", () => {
  const args = ["--chain", geth, "--minimum-gas-price", "5", "--code-size-limit", "60000"];
  const spec = specOf(resolveConfig(args, {}));
  assert.deepEqual([spec.genesis.minimumGasPrice, spec.codeSizeLimit], [5n, 60_000]);
  for (const name of ["gas-limit", "accounts", "balance"] as const) {
    assert.throws(() => resolveConfig([...args, `--${name}`, flags[name]], {}), UsageError);
  }
});

test("--compat anvil adds its accounts to those of a genesis file, which prevail", () => {
  const first = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
  const both = { ...alloc, [first]: { balance: "7" } };
  const file = chainFile("both.json", {
    config: { chainId: 5 },
    gasLimit: "0x989680",
    alloc: both,
  });
  const settings = resolveConfig(["--compat", "anvil", "--init", file], {});
  const { chainId, genesis } = specOf(settings);
  const balances = genesis.accounts.map(({ address, balance }) => [toHex(address), balance]);
  assert.equal(chainId, 5);
  assert.equal(settings.config.unlocked, true);
  assert.deepEqual(balances.slice(0, 2), [
    ["0x00000000000000000000000000000000000000aa", 16n],
    [first, 7n],
  ]);
  assert.deepEqual(balances[2], [
    "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
    10_000n * 10n ** 18n,
  ]);
  assert.equal(balances.length, 1 + 10 + 1, "one of the file, ten accounts and the deployer");
  assert.throws(() => resolveConfig(["--compat", "hardhat", "--init", file], {}), UsageError);
});

test("--print-config shows the source of values of the chain file", () => {
  const lines = printConfig(resolveConfig(["--chain", stated], {}));
  const shown = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(/ +/);
  assert.deepEqual(shown("gas-limit"), ["gas-limit", "9000000", "(chain", "file)"]);
  assert.deepEqual(shown("minimum-gas-price"), ["minimum-gas-price", "7", "(chain", "file)"]);
  assert.deepEqual(shown("accounts"), ["accounts", "0", "(chain", "file)"]);
  assert.deepEqual(shown("code-size-limit"), ["code-size-limit", "50000", "(chain", "file)"]);
  assert.deepEqual(shown("mining"), ["mining", '"auto"', "(default)"]);
});

test("a contract size limit is between Ethereum's and 256 KiB", () => {
  for (const wrong of ["24575", "262145", "0x6000"]) {
    assert.throws(
      () => resolveConfig(["--code-size-limit", wrong], {}),
      /--code-size-limit: expected an integer from 24576 to 262144/,
    );
  }
  const settings = resolveConfig(["--code-size-limit", "262144"], {});
  assert.equal(specOf(settings).codeSizeLimit, 262_144);
});

test("--hardfork omits the later forks of the test chain, and of no other", () => {
  const forksOf = (...args: string[]) => specOf(resolveConfig(args, {})).forks;
  const { prague, osaka } = forksOf("--hardfork", "prague");
  assert.deepEqual([prague, osaka], [0, undefined]);
  assert.equal(forksOf("--hardfork", "london").shanghai, undefined);
  assert.equal(forksOf("--hardfork", "london").iris, 0);
  assert.deepEqual(forksOf("--hardfork", "osaka"), forksOf());
  for (const chain of ["main", open]) {
    assert.throws(
      () => resolveConfig(["--chain", chain, "--hardfork", "prague"], {}),
      /--hardfork: .* defines its forks: omit it here/,
    );
  }
  assert.throws(
    () => resolveConfig(["--hardfork", "paris"], {}),
    /--hardfork: expected one of london, shanghai, cancun, prague, osaka/,
  );
});

test("a gas limit of genesis from which no block can follow is refused", () => {
  for (const wrong of ["0", "2900000", "9223372036854775808"]) {
    const settings = resolveConfig(["--gas-limit", wrong], {});
    assert.throws(() => specOf(settings), /--gas-limit: expected a gas limit from/);
  }
  const file = chainFile("low.json", { ...parameters, genesis: { ...genesis, gasLimit: 1 } });
  const settings = resolveConfig(["--chain", file], {});
  assert.throws(() => specOf(settings), /gas limit of genesis: expected a gas limit from 3000000/);
  assert.equal(specOf(resolveConfig(["--gas-limit", "2999999"], {})).genesis.gasLimit, 2_999_999n);
});

test("a balance that no account can have is refused", () => {
  const most = ((2n ** 256n - 1n) / 10n ** 18n).toString();
  assert.equal(specOf(resolveConfig(["--balance", most], {})).genesis.accounts.length, 10);
  assert.throws(
    () => resolveConfig(["--balance", `${most}0`], {}),
    /--balance: expected coins as a decimal integer, at most 1157920892373/,
  );
});

test("a chain file is read once: a start needs it no more when the settings are read", () => {
  const file = chainFile("once.json", { ...parameters, genesis });
  const settings = [resolveConfig(["--chain", file], {}), resolveSettings({ chain: file })];
  rmSync(file);
  for (const one of settings) assert.equal(specOf(one).chainId, 4242);
});
