/**
 * Declares every setting of the node: its flag, environment variable and file key are derived from its
 * name, and help, `--print-config` and validation from this list.
 */
import {
  environmentName as environmentNameOf,
  integer,
  list,
  maybe,
  oneOf,
  path,
  text,
  toggle,
  type Values,
  value,
} from "@tandem/cli";
import {
  chainIdMax,
  codeSizeLimitMax,
  codeSizeLimitMin,
  evmForks,
  timestampMax,
} from "@tandem/primitives";
import * as z from "@tandem/schema";
import { isBitcoinRpcUrl } from "../bitcoin-node/rpc.js";
import { accountSettings } from "./account-settings.js";
import { clusterSettings } from "./cluster-settings.js";
import { miningSettings } from "./mining-settings.js";
import { networkSettings } from "./network-settings.js";
import { peerSettings } from "./peer-settings.js";

function amount(what: string, max = 2n ** 256n - 1n) {
  const expected = `expected ${what} as a decimal integer`;
  return z
    .union([z.string().regex(/^\d+$/, expected), z.int(expected).nonnegative(expected)], expected)
    .transform(BigInt)
    .refine((value) => value <= max, `${expected}, at most ${max}`);
}

/** An account has less than 2^256 wei, of which a coin has 10^18. */
const coinsMax = (2n ** 256n - 1n) / 10n ** 18n;

const timeExpected = `expected now, or an integer from 0 to ${timestampMax}`;
const genesisTime = z.union([z.literal("now"), integer(0, timestampMax)], { error: timeExpected });

const threadsMax = 64;
const readersMax = 64;
const threadsExpected = `expected auto, or an integer from 0 to ${threadsMax}`;

