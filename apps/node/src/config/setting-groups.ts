/** Groups the settings by subject, each group with an example, in the order of help and reference. */
import type { SettingName } from "./settings.js";

export interface SettingGroup {
  readonly title: string;
  readonly names: readonly SettingName[];
  /** A complete command. */
  readonly example: string;
}

export const settingGroups: readonly SettingGroup[] = [
  {
    title: "Network",
    names: [
      "host",
      "port",
      "client-version",
      "cors-origin",
      "allowed-host",
      "allow-private-network",
      "max-request-mb",
      "max-response-mb",
      "trace-count-max",
    ],
    example: "tandem --port 9545 --cors-origin http://localhost:3000",
  },
  {
    title: "The same as Hardhat or anvil",
    names: ["compat", "unlocked", "errors", "report-failures"],
    example: "tandem --compat hardhat",
  },
  {
    title: "API keys",
    names: ["api-key", "api-keys-file"],
    example: "tandem --api-keys-file keys.json",
  },
  {
    title: "Chain",
    names: [
      "chain",
      "chain-id",
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
    title: "Beginning and end",
    names: ["init", "load-state", "dump-state"],
    example: "tandem --load-state state.json --dump-state state.json",
  },
  {
    title: "Another chain's state",
    names: ["fork-url", "fork-block"],
    example: "tandem --fork-url http://127.0.0.1:9545 --fork-block 100",
  },
  {
    title: "The same run every time",
    names: ["seed", "timestamp"],
    example: "tandem --seed 7 --timestamp 1700000000",
  },
  {
    title: "Accounts",
    names: ["mnemonic", "accounts", "balance"],
    example: "tandem --accounts 20 --balance 500",
  },
  {
    title: "Mining",
    names: ["mining", "interval-ms", "bitcoin-rpc", "bitcoin-payout", "no-dev-rpc"],
    example: "tandem --mining interval --interval-ms 5000",
  },
  {
    title: "Output",
    names: ["log-format", "log-level", "calls", "silent"],
    example: "tandem --log-format json --log-level warn --calls failed",
  },
];
