/** Groups the settings by subject, each group with an example, in the order of the help. */
import type { configFlags } from "./config.js";

export interface SettingGroup {
  /** The word after `tandem-relay help` that shows the group. */
  readonly topic: string;
  readonly title: string;
  readonly names: readonly (keyof typeof configFlags)[];
  /** A complete command. */
  readonly example: string;
}

export const settingGroups: readonly SettingGroup[] = [
  {
    topic: "server",
    title: "Server, records and the phone in the browser",
    names: [
      "mode",
      "host",
      "port",
      "data-dir",
      "redis-url",
      "phone",
      "service-code",
      "explorer-url",
    ],
    example: "tandem-relay --port 3000 --phone true",
  },
  {
    topic: "chain",
    title: "Node and contract",
    names: [
      "node-url",
      "node-ws",
      "chain-id",
      "contract",
      "forwarder",
      "currency",
      "confirmations",
      "stuck-seconds",
    ],
    example: "tandem-relay --node-url http://127.0.0.1:8545 --contract ADDRESS",
  },
  {
    topic: "wallet",
    title: "The wallet that signs",
    names: ["private-key", "keystore", "keystore-passphrase", "keystore-passphrase-file"],
    example: "tandem-relay --keystore wallet.json --keystore-passphrase-file secret.txt",
  },
  {
    topic: "users",
    title: "Users' wallets, PINs and limits (extended mode)",
    names: [
      ...(["mnemonic", "derivation-path", "master-key", "country-code"] as const),
      ...(["transfer-min", "transfer-max", "day-max", "lock-minutes"] as const),
    ],
    example: "tandem-relay --mode extended --country-code 254 --day-max 500",
  },
  {
    topic: "gateway",
    title: "Who may post",
    names: ["gateway-allow", "gateway-key", "gateway-window-seconds", "posts-per-minute"],
    example: "tandem-relay --gateway-allow 10.0.0.0/8",
  },
  {
    topic: "settings",
    title: "Settings themselves",
    names: ["env-file", "print-config"],
    example: "tandem-relay --env-file relay.env --print-config",
  },
];