/** Settings by their name on the command line and in a file; a variable is `TANDEM_` and upper case. */
export const settings = {
  host: value(text.min(1, "expected an address"), "127.0.0.1", "ADDRESS", "address to listen on"),
  port: value(integer(0, 65_535), 8545, "N", "port of HTTP and WebSocket; 0 selects a free one"),
  chain: value(
    text,
    "test",
    "test|main|FILE",
    "built-in chain, or a chain spec or geth genesis file",
  ),
  "chain-id": value(
    maybe(integer(1, chainIdMax)),
    undefined,
    "N",
    "id of the chain, for which transactions are signed; not with main or a chain file",
  ),
  hardfork: value(
    maybe(oneOf(...evmForks)),
    undefined,
    evmForks.join("|"),
    "rules of the EVM from genesis on; by default the newest; not with main or a chain file",
  ),
  evm: value(
    oneOf("engine", "library"),
    "engine",
    "engine|library",
    "engine that executes contracts: the node's own WebAssembly where possible, or only @ethereumjs/evm",
  ),
  threads: value(
    z.union([z.literal("auto"), integer(0, threadsMax)], { error: threadsExpected }),
    0,
    "N|auto",
    "threads that answer calls, traces and searches beside the main one; auto: one less than the cores, at most 8",
  ),
  readers: value(
    integer(0, readersMax),
    0,
    "N",
    "threads that own the sockets and answer reads, so that the main one writes alone; from four cores on",
  ),
  "data-dir": value(
    maybe(path),
    undefined,
    "DIR",
    "directory of the database; without it the chain exists until exit",
  ),
  "in-memory": toggle(
    "without --data-dir, keep the chain in memory instead of a temporary folder: faster, but limited by memory",
  ),
  "fork-url": {
    ...value(
      maybe(text.refine(isBitcoinRpcUrl, "expected http://host:port or https://host/path")),
      undefined,
      "URL",
      "JSON-RPC node of a chain to fork: unchanged state is read from it",
    ),
    isSecret: true,
  },
  "fork-block": {
    ...value(
      maybe(integer(0, Number.MAX_SAFE_INTEGER)),
      undefined,
      "N",
      "block of that chain to fork from; without it the newest",
    ),
    needs: { setting: "fork-url" },
  },
  init: value(
    maybe(path),
    undefined,
    "FILE",
    "genesis file in geth's form, or a chain spec; the same as --chain FILE",
  ),
  "load-state": value(
    maybe(path),
    undefined,
    "FILE",
    "initial state, written by --dump-state or anvil; ignored by a chain that has blocks",
  ),
  "dump-state": value(
    maybe(path),
    undefined,
    "FILE",
    "file to write the state to when the node stops, in the form that anvil loads",
  ),
  ...miningSettings,
  ...accountSettings,
  balance: value(
    amount("coins", coinsMax),
    10_000n,
    "COINS",
    "balance of each development account",
  ),
  "gas-limit": value(
    amount("gas"),
    30_000_000n,
    "GAS",
    "gas limit of genesis, and the target of later blocks",
  ),
  "minimum-gas-price": value(
    amount("wei"),
    60_000_000n,
    "WEI",
    "minimum gas price of genesis, and the target of later blocks",
  ),
  unlocked: toggle(
    "hold the keys of the accounts: anyone who can reach the node can send and sign with them; development only",
  ),
  compat: value(
    oneOf("none", "hardhat", "anvil"),
    "none",
    "none|hardhat|anvil",
    "behave like that node for its clients: other defaults of the settings below; development only",
  ),
  errors: value(
    oneOf("standard", "hardhat", "anvil"),
    "standard",
    "standard|hardhat|anvil",
    "form of errors, checks of calls, estimates and transactions, and details of development methods: geth's, or another node's",
  ),
  "call-gas": value(
    maybe(amount("gas")),
    undefined,
    "GAS",
    "gas that a call may use where the block's gas limit is lower; estimates stay below that limit",
  ),
  "price-bump": value(
    integer(0, 1000),
    10,
    "PERCENT",
    "per cent by which maximum price and tip of a replacement must be higher; 0: a higher maximum price is enough",
  ),
  "report-failures": toggle(
    "return an error for a transaction that fails in a block mined at once, although it is mined",
  ),
  "code-size-limit": value(
    maybe(integer(codeSizeLimitMin, codeSizeLimitMax)),
    undefined,
    "BYTES",
    `maximum size of a contract in bytes, and half of that of its init code; ${codeSizeLimitMin} by default (EIP-170)`,
  ),
  "create2-deployer": toggle(
    "put the proxy of deterministic deployments at 0x4e59b44847b379578588920cA78FbF26c0B4956C into genesis",
  ),
  "api-key": {
    ...list(
      text.min(1, "expected a key"),
      "KEY",
      "API key, which requests append to the path of the URL; repeatable; ps shows it, so prefer TANDEM_API_KEY or a file",
    ),
    isSecret: true,
  },
  "api-keys-file": value(
    maybe(path),
    undefined,
    "FILE",
    "file of API keys, one per line or with name, rate, methods and sockets; read again when it changes",
  ),
  ...networkSettings,
  "trace-count-max": value(
    integer(1, 10_000),
    100,
    "N",
    "maximum number of traces in an answer of trace_filter, also for a filter without count",
  ),
  "disk-reserve-mb": value(
    integer(0, 1_000_000),
    64,
    "N",
    "MiB of the disk that stay free; below this the node is read-only",
  ),
  "log-format": value(oneOf("pretty", "json"), "pretty", "pretty|json", "form of log lines"),
  "log-level": value(
    oneOf("debug", "info", "warn", "error"),
    "info",
    "LEVEL",
    "lowest level that is logged: debug, info, warn, error",
  ),
  calls: value(
    maybe(oneOf("off", "failed", "executed", "all")),
    undefined,
    "off|failed|executed|all",
    "which calls are logged: none, failed ones, all that execute code, or all; executed when pretty, else failed",
  ),
  "build-info": list(
    path,
    "PATH",
    "compilation, or folder of compilations, of Hardhat or Foundry: failures are logged with functions and lines of Solidity; repeatable",
  ),
  seed: value(
    maybe(integer(0, Number.MAX_SAFE_INTEGER)),
    undefined,
    "N",
    "deterministic runs: only blocks and calls advance the clock, and the seed determines randomness",
  ),
  timestamp: value(
    maybe(genesisTime),
    undefined,
    "SECONDS|now",
    "Unix time of the start of the chain: of genesis on a built-in chain",
  ),
  ...clusterSettings,
  ...peerSettings,
  "no-dev-rpc": toggle("no development controls, and no import of blocks by calls"),
  silent: toggle("print only errors"),
};

export type SettingName = keyof typeof settings;
export type Config = Values<typeof settings>;
export type Origin = "flag" | "environment" | "file" | "compat" | "chain file" | "default";

export const settingNames = Object.keys(settings) as SettingName[];

export const environmentPrefix = "TANDEM_";

export const environmentName = (name: SettingName): string =>
  environmentNameOf(environmentPrefix, name);
