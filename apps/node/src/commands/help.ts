import { settingGroups } from "../config/setting-groups.js";
import {
  environmentName,
  type SettingDeclaration,
  type SettingName,
  settings,
} from "../config/settings.js";
import { version } from "../version.js";

function row(name: SettingName): string {
  const { about, fallback, kind, valueName } = settings[name] as SettingDeclaration<unknown>;
  const flag = kind === "switch" ? `--${name}` : `--${name} ${valueName}`;
  const standard =
    Array.isArray(fallback) || fallback === undefined || kind === "switch" ? "" : ` [${fallback}]`;
  return `  ${flag.padEnd(38)} ${about}${standard}`;
}

/** Help, made from the list of settings. */
export function helpText(): string {
  const groups = settingGroups.map(({ title, names, example }) =>
    [`${title}, such as  ${example}`, ...names.map(row)].join("\n"),
  );
  return `Tandem v${version}: an EVM chain merge-mined with Bitcoin

tandem [run] [FLAGS]            run a node
tandem headers verify FILE      check the merged mining of real or exported headers
                                [--chain test|main|FILE] for those of a chain of your own
tandem export FILE [--url URL]  write the chain of a running node as RLP blocks
tandem import FILE [--url URL]  bring such blocks into a running node
tandem inspect block N|HASH     show a block's merged mining step by step
tandem inspect forks            look for hidden branches in Bitcoin's coinbases
tandem simulate [FILE|NAME]     run a scenario of the merge-mining simulator, or list those there are
tandem check DIR [--json]       read all of a stopped node's data directory and say what is damaged
tandem repair DIR               put the longest chain that can be verified in its place, and keep a copy
tandem help                     this text
tandem version                  the version

Flags of run, with their defaults

${groups.join("\n\n")}

Settings themselves, such as  tandem --config tandem.json --print-config
  ${"--config FILE".padEnd(38)} JSON file with any of these, by their names
  ${"--print-config".padEnd(38)} print every setting and where its value came from, and exit

A flag goes before an environment variable (${environmentName("port")} for --port, and so on), that before
the file, the file before the default.

Examples:
  tandem headers verify headers.json
  tandem export chain.rlp         and, into another node:  tandem import chain.rlp --url URL
  tandem inspect block latest
  tandem simulate steady
  tandem --mining external        and beside it: npm run miner
`;
}

export function runHelp(): number {
  process.stdout.write(helpText());
  return 0;
}
