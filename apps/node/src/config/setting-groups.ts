/** Groups the settings by subject, each group with an example, in the order of help and reference. */
import type { SettingName } from "./settings.js";

export interface SettingGroup {
  /** The word after `tandem help` that shows the group. */
  readonly topic: string;
  readonly title: string;
  readonly names: readonly SettingName[];
  /** A complete command. */
  readonly example: string;
}

export const settingGroups: readonly SettingGroup[] = [
  {
    topic: "network",
    title: "Network",
    names: [
      "host",
      "port",
      "server",
      "ipc",
      "client-version",
      "cors-origin",
      "allowed-host",
      "allow-private-network",
      "max-request-mb",
      "max-response-mb",
      "trace-count-max",
      "explorer",
    ],
    example: "tandem --port 9545 --cors-origin http://localhost:3000",
  },
  {
    topic: "threads",
    title: "Several cores",
    names: ["threads", "readers"],
    example: "tandem --threads 2 --readers 2",
  },
  {
    topic: "compat",
    title: "Compatibility with Hardhat or anvil",
    names: [
      "compat",
      "unlocked",
      "errors",
      "call-gas",
      "price-bump",
      "report-failures",
      "create2-deployer",
    ],
    example: "tandem --compat hardhat",
  },
  {
    topic: "keys",
    title: "API keys",
    names: ["api-key", "api-keys-file"],
    example: "tandem --api-keys-file keys.json",
  },
  {
    topic: "chain",
    title: "Chain",
    names: [
      "chain",
      "chain-id",
      "hardfork",
      "evm",
      "data-dir",
      "in-memory",
      "disk-reserve-mb",
      "gas-limit",
      "minimum-gas-price",
      "code-size-limit",
    ],
    example: "tandem --chain main --data-dir ./chain --gas-limit 60000000",
  },
  {
    topic: "state",
    title: "Start and stop",
    names: ["init", "load-state", "dump-state"],
    example: "tandem --load-state state.json --dump-state state.json",
  },
  {
    topic: "fork",
    title: "Another chain's state",
    names: ["fork-url", "fork-block"],
    example: "tandem --fork-url http://127.0.0.1:9545 --fork-block 100",
  },
  {
    topic: "repeat",
    title: "Deterministic runs",
    names: ["seed", "timestamp"],
    example: "tandem --seed 7 --timestamp 1700000000",
  },
  {
    topic: "accounts",
    title: "Accounts",
    names: ["mnemonic", "derivation-path", "accounts", "balance"],
    example: "tandem --accounts 20 --balance 500",
  },
  {
    topic: "mining",
    title: "Mining",
    names: ["mining", "interval-ms", "coinbase", "bitcoin-rpc", "bitcoin-payout", "no-dev-rpc"],
    example: "tandem --mining interval --interval-ms 5000",
  },
  {
    topic: "cluster",
    title: "Several nodes with one chain",
    names: ["log", "role", "apply", "lease-ms", "snapshot-messages", "log-credentials"],
    example: "tandem --log nats://127.0.0.1:4222 --role sealer",
  },
  {
    topic: "peers",
    title: "Direct connections between nodes",
    names: ["p2p-port", "p2p-host", "peer", "max-peers"],
    example: "tandem --p2p-port 30303",
  },
  {
    topic: "output",
    title: "Output",
    names: ["log-format", "log-level", "calls", "build-info", "silent"],
    example: "tandem --log-format json --log-level warn --calls failed",
  },
];
