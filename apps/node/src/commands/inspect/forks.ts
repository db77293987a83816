/** `tandem inspect forks`: hidden branches of our chain, as Bitcoin's coinbases show them. */
import type { Writable } from "node:stream";
import {
  bitcoinBlocksKept,
  createForkMonitor,
  type ForkMonitor,
  type MainChain,
  type ObservedBlock,
} from "@tandem/consensus";
import { UsageError } from "../../config/usage-error.js";
import { defaultUrl } from "../transfer-flags.js";
import { readBitcoinNode } from "./bitcoin-blocks.js";
import { readBitcoinFile } from "./bitcoin-file.js";
import {
  addressFlag,
  flagLines,
  type GivenFlags,
  integerFlag,
  readFlags,
  urlFlag,
} from "./flags.js";
import { type Finding, forksAsJson, forksAsText } from "./forks-report.js";
import { bitcoinBlocksDefault } from "./limits.js";
import { mainChainOfFile, mainChainOfNode } from "./main-chain.js";

const heightMax = 0xffffffff;

const flags = {
  "bitcoin-rpc": {
    about: "Bitcoin node to read: http://user:password@host:port",
    valueName: "URL",
  },
  last: { about: `its newest blocks [${bitcoinBlocksDefault}]`, valueName: "N" },
  from: { about: "its first block to read, instead of --last", valueName: "HEIGHT" },
  to: { about: "its last block to read [the newest]", valueName: "HEIGHT" },
  "bitcoin-file": { about: "Bitcoin blocks as JSON lines, instead of a node", valueName: "FILE" },
  url: { ...urlFlag, about: `the node with our main chain [${defaultUrl}]` },
  "chain-file": {
    about: "our main chain from tandem export, instead of a node",
    valueName: "FILE",
  },
  json: { about: "print JSON instead of a table" },
  help: { about: "this text" },
} as const;

const help = `usage: tandem inspect forks --bitcoin-rpc URL | --bitcoin-file FILE [FLAGS]

Reads the tags in the coinbases of Bitcoin blocks and says which of them are of no block of the main
chain nor of a sibling of one: they witness a branch that is kept hidden. For each such branch it
shows where it left the main chain, how long it is, and its share of the hash power.

${flagLines(flags)}
At most the newest ${bitcoinBlocksKept} Bitcoin blocks are looked at. A line of --bitcoin-file is one block:
  {"height":840000,"block":"<hex of the raw block>"}
  {"height":840001,"coinbase":"<hex>","hash":"<hex>","time":1713571767}
docs/merge-mining.md says more.

Exit code: 0 no fork of level 1 or 2, 1 there is one or something could not be read (standard error
says what), 2 a flag is wrong.
`;

/** @returns 0, or 1 when there is a fork of level 1 or 2. @throws {UsageError} for wrong flags. */
export async function runInspectForks(args: readonly string[], output: Writable): Promise<number> {
  const given = readFlags("inspect forks", flags, args);
  if (given.switches.has("help")) {
    output.write(help);
    return 0;
  }
  checkTogether(given);
  const url = addressFlag(given, "url") ?? defaultUrl;
  const chainFile = given.values.get("chain-file");
  const blocks = await readBitcoin(given);
  const mainChain = await readMainChain(blocks, url, chainFile);
  const monitor = observeAll(mainChain, blocks);
  const finding: Finding = {
    source: chainFile ?? url,
    headHeight: mainChain.headHeight(),
    bitcoinFrom: blocks[0]?.height,
    bitcoinTo: monitor.bitcoinHeight,
    counts: monitor.counts(),
    forks: monitor.forks(),
  };
  const isJson = given.switches.has("json");
  output.write(isJson ? forksAsJson(finding) : forksAsText(finding));
  return finding.forks.some(({ level }) => level >= 1) ? 1 : 0;
}

function checkTogether({ positionals, values }: GivenFlags): void {
  const usage = "tandem inspect forks --help";
  if (positionals.length > 0) throw new UsageError(`unexpected ${positionals[0]}; ${usage}`);
  if (values.has("bitcoin-rpc") === values.has("bitcoin-file")) {
    throw new UsageError(`expected either --bitcoin-rpc or --bitcoin-file; ${usage}`);
  }
  if (values.has("url") && values.has("chain-file")) {
    throw new UsageError(`expected only one of --url and --chain-file; ${usage}`);
  }
  const isRange = values.has("last") || values.has("from") || values.has("to");
  if (isRange && values.has("bitcoin-file")) {
    throw new UsageError("--last, --from and --to go with --bitcoin-rpc");
  }
  if (values.has("last") && values.has("from")) {
    throw new UsageError("expected only one of --last and --from");
  }
}

async function readBitcoin(given: GivenFlags): Promise<ObservedBlock[]> {
  const file = given.values.get("bitcoin-file");
  if (file !== undefined) return readBitcoinFile(file);
  const heights = { min: 0, max: heightMax };
  const from = integerFlag(given, "from", heights);
  const to = integerFlag(given, "to", heights);
  const last = integerFlag(given, "last", { min: 1, max: bitcoinBlocksKept });
  if (from !== undefined && to !== undefined && (to < from || to - from >= bitcoinBlocksKept)) {
    throw new UsageError(`--from and --to: expected a range of 1 to ${bitcoinBlocksKept} blocks`);
  }
  return readBitcoinNode(given.values.get("bitcoin-rpc") ?? "", {
    last: last ?? bitcoinBlocksDefault,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
}

async function readMainChain(
  blocks: readonly ObservedBlock[],
  url: string,
  chainFile: string | undefined,
): Promise<MainChain> {
  if (chainFile !== undefined) return mainChainOfFile(chainFile);
  const tags = blocks.flatMap(({ tag }) => (tag === undefined ? [] : [tag]));
  return mainChainOfNode(url, tags);
}

function observeAll(mainChain: MainChain, blocks: readonly ObservedBlock[]): ForkMonitor {
  const monitor = createForkMonitor(mainChain);
  for (const block of blocks) monitor.observe(block);
  return monitor;
}
