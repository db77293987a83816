/** Formats the text that is printed once the node answers. */
import { type ChainSpec, toHex } from "@tandem/primitives";
import type { DevelopmentAccount } from "./accounts.js";
import type { Config } from "./config/settings.js";
import { printable } from "./printable.js";

export interface BannerFacts {
  readonly version: string;
  readonly config: Config;
  readonly spec: ChainSpec;
  readonly accounts: readonly DevelopmentAccount[];
  readonly url: string;
  readonly wsUrl: string;
  readonly genesisHash: Uint8Array;
  readonly headNumber: number;
  /** The address of the Bitcoin side, without a password. */
  readonly bitcoin: string;
  readonly dataDirectory: string;
  readonly isKept: boolean;
  /** Is true if the database is read-only because its disk was full. */
  readonly isReadOnly: boolean;
  /** Describes acknowledged writes that the database lost. */
  readonly loss: string | undefined;
}

const mining: Readonly<Record<Config["mining"], (config: Config) => string>> = {
  auto: () => "a block as soon as there is a transaction",
  interval: (config) => `a block every ${config["interval-ms"]} ms`,
  manual: () => "a block when evm_mine is called",
  external: () => "a block when a miner outside finds one: npm run miner",
};

/** Prints the mnemonic only if it is the public one of other tools; a user's own is never printed. */
export function banner(facts: BannerFacts, isOwnMnemonic: boolean): string {
  const { config, spec } = facts;
  const lines = [
    `Tandem v${facts.version}: an EVM chain merge-mined with Bitcoin`,
    "",
    ...accountLines(facts, isOwnMnemonic),
    `Chain        ${printable(spec.name)}, id ${spec.chainId} (0x${spec.chainId.toString(16)}), genesis ${toHex(facts.genesisHash)}`,
    `Head         block ${facts.headNumber}`,
    ...(facts.loss === undefined ? [] : [`Lost         ${facts.loss}`]),
    `Mining       ${config.mining}: ${mining[config.mining](config)}`,
    `Bitcoin      ${printable(facts.bitcoin)}`,
    `Data         ${dataLine(facts)}`,
    `HTTP         ${facts.url}`,
    `WebSocket    ${facts.wsUrl}`,
    "",
    "Ready.",
  ];
  return `${lines.join("\n")}\n`;
}

function dataLine({ dataDirectory, isKept, isReadOnly }: BannerFacts): string {
  if (isReadOnly) return `${dataDirectory} (for reading only: its disk is full)`;
  if (isKept) return dataDirectory;
  return `${dataDirectory} (temporary: removed at exit; --data-dir keeps a chain)`;
}

function accountLines({ config, accounts }: BannerFacts, isOwnMnemonic: boolean): string[] {
  if (accounts.length === 0) return [];
  return [
    `Accounts and private keys (${config.balance} coins each at genesis)`,
    ...accounts.map(
      ({ address, privateKey }, i) => `  (${i})  ${toHex(address)}  ${toHex(privateKey)}`,
    ),
    ...(isOwnMnemonic ? [] : [`Mnemonic     ${config.mnemonic}`]),
    "Anybody can know these keys: never use them where money is real.",
    ...(config.unlocked ? ["", ...unlockedLines(config)] : []),
    "",
  ];
}

/** The addresses that only this machine reaches. */
const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

function unlockedLines({ host, port }: Config): string[] {
  const reach = loopback.has(host) ? "on this machine" : `that reaches ${host}:${port}`;
  return [
    "**** THE KEYS OF THESE ACCOUNTS ARE HELD BY THE NODE ****",
    `Anybody ${reach} can send and sign with them: eth_sendTransaction, eth_sign, personal_sign,`,
    "eth_signTransaction, eth_signTypedData_v4. --unlocked or --compat asked for it.",
  ];
}
