/** Formats the text that is printed when the node is ready. */
import { type Palette, paletteOf, printable } from "@tandem/cli";
import { type ChainSpec, toChecksum, toHex } from "@tandem/primitives";
import { hostAndPort } from "@tandem/runtime";
import type { DevelopmentAccount } from "../accounts/accounts.js";
import type { Config } from "../config/settings.js";
import { defaultUrl } from "../config/url-option.js";
import { blockAge, coinsText, shortHash } from "./short-forms.js";

export interface BannerFacts {
  readonly version: string;
  /** The text before the name of a command: `tandem`, or in a clone `npm start --`, with npm `npx tandem`. */
  readonly command: string;
  readonly config: Config;
  readonly spec: ChainSpec;
  readonly accounts: readonly DevelopmentAccount[];
  readonly url: string;
  readonly wsUrl: string;
  /** Describes the HTTP server. */
  readonly server: string;
  /** The address for other nodes; undefined if the node does not listen for them. */
  readonly enode: string | undefined;
  /** Is true if the node serves the explorer to browsers. */
  readonly hasExplorer: boolean;
  readonly genesisHash: Uint8Array;
  readonly headNumber: number;
  /** The seconds since the newest block; negative if its time is ahead of the clock. */
  readonly headAgeSeconds: number;
  /** The address of the Bitcoin side, without a password. */
  readonly bitcoin: string;
  readonly dataDirectory: string;
  readonly isKept: boolean;
  /** Is true if the database is read-only because its disk was full. */
  readonly isReadOnly: boolean;
  /** Describes acknowledged writes that the database lost. */
  readonly loss: string | undefined;
}

const mining: Readonly<Record<Config["mining"], (facts: BannerFacts) => string>> = {
  auto: () => "a block as soon as there is a transaction",
  interval: ({ config }) => `a block every ${config["interval-ms"]} ms`,
  manual: () => "a block when evm_mine is called",
  external: (facts) => `a block when an external miner finds one: ${typed("miner", facts)}`,
};

/** Prints the mnemonic only if it is the public one of other tools; a user's own is never printed. */
export function banner(
  facts: BannerFacts,
  isOwnMnemonic: boolean,
  palette: Palette = paletteOf(false),
): string {
  const { config } = facts;
  const rows: readonly (readonly [name: string, text: string])[] = [
    ["Chain", chainText(facts)],
    ["Head", `block ${facts.headNumber}, ${blockAge(facts.headAgeSeconds)}`],
    ...(facts.loss === undefined ? [] : [["Lost", facts.loss] as const]),
    ...signing(facts),
    ["Mining", `${config.mining}: ${mining[config.mining](facts)}`],
    ["Bitcoin", printable(facts.bitcoin)],
    ["Data", dataLine(facts)],
    ["HTTP", facts.url],
    ["WebSocket", facts.wsUrl],
    ...(config.ipc === undefined ? [] : [["IPC", printable(config.ipc)] as const]),
    ["Server", facts.server],
    ...(facts.enode === undefined ? [] : [["Peers", facts.enode] as const]),
    ...(facts.hasExplorer ? [["Explorer", explorerUrl(facts)] as const] : []),
    ["Try next", nextCommands(facts)],
  ];
  const lines = [
    palette.bold(`Tandem v${facts.version}: an EVM chain merge-mined with Bitcoin`),
    "",
    ...accountLines(facts, isOwnMnemonic, palette),
    ...rows.map(([name, text]) => `${palette.bold(name.padEnd(nameWidth))}${text}`),
    "",
    palette.green("Ready."),
  ];
  return `${lines.join("\n")}\n`;
}

/** The width of the column of names. */
const nameWidth = 13;

const chainText = ({ spec, genesisHash }: BannerFacts) =>
  `${printable(spec.name)}, id ${spec.chainId} (0x${spec.chainId.toString(16)}), genesis ${shortHash(toHex(genesisHash))}`;

const hasKeys = ({ config }: BannerFacts): boolean =>
  config["api-key"].length > 0 || config["api-keys-file"] !== undefined;

/** Tells users of Hardhat and of unlocked accounts, whose tools otherwise say only that there are none. */
const signing = ({ config, accounts }: BannerFacts): (readonly [string, string])[] =>
  accounts.length === 0 || config.unlocked
    ? []
    : [["Signing", "by clients; --compat hardhat or anvil, or --unlocked: by the node"]];

/** Returns the address of the page. A key is a secret, so only its position is shown. */
const explorerUrl = (facts: BannerFacts): string =>
  `${facts.url}/${hasKeys(facts) ? "KEY/" : ""} (in a browser)`;

/** Returns a command for this node, with its address unless that is the default. */
function typed(name: string, facts: BannerFacts): string {
  const url = hasKeys(facts) ? `${facts.url}/KEY` : facts.url;
  return `${facts.command} ${name}${url === defaultUrl ? "" : ` --url ${url}`}`;
}

const nextCommands = (facts: BannerFacts): string =>
  `${typed("status", facts)}, ${facts.command} help`;

function dataLine({ dataDirectory, isKept, isReadOnly }: BannerFacts): string {
  const shown = printable(dataDirectory);
  if (isReadOnly) return `${shown} (read-only: its disk is full)`;
  return isKept ? shown : `${shown} (removed at exit; --data-dir keeps a chain)`;
}

function accountLines(
  { config, accounts }: BannerFacts,
  isOwnMnemonic: boolean,
  { bold, yellow }: Palette,
): string[] {
  if (accounts.length === 0) return [];
  const numbered = (texts: readonly string[]) =>
    texts.map((text, i) => `${`(${i})`.padStart(numberWidth)}  ${text}`);
  return [
    bold(`Accounts (${coinsText(`${config.balance}`)} each at genesis)`),
    ...numbered(accounts.map(({ address }) => toChecksum(address))),
    "",
    bold("Private keys"),
    ...numbered(accounts.map(({ privateKey }) => toHex(privateKey))),
    "",
    ...(isOwnMnemonic ? [] : [`${bold("Mnemonic".padEnd(nameWidth))}${config.mnemonic}`]),
    yellow(isOwnMnemonic ? ownKeys : "These keys are public: never use them where money is real."),
    ...(config.unlocked ? ["", ...unlockedLines(config)] : []),
    "",
  ];
}

const ownKeys = "They follow from your mnemonic: whoever reads these keys can use the accounts.";

/** The width of the column of the numbers of accounts. */
const numberWidth = 5;

/** The addresses that only this machine can reach. */
const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

function unlockedLines({ host, port }: Config): string[] {
  const reach = loopback.has(host) ? "on this machine" : `that reaches ${hostAndPort(host, port)}`;
  return [
    "**** THE KEYS OF THESE ACCOUNTS ARE HELD BY THE NODE ****",
    `Anyone ${reach} can send and sign with them:`,
    "eth_sendTransaction, eth_sign, personal_sign, eth_signTransaction,",
    "eth_signTypedData_v4. --unlocked or --compat enables it.",
  ];
}
